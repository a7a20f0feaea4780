import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Role } from '../../src/contract/people/roles.ts'
import { type Row, routeTable } from '../../src/http/route.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { camera } from '../support/photos.ts'

/** The identities to which every route is tried. */
const identities = ['anonymous', 'unverified', 'guest', 'owner', 'owner and guest'] as const
type Identity = (typeof identities)[number]
const refusals: Record<Role, Partial<Record<Identity, 401 | 403>>> = {
  anybody: {},
  guest: { anonymous: 401, unverified: 401, owner: 401 },
  member: { anonymous: 401, unverified: 401 },
  owner: { anonymous: 401, unverified: 401, guest: 403 },
}

/**
 * What a route answers to those it admits, where that is not 200: the body and query below are
 * malformed for most writes, no drive is connected, no metrics token is sent, and there is no
 * picture, job, comment or reading.
 */
const statuses: Record<string, readonly string[]> = {
  302: ['GET /api/drive/callback'],
  400: [
    'DELETE /api/photo',
    'DELETE /api/photos/:id',
    'GET /api/drive/auth',
    'GET /api/guest/verify',
    'POST /api/albums',
    'POST /api/comments/:photoId',
    'POST /api/guest',
    'POST /api/guest/verify',
    'POST /api/login',
    'POST /api/pages/:page/preview',
    'POST /api/photos/batch',
    'POST /api/photos/batch/summary',
    'POST /api/photos/batch/undo',
    'POST /api/photos/read-again',
    'POST /api/safety/notices',
    'PUT /api/safety/notices/:id',
    'POST /api/setup',
    'POST /api/sources',
    'POST /api/trash/delete',
    'POST /api/trash/restore',
    'PUT /api/albums/:id/order',
    'PUT /api/albums/covers/settle',
    'PUT /api/albums/:id/photos/add',
    'PUT /api/albums/:id/photos/delete',
    'PUT /api/cameras/:id/image',
    'PUT /api/cameras/:id/image/upload',
    'PUT /api/drive/client',
    'PUT /api/local/upload',
    'PUT /api/pages/:page',
    'PUT /api/photos/:id',
    'PUT /api/photos/:id/albums/set',
    'PUT /api/photos/:id/edit',
    'PUT /api/photos/:id/version',
    'POST /api/uploads/pending/:id',
    'PUT /api/user/gdrive',
    'PUT /api/user/pic',
  ],
  401: ['GET /api/metrics'],
  404: [
    'DELETE /api/comments/:photoId/:id',
    'DELETE /api/drive/failures/:fileId',
    'DELETE /api/photos/read-again/:id',
    'DELETE /api/sources/:id',
    'GET /api/cameras/:id/image',
    'GET /api/cameras/:id/image/:size',
    'GET /api/drive/job/:id',
    'GET /api/map/tiles',
    'GET /api/sources/:id',
    'GET /api/sources/:id/plan',
    'GET /api/pages/:page/versions/:version',
    'GET /api/uploads/pending/:id/preview',
    'GET /api/trash/:id/preview',
    'GET /api/photos/read-again/:id',
    'GET /api/photos/read-again/:id/changes',
    'POST /api/drive/job/:id/cancel',
    'POST /api/photos/read-again/:id/apply',
    'POST /api/sources/:id/apply',
    'POST /api/sources/:id/cancel',
    'POST /api/sources/:id/sync',
    'PUT /api/sources/:id',
    'DELETE /api/safety/notices/:id',
    'POST /api/safety/notices/:id/test',
  ],
  409: [
    'GET /api/drive',
    'GET /api/drive/check',
    'GET /api/drive/folder',
    'GET /api/drive/folders',
    'POST /api/drive/job/schedule',
    'PUT /api/drive/upload',
    'POST /api/safety/backup',
    'DELETE /api/safety/backup',
  ],
}
const statusOf = ({ method, path }: Row): number =>
  Number(
    Object.keys(statuses).find((status) => statuses[status]!.includes(`${method} ${path}`)) ?? 200,
  )

