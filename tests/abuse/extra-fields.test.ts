// In every write, unknown fields in a body are ignored or rejected.
import { expect, test } from 'bun:test'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import type { Guest } from '../../src/contract/people/guests.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import {
  addressOf,
  contentOf,
  endsSession,
  goodBody,
  isWrite,
  keepSession,
  openWithEverything,
  tableOf,
  takesForm,
} from './every-route.ts'

/** Every column and every right that someone could hope to set. */
const extras = JSON.stringify({
  rowId: 1,
  row_id: 1,
  fileName: `${'0'.repeat(32)}.jpg`,
  file_name: `${'0'.repeat(32)}.jpg`,
  md5: '0'.repeat(32),
  sha256: '0'.repeat(64),
  uploadDate: '1999-01-01T00:00:00.000Z',
  upload_date: 0,
  bytes: 1,
  source: 'cli',
  sourceName: '../../x',
  latitude: 1,
  longitude: 1,
  isPublic: true,
  is_open: 1,
  visibleIn: [],
  fullWidth: 1,
  thumbhash: 'AA==',
  verified: true,
  verified_at: 1,
  emailKey: 'x',
  email_key: 'x',
  time: '1999-01-01T00:00:00.000Z',
  mine: true,
  guest: 99,
  photoId: '019b7ca9-9070-7314-b84e-9ff82474a522',
  role: 'owner',
  isOwner: true,
  isAdmin: true,
  authenticated: true,
  token_hash: 'x',
  password_hash: 'x',
  setup_secret_hash: 'x',
  name_key: 'x',
  photoCount: 99,
  cameraModel: 'Stolen',
  model: 'Stolen',
  make: 'Stolen',
  image: '/etc/passwd',
  specs: '{"a":1}',
  length: 5,
  toString: 'x',
  hasOwnProperty: 1,
}).slice(1, -1)
const polluting =
  '"__proto__":{"polluted":true,"isOwner":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true}'

/** As text, because an object cannot have a key called __proto__. */
const withExtras = (good: object) => {
  const own = JSON.stringify(good).slice(1, -1)
  return `{${polluting},${extras}${own && `,${own}`}}`
}

/** Routes for which the good body is not enough. */
const refused: Record<string, number> = {
  'POST /api/guest/verify': 400,
  'POST /api/photos/read-again/:id/apply': 404,
  // No folder for backups was chosen.
  'POST /api/safety/backup': 409,
  'POST /api/safety/notices/:id/test': 404,
  'PUT /api/safety/notices/:id': 404,
  'DELETE /api/safety/notices/:id': 404,
  'POST /api/setup': 403,
  'POST /api/uploads/pending/:id': 404,
  'PUT /api/cameras/:id/image': 400,
  'POST /api/sources/:id/apply': 404,
  'POST /api/sources/:id/cancel': 404,
  'POST /api/sources/:id/sync': 404,
  'PUT /api/pages/:page': 409,
  'PUT /api/sources/:id': 404,
  'PUT /api/user/gdrive': 409,
  'PUT /api/user/pic': 400,
}

/** What only the server writes, in any row. */
const kept: Record<string, string[]> = {
  photo: ['row_id', 'id', 'md5', 'bytes', 'uploaded_at', 'source', 'source_name'],
  album: ['row_id', 'id'],
  guest: ['row_id', 'email', 'email_key', 'verified_at'],
  comment: ['id', 'guest', 'photo'],
  camera: ['id', 'make', 'model', 'image'],
  owner: ['password_hash', 'setup_secret_hash'],
}

const columnsOf = (content: Record<string, unknown[]>, table: string, columns: string[]) =>
  (content[table] as Record<string, unknown>[]).map((row) =>
    columns.filter((column) => column in row).map((column) => row[column]),
  )

test('no extra field changes what a request does, nor any prototype', async () => {
  const plain = await openWithEverything()
  await using _ = plain.gallery
  const { gallery, owner, guest, ids } = plain
  for (const [name, value] of guest.cookies) owner.cookies.set(name, value)
  const restore = keepSession(owner)
  const rows = tableOf(gallery).filter(
    (row) =>
      isWrite(row) &&
      !takesForm(row) &&
      !endsSession(row) &&
      row.method !== 'DELETE' &&
      !row.path.includes('/drive/'),
  )
  for (const row of rows) {
    const before = contentOf(gallery)
    const good = goodBody(row, ids)
    const answer = await owner.request(addressOf(row, ids), {
      method: row.method,
      body: withExtras(good),
      headers: { 'content-type': 'application/json' },
    })
    const label = `${row.method} ${row.path}`
    expect([label, answer.status]).toEqual([label, refused[label] ?? 200])
    const text = await answer.text()
    expect(text).not.toMatch(/polluted|Stolen|isAdmin|password_hash/)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(({} as Record<string, unknown>).isOwner).toBeUndefined()
    const after = contentOf(gallery)
    for (const [table, columns] of Object.entries(kept)) {
      const [one, other] = [before, after].map((content) => columnsOf(content, table, columns))
      // Rows can be added (an album, a comment, a guest), but none may change.
      expect([label, table, other!.slice(0, one!.length)]).toEqual([label, table, one!])
    }
    restore()
  }
  expect(rows.length).toBeGreaterThan(18)
})

test('data named by extra fields stay unchanged, and the request does its work', async () => {
  const { gallery, owner, guest, photo, album, ids } = await openWithEverything()
  await using _ = gallery
  const send = async (browser: typeof owner, method: string, path: string, good: object) => {
    const answer = await browser.request(path, {
      method,
      body: withExtras(good),
      headers: { 'content-type': 'application/json' },
    })
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()).data
  }
  const before = await owner.data<Photo>(`/api/photos/${photo.id}`)
  const good = { id: photo.id, title: 'New' }
  expect(await send(owner, 'PUT', `/api/photos/${photo.id}`, good)).toEqual({
    ...before,
    title: 'New',
    edited: { title: before.title },
  })
  const camera = await owner.data<Camera>(`/api/cameras/${ids['cameras:id']}`)
  const changed = await send(owner, 'PUT', `/api/cameras/${camera.id}`, { sensorType: 'CCD' })
  expect(changed).toEqual({ ...camera, sensorType: 'CCD' })
  const me = await guest.data<Guest>('/api/guest')
  expect(await send(guest, 'POST', '/api/guest/update', { name: 'Augusta' })).toEqual({
    ...me,
    name: 'Augusta',
  })
  const stranger = gallery.asVisitor()
  const registered = await send(stranger, 'POST', '/api/guest', {
    name: 'Ben',
    email: 'ben@example.org',
  })
  expect(registered).toEqual({ name: 'Ben', email: 'ben@example.org', verified: false })
  expect(await stranger.data<object>('/api/guest/is')).toEqual({ authenticated: false })
  const comment = await send(guest, 'POST', `/api/comments/${photo.id}`, { body: 'Mine' })
  expect(comment).toMatchObject({ name: 'Augusta', photoId: photo.id, mine: true })
  const renamed = await send(owner, 'PUT', `/api/albums/${album.id}`, { description: 'New' })
  expect(renamed).toMatchObject({ id: album.id, name: 'Family', photoCount: 1, code: '' })
  const { name, bio } = await send(owner, 'PUT', '/api/user', { bio: 'New' })
  expect([name, bio]).toEqual(['Ann Example', 'New'])
})
