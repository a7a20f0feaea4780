// A gallery with one of everything, and a request for every row of its route table.
import { createApp } from '../../src/app.ts'
import type { Comment } from '../../src/contract/people/comments.ts'
import { type Row, routeTable } from '../../src/http/route.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, makeAlbum, openGallery, ownerPassword, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

export const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'

/** Values for the placeholders of a path: ':id', or ':id' within one feature as 'albums:id'. */
export type Ids = Record<string, string>

/** A gallery with a public photo, an album, a camera, a guest, a like and a comment. */
export async function openWithEverything(settings: Parameters<typeof openGallery>[0] = {}) {
  const gallery = await openGallery(settings)
  const owner = await gallery.asOwner()
  const guest = await gallery.asGuest('Gus')
  const photo = await upload(
    gallery,
    owner,
    camera({ title: 'Shown', gps: [50, 8], lens: 'Zoom 1', keywords: ['Gate'] }),
  )
  const hidden = await upload(gallery, owner, camera({ title: 'Hidden' }))
  const stream = await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
  const album = await makeAlbum(owner, 'Family', [photo])
  await guest.data(`/api/likes/${photo.id}/like`, { method: 'POST', body: {} })
  const comment = await guest.data<Comment>(`/api/comments/${photo.id}`, {
    method: 'POST',
    body: { body: 'Fine light' },
  })
  const [{ id: cameraId } = { id: '' }] = await owner.data<{ id: string }[]>('/api/cameras')
  const ids: Ids = {
    id: photo.id,
    photoId: photo.id,
    fileName: photo.fileName,
    page: 'about',
    size: '48',
    'albums:id': album.id,
    'cameras:id': cameraId,
    'lenses:id': 'zoom-1',
    word: 'gate',
    'comments:id': comment.id,
  }
  return { gallery, owner, guest, photo, hidden, stream, album, comment, ids }
}

export const tableOf = (gallery: Gallery): Row[] =>
  routeTable(createApp(gallery.services, () => undefined).routes)

/** These end a session, so they come last; so does signing in again. */
export const endsSession = ({ path }: Row): boolean => /\/(logout|login)$/.test(path)

/** These take a form with a file; every other write takes JSON. */
export const takesForm = ({ path }: Row): boolean => /\/(local|image)\/upload$/.test(path)

export const isWrite = ({ method }: Row): boolean => method !== 'GET'

/** The row's address with these ids; a missing one becomes an id that does not exist. */
export const addressOf = ({ path }: Row, ids: Ids = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(ids[`${path.split('/')[2]}:${name}`] ?? ids[name] ?? unknownId),
  )

/** The rows of every table, to see that nothing changed; sessions and limits do not count. */
export function contentOf({ services }: Gallery): Record<string, unknown[]> {
  const { connection } = services.store
  const tables = connection
    .query<{ name: string }, []>(
      `SELECT name FROM sqlite_schema WHERE type = 'table'
         AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'photo_text%' ORDER BY name`,
    )
    .all()
  return Object.fromEntries(
    tables
      .filter(({ name }) => name !== 'session')
      .map(({ name }) => [name, connection.query(`SELECT * FROM "${name}"`).all()]),
  )
}

/** Returns a function that restores the browser's cookies, since a request can change them. */
export function keepSession(browser: Browser): () => void {
  const session = new Map(browser.cookies)
  return () => {
    browser.cookies.clear()
    for (const [name, value] of session) browser.cookies.set(name, value)
  }
}