async function signedIn(gallery: Gallery, identity: Identity): Promise<Browser> {
  switch (identity) {
    case 'anonymous':
      return gallery.asVisitor()
    case 'unverified': {
      const browser = gallery.asVisitor()
      const answer = await browser.post('/api/guest', { name: 'Una', email: 'una@example.org' })
      expect(answer.status).toBe(200)
      return browser
    }
    case 'guest':
      return gallery.asGuest('Ben')
    case 'owner':
      return gallery.asOwner()
    case 'owner and guest': {
      const browser = await gallery.asOwner()
      for (const [name, value] of (await gallery.asGuest('Cleo')).cookies) {
        browser.cookies.set(name, value)
      }
      return browser
    }
  }
}

/** A placeholder stands for the id of what is named before it, as in `cameras/:id`. */
const addressOf = (path: string, ids: Record<string, string>) =>
  path.replace(/(\w+)\/:(\w+)|:(\w+)/g, (_, noun = '', name = '', other = '') => {
    const id = ids[`${noun}:${name}`] ?? ids[`${path.split('/')[2]}:${name}`] ?? ids[name || other]
    return noun === '' ? id! : `${noun}/${id}`
  })

/** What a route cannot do without, where it is allowed to succeed. */
const queryOf: Record<string, (gallery: Gallery, ids: Record<string, string>) => object> = {
  'GET /api/oembed': (gallery, { id }) => ({ url: `${gallery.address()}/photo/${id}` }),
  'GET /api/albums/rule/preview': () => ({ rule: 'keyword=gate' }),
  'GET /api/photos/search': () => ({ q: 'tor', facets: 'camera,lens,keyword' }),
  'GET /api/photos': () => ({ lens: 'xf35mmf1.4-r', facets: 'camera,lens,keyword' }),
}
const bodies: Record<string, object> = {
  'PUT /api/places/settings': { whoSees: 'nobody', homeZones: [] },
  'PUT /api/rules': { rules: [] },
}

