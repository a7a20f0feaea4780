// A cookie is valid only on the site that issued it, and only as long as that site says so.
import { expect, test } from 'bun:test'
import { hashToken } from '../../src/core/database/token.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'

/** Which of the cookies are accepted. */
async function rights(gallery: Gallery, cookies: Record<string, string>, album = '') {
  const browser = gallery.asVisitor()
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value)
  return {
    owner: (await browser.data<{ authenticated: boolean }>('/api/loggedin')).authenticated,
    guest: (await browser.data<{ authenticated: boolean }>('/api/guest/is')).authenticated,
    album: album !== '' && (await browser.get(`/api/albums/${album}`)).status === 200,
  }
}
const none = { owner: false, guest: false, album: false }

/** A gallery with an owner, a guest and an album with a code, and all their cookies. */
async function withCookies() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const guest = await gallery.asGuest('Gus')
  const photo = await upload(gallery, owner)
  const album = await makeAlbum(owner, 'Family', [photo])
  await owner.data(`/api/albums/${album.id}`, { method: 'PUT', body: { code: 'code' } })
  const visitor = gallery.asVisitor()
  await visitor.get(`/api/albums/${album.id}?code=code`)
  const cookies = Object.fromEntries([...owner.cookies, ...guest.cookies, ...visitor.cookies])
  const names = ['albums', 'guest', 'known', 'owner'].map((name) => `vitrine_${name}`)
  expect(Object.keys(cookies).sort()).toEqual(names)
  return { gallery, owner, guest, album: album.id, cookies }
}

test('the cookies of another gallery are worthless here', async () => {
  const one = await withCookies()
  await using gallery = one.gallery
  const { gallery: another, ...other } = await withCookies()
  await using _ = another
  expect(await rights(gallery, one.cookies, one.album)).toEqual({
    owner: true,
    guest: true,
    album: true,
  })
  // Not even for an album with the same id and code: the signature uses the folder's own key.
  another.services.store.connection.run('UPDATE album SET id = ? WHERE id = ?', [
    one.album,
    other.album,
  ])
  expect(await rights(another, one.cookies, one.album)).toEqual(none)
  expect(await rights(gallery, other.cookies, one.album)).toEqual(none)
})

test('no cookie can be used as another', async () => {
  const { gallery, cookies, album } = await withCookies()
  await using _ = gallery
  const names = Object.keys(cookies)
  for (const name of names) {
    for (const other of names.filter((other) => other !== name)) {
      expect(await rights(gallery, { [name]: cookies[other]! }, album)).toEqual(none)
    }
  }
})

test('the session data in the database are not a valid cookie', async () => {
  const { gallery, cookies } = await withCookies()
  await using _ = gallery
  const kept = gallery.services.store.connection
    .query<{ token_hash: Uint8Array }, []>('SELECT token_hash FROM session')
    .all()
    .map(({ token_hash }) => Buffer.from(token_hash))
  expect(kept.length).toBe(2)
  for (const hash of [...kept, Buffer.from(hashToken(cookies.vitrine_owner!))]) {
    for (const encoding of ['hex', 'base64url'] as const) {
      const value = hash.toString(encoding)
      expect(await rights(gallery, { vitrine_owner: value, vitrine_guest: value })).toEqual(none)
    }
  }
})

test('a cookie and its copies are invalid after signing out; the other person’s is not', async () => {
  const { gallery, owner, guest, cookies } = await withCookies()
  await using _ = gallery
  await guest.data('/api/guest/logout')
  expect(await rights(gallery, cookies)).toEqual({ owner: true, guest: false, album: false })
  await owner.data('/api/logout')
  expect(await rights(gallery, cookies)).toEqual(none)
})

test('a new password ends the owner’s sessions in every browser, and no guest’s', async () => {
  const { gallery, cookies, album } = await withCookies()
  await using _ = gallery
  const second = await gallery.asOwner()
  await gallery.services.owner.setPassword('another horse battery')
  expect(await rights(gallery, cookies, album)).toEqual({ owner: false, guest: true, album: true })
  expect(await rights(gallery, Object.fromEntries(second.cookies))).toEqual(none)
})

test('a malformed cookie signs no one in and breaks nothing', async () => {
  const { gallery, cookies } = await withCookies()
  await using _ = gallery
  const token = cookies.vitrine_owner!
  for (const value of [
    '',
    token.slice(1),
    `${token}A`,
    token.toLowerCase(),
    `"${token}x"`,
    `${token}, ${token}`,
    '%',
    '%ff',
    '%00',
    "' OR 1=1 --",
    'x'.repeat(2000),
    '__proto__',
    'null',
    'undefined',
  ]) {
    const forged = { vitrine_owner: value, vitrine_guest: value, vitrine_albums: value }
    expect([value, await rights(gallery, forged)]).toEqual([value, none])
  }
  // Of two cookies with the same name the browser's order decides; neither makes the other valid.
  const twice = await gallery.asVisitor().get('/api/loggedin', {
    cookie: `vitrine_owner=wrong; __Host-vitrine_owner=${token}; Vitrine_Owner=${token}`,
  })
  expect((await twice.json()).data).toEqual({ authenticated: false })
})

test('a cookie without the __Host- prefix, as a neighbour could set it, is not read over https', async () => {
  await using gallery = await openGallery({ publicUrl: 'https://photos.example.org' })
  const owner = await gallery.asOwner()
  const token = owner.cookies.get('__Host-vitrine_owner')!
  expect(await rights(gallery, { '__Host-vitrine_owner': token })).toMatchObject({ owner: true })
  expect(await rights(gallery, { vitrine_owner: token })).toEqual(none)
})