/** Internals of the program that no response to a stranger may contain. */
export const inside =
  /node_modules|\.ts:\d+|\bat \S+ \(|\/src\/|SQLITE_|SQLiteError|SELECT .* FROM|INSERT INTO|UPDATE \w+ SET|vips|ENOENT|EACCES|vitrine-test-|TypeError|RangeError|ReferenceError|ZodError|undefined is not|\[object Object\]/

/** A body that each write accepts, by 'METHOD path'; {} for the others. */
export function goodBody(
  { method, path }: Pick<Row, 'method' | 'path'>,
  ids: Ids,
): Record<string, unknown> {
  const photo = ids.id!
  const channel = { kind: 'email', address: 'mallory@example.org' }
  const bodies: Record<string, Record<string, unknown>> = {
    'POST /api/login': { password: ownerPassword },
    'POST /api/setup': { secret: 'x', password: ownerPassword, name: 'Mallory', bio: '' },
    'PUT /api/user': { name: 'Mallory', bio: 'Changed', pic: '' },
    'PUT /api/user/pic': { pic: '/api/squares/none' },
    'POST /api/user/config': { photoGridCols: 11 },
    'PUT /api/rules': {
      rules: [
        {
          conditions: [{ kind: 'rating', atLeast: 1 }],
          action: { kind: 'add to album', album: 'Changed' },
        },
      ],
    },
    'PUT /api/sharing': { allowSearchEngines: false, keepAiOut: false, licence: 'cc0' },
    'PUT /api/photos/:id': {
      ...{ id: photo, title: 'Changed', description: 'Changed', keywords: [] },
      ...{ alt: 'Changed', creator: 'Changed', copyright: 'Changed', rating: 1 },
    },
    'DELETE /api/photos/:id': { removeFiles: true },
    'DELETE /api/photo': { removeFiles: true },
    'POST /api/trash/restore': { ids: [photo] },
    'POST /api/trash/delete': { ids: [photo] },
    'POST /api/photos/read-again': { ids: [photo] },
    'POST /api/photos/batch': { ids: [photo], change: { kind: 'keywords', add: ['Changed'] } },
    'POST /api/photos/batch/undo': {
      steps: [{ ids: [photo], change: { kind: 'putBackRights', creator: 'Changed' } }],
    },
    'POST /api/photos/batch/summary': { ids: [photo] },
    'PUT /api/photos/:id/albums/set': { albumIds: [] },
    'PUT /api/photos/:id/version': { version: photo },
    'POST /api/uploads/pending/:id': { decision: 'keep-both' },
    'PUT /api/photos/:id/edit': { rotation: 90, x: 0, y: 0, width: 10, height: 10 },
    'POST /api/albums': { name: 'Added', description: '', coverPic: '' },
    'PUT /api/albums/:id': { name: 'Renamed', description: 'Changed', code: 'code', orderBy: 1 },
    'PUT /api/albums/covers/settle': { areKept: false },
    'PUT /api/albums/:id/photos/add': { photoIds: [photo] },
    'PUT /api/albums/:id/photos/delete': { photoIds: [photo] },
    'PUT /api/albums/:id/order': { photos: [photo] },
    'PUT /api/cameras/:id': { sensorType: 'Changed', year: 1999, raw: true },
    'PUT /api/cameras/:id/image': { url: 'http://127.0.0.1/a.png' },
    'POST /api/guest': { name: 'Mallory', email: 'mallory@example.org' },
    'POST /api/guest/update': { name: 'Renamed' },
    'POST /api/guest/verify': { code: 'x' },
    'POST /api/comments/:photoId': { body: 'Added' },
    'PUT /api/places/settings': { whoSees: 'exact', homeZones: [] },
    'PUT /api/pages/:page': { markdown: '# Changed', revision: 'x' },
    'POST /api/pages/:page/preview': { markdown: '# Shown' },
    'PUT /api/drive/client': {
      clientId: '1-changed.apps.googleusercontent.com',
      clientSecret: 'GOCSPX-changed',
    },
    'PUT /api/user/gdrive': { driveFolderName: 'Changed' },
    'POST /api/sources': { kind: 'folder', path: '/usr/share', everyHours: null },
    'PUT /api/sources/:id': { name: 'Changed', whenGone: 'trash' },
    'POST /api/safety/notices': channel,
    'PUT /api/safety/notices/:id': channel,
  }
  return bodies[`${method} ${path}`] ?? {}
}

/**
 * A `share` of all combinations, spread evenly over every dimension: the stride is a prime that
 * divides no such number, so no combination comes twice.
 */
export function spread<T>(all: T[], share: number): T[] {
  const stride = 7919
  return Array.from(
    { length: Math.ceil(all.length * share) },
    (_, index) => all[(index * stride) % all.length]!,
  )
}