/** A request that changes nothing that the next row needs. */
const request = (gallery: Gallery, browser: Browser, row: Row, ids: Record<string, string>) => {
  const { method, path } = row
  const key = `${method} ${path}`
  const isForm = /\/(local|image)\/upload$/.test(path)
  const query = new URLSearchParams({ ...queryOf[key]?.(gallery, ids) })
  return browser.request(`${addressOf(path, ids)}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    ...(method !== 'GET' &&
      !isForm && { body: bodies[key] ?? { removeFiles: 'neither', id: 'none' } }),
    ...(isForm && { body: new FormData() }),
  })
}

async function withThings() {
  const gallery = await openGallery({ metricsToken: 'x'.repeat(16) })
  const owner = await gallery.asOwner()
  const bytes = camera({ lens: 'XF35mmF1.4 R', title: 'Tor', keywords: ['Gate'] })
  const photo = await upload(gallery, owner, bytes)
  const album = await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
  const spare: Album = await makeAlbum(owner, 'Spare', [photo])
  const [used] = await owner.data<{ id: string }[]>('/api/cameras')
  const [lens] = await owner.data<{ id: string }[]>('/api/lenses')
  writeOwnPages(gallery.data)
  await owner.data(`/api/albums/${spare.id}`, { method: 'PUT', body: { downloadable: true } })
  const ids = {
    id: photo.id,
    photoId: photo.id,
    fileName: photo.fileName,
    page: 'about',
    size: '48',
    version: '019b7ca9-9070-7314-b84e-9ff82474a522',
    'albums:id': spare.id,
    'cameras:id': used!.id,
    'lenses:id': lens!.id,
    word: 'gate',
  }
  return { gallery, owner, photo, album, ids }
}

test('every /api route is in the table and declares its role', async () => {
  await using gallery = await openGallery()
  const { routes } = createApp(gallery.services, () => undefined)
  const declared = new Set(routeTable(routes).map(({ method, path }) => `${method} ${path}`))
  const answering = routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
  const undeclared = answering.filter(({ method, path }) => !declared.has(`${method} ${path}`))
  expect(undeclared.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(declared.size).toBeGreaterThan(55)
})

test('the role declaration is the first middleware of every route', async () => {
  await using gallery = await openGallery()
  const { routes } = createApp(gallery.services, () => undefined)
  const first = new Map<string, object>()
  for (const { method, path, handler } of routes) {
    const key = `${method} ${path}`
    if (method !== 'ALL' && path.startsWith('/api') && !first.has(key)) first.set(key, handler)
  }
  const late = [...first].filter(
    ([key, handler]) =>
      routeTable([{ handler, method: '', path: key, basePath: '' } as never]).length === 0,
  )
  expect(late.map(([key]) => key)).toEqual([])
})

test.each(identities)('every route answers the %s with its exact status', async (identity) => {
  const { gallery, ids } = await withThings()
  await using _ = gallery
  const table = routeTable(createApp(gallery.services, () => undefined).routes)
  const browser = await signedIn(gallery, identity)
  const session = new Map(browser.cookies)
  const wrong: string[] = []
  // Deleting comes late and signing out last, since each removes what the others need.
  const lateness = ({ method, path }: Row) =>
    path.endsWith('/logout') ? 2 : Number(method === 'DELETE')
  for (const row of table.toSorted((one, other) => lateness(one) - lateness(other))) {
    // A route may set cookies; the next request must come from the same person.
    browser.cookies.clear()
    for (const [name, value] of session) browser.cookies.set(name, value)
    const answer = await request(gallery, browser, row, ids)
    const expected = refusals[row.role][identity] ?? statusOf(row)
    if (answer.status !== expected) {
      wrong.push(`${row.method} ${row.path}: ${answer.status}, not ${expected}`)
    }
  }
  expect(wrong).toEqual([])
})

test.each(identities)(
  'responses for machines and other sites are the same for the %s',
  async (identity) => {
    const { gallery, album, photo, ids } = await withThings()
    await using _ = gallery
    const browser = await signedIn(gallery, identity)
    const feeds = ['', `/album/${album.id}`, '/keyword/gate', `/camera/${ids['cameras:id']}`]
    for (const address of [
      ...feeds.flatMap((path) => [`${path}/feed.atom`, `${path}/feed.json`]),
      `/embed/photo/${photo.id}`,
      `/embed/album/${album.id}`,
      '/sitemap.xml',
      '/robots.txt',
      '/.well-known/tdmrep.json',
    ]) {
      const [answer, expected] = [
        await browser.get(address),
        await gallery.asVisitor().get(address),
      ]
      expect([address, answer.status, expected.status]).toEqual([address, 200, 200])
      expect([address, await answer.text()]).toEqual([address, await expected.text()])
    }
    for (const page of [
      '/lens',
      `/lens/${ids['lenses:id']}`,
      '/keyword',
      '/keyword/gate',
      '/archive',
    ]) {
      expect([page, (await browser.get(page)).status]).toEqual([page, 200])
    }
  },
)

test('a wrong method answers 405 and names the right ones, for anyone and at any address', async () => {
  const { gallery, ids, owner } = await withThings()
  await using _ = gallery
  const table = routeTable(createApp(gallery.services, () => undefined).routes)
  const wrong: string[] = []
  for (const path of new Set(table.map((row) => row.path))) {
    const rows = table.filter((row) => row.path === path)
    const methods = new Set(rows.map(({ method }) => method))
    const allowed = rows.flatMap(({ method, changes }) =>
      method === 'GET' && !changes ? ['GET', 'HEAD'] : [method],
    )
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((m) => !methods.has(m))) {
      for (const browser of [gallery.asVisitor(), owner]) {
        const answer = await browser.request(addressOf(path, ids), { method })
        const named = answer.headers.get('allow')?.split(', ').sort().join()
        if (answer.status !== 405 || named !== [...allowed].sort().join()) {
          wrong.push(`${method} ${path}: ${answer.status}, Allow: ${named}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect((await owner.get('/api/nothing')).status).toBe(404)
  expect((await owner.post('/api/nothing', {})).status).toBe(404)
})
