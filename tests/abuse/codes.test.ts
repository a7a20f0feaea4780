import { describe, expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const minuteMs = 60_000
const code = 'Straße 7'
const otherCode = 'another code'

/**
 * Two albums with different codes and a photo each; `ask` tells what a query opens of the first.
 */
async function withTwoCodes() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const albums: Album[] = []
  const photos: Photo[] = []
  for (const [name, code] of [
    ['Family', 'Straße 7'],
    ['Other', otherCode],
  ] as const) {
    const photo = await upload(gallery, owner, camera())
    const album = await makeAlbum(owner, name, [photo])
    await owner.data(`/api/albums/${album.id}`, { method: 'PUT', body: { code } })
    photos.push(photo)
    albums.push(album)
  }
  const [album, other] = albums as [Album, Album]
  const addresses = [
    `/api/albums/${album.id}`,
    `/api/albums/${album.id}/photos?limit=5`,
    `/api/photos/${photos[0]!.id}`,
    `/photo/${photos[0]!.id}`,
    `/api/images/${photos[0]!.fileName}`,
  ]
  const ask = async (query: string, browser?: Browser) => {
    const answers: { status: number; text: string; cookie: string | null }[] = []
    for (const address of addresses) {
      gallery.clock.advance(minuteMs)
      const target = query && `${address}${address.includes('?') ? '&' : '?'}${query}`
      const answer = await (browser ?? gallery.asVisitor()).get(target || address)
      const cookie = answer.headers.get('set-cookie')
      answers.push({ status: answer.status, text: await answer.text(), cookie })
    }
    return answers
  }
  const statuses = async (query: string, browser?: Browser) =>
    (await ask(query, browser)).map(({ status }) => status)
  const setCode = (album: Album, code: string) =>
    owner.data(`/api/albums/${album.id}`, { method: 'PUT', body: { code } })
  return { gallery, owner, album, other, photos, addresses, ask, statuses, setCode }
}

const all = (status: number) => Array<number>(5).fill(status)
const encoded = encodeURIComponent(code)

describe('codes', () => {
  test('an album code opens its album only exactly as it was set', async () => {
    const { gallery, statuses } = await withTwoCodes()
    await using _ = gallery
    expect(await statuses(`code=${encoded}`)).toEqual(all(200))
    const wrong = [
      'code=',
      'code',
      `code=${encodeURIComponent(otherCode)}`,
      `code=${encodeURIComponent(code.toLowerCase())}`,
      `code=${encodeURIComponent(code.toUpperCase())}`,
      `code=${encodeURIComponent(code.normalize('NFD').replace('ß', 'ss'))}`,
      `code=${encoded}%00`,
      `code=%00${encoded}`,
      'code=%00',
      `code=${encoded}%20`,
      `code=%20${encoded}`,
      `code=${encoded}%0a`,
      `code=${encoded.slice(0, -1)}`,
      `code=${encoded}${encoded}`,
      `code[]=${encoded}`,
      `code%5B%5D=${encoded}`,
      `code[0]=${encoded}`,
      `code.x=${encoded}`,
      `Code=${encoded}`,
      `CODE=${encoded}`,
      `codes=${encoded}`,
      `code=["${encoded}"]`,
      `code={"$ne":""}`,
      `code=%25`,
      'code=_______%25',
      "code=' OR code <> '",
      'code=true',
      'code=null',
      'code=undefined',
      'code=0',
      'code=%ff',
      'code=%',
      `code=${'x'.repeat(4000)}`,
      `x=1#code=${encoded}`,
    ]
    for (const query of wrong) expect([query, await statuses(query)]).toEqual([query, all(404)])
  })

  test('an album code given twice is rejected, whichever comes first', async () => {
    const { gallery, ask } = await withTwoCodes()
    await using _ = gallery
    for (const query of [
      `code=${encoded}&code=${encoded}`,
      `code=${encoded}&code=`,
      `code=&code=${encoded}`,
      `code=wrong&code=${encoded}`,
      `code=${encoded}&x=1&code=wrong`,
    ]) {
      for (const { status, cookie } of await ask(query)) {
        expect([query, status, cookie]).toEqual([query, 400, null])
      }
    }
  })

  test('an album code counts only in the query, not in headers or cookies', async () => {
    const { gallery, addresses } = await withTwoCodes()
    await using _ = gallery
    for (const headers of [
      { code: 'Stra' },
      { 'x-code': encoded },
      { cookie: `code=${encoded}` },
      { cookie: `vitrine_albums=${encoded}` },
      { referer: `http://localhost/?code=${encoded}` },
      { authorization: `Bearer ${encoded}` },
    ]) {
      for (const address of addresses) {
        expect((await gallery.asVisitor().get(address, headers as never)).status).toBe(404)
      }
    }
  })

  test('a changed album code opens nothing, and the new code does', async () => {
    const { gallery, album, statuses, setCode } = await withTwoCodes()
    await using _ = gallery
    await setCode(album, 'second')
    expect(await statuses(`code=${encoded}`)).toEqual(all(404))
    expect(await statuses('code=second')).toEqual(all(200))
    await setCode(album, code)
    expect(await statuses('code=second')).toEqual(all(404))
  })

  test('a wrong album code is answered like an unknown album, without a cookie', async () => {
    const { gallery, album, other, photos, ask } = await withTwoCodes()
    await using _ = gallery
    const secrets = [album.name, other.name, other.id, photos[1]!.id, code, otherCode]
    for (const query of ['', 'code=wrong', `code=${encodeURIComponent(otherCode)}`]) {
      for (const { status, text, cookie } of await ask(query)) {
        expect(status).toBe(404)
        expect(secrets.filter((secret) => text.includes(`"${secret}"`))).toEqual([])
        // The other album's right code is remembered for that album.
        expect(cookie !== null).toBe(query.includes('another'))
        expect(cookie ?? '').not.toContain(album.id)
      }
    }
  })

  test('an album code that is wrong too often is refused in a body that every client can read', async () => {
    const { gallery, addresses } = await withTwoCodes()
    await using _ = gallery
    gallery.clock.advance(minuteMs)
    for (let attempt = 0; attempt < 10; attempt++) {
      await gallery.asVisitor().get(`${addresses[0]}?code=wrong${attempt}`)
    }
    for (const address of addresses) {
      for (const encoding of ['gzip', 'br', 'identity']) {
        const target = `${address}${address.includes('?') ? '&' : '?'}code=wrong`
        const answer = await gallery.asVisitor().get(target, { 'accept-encoding': encoding })
        expect([address, answer.status]).toEqual([address, 429])
        expect(answer.headers.get('content-encoding')).toBeNull()
        expect((await errorOf(answer)).message).toContain('code')
      }
    }
  })

  test('an album code appears in no response but the owner’s', async () => {
    const { gallery, owner, album, ask } = await withTwoCodes()
    await using _ = gallery
    for (const { text, cookie } of await ask(`code=${encoded}`)) {
      for (const spelling of [code, encoded, otherCode]) {
        expect(text).not.toContain(spelling)
        expect(cookie).not.toContain(spelling)
      }
    }
    const opened = gallery.asVisitor()
    await opened.get(`/api/albums/${album.id}?code=${encoded}`)
    for (const address of ['/api/albums', `/api/albums/${album.id}`, '/']) {
      expect(await (await opened.get(address)).text()).not.toContain('"code"')
    }
    expect((await owner.data<Album>(`/api/albums/${album.id}`)).code).toBe(code)
  })
})

describe('cookies', () => {
  test('the cookie of a code works in any browser until the code changes', async () => {
    const { gallery, album, statuses, setCode } = await withTwoCodes()
    await using _ = gallery
    const visitor = gallery.asVisitor()
    await visitor.get(`/api/albums/${album.id}?code=${encoded}`)
    const proof = visitor.cookies.get('vitrine_albums')!
    const carrying = (value: string) => {
      const browser = gallery.asVisitor()
      browser.cookies.set('vitrine_albums', value)
      return browser
    }
    expect(await statuses('', carrying(proof))).toEqual(all(200))
    await setCode(album, 'second')
    expect(await statuses('', carrying(proof))).toEqual(all(404))
    // Not even as part of a newer cookie.
    await setCode(album, '')
    await setCode(album, 'third')
    expect(await statuses('', carrying(proof))).toEqual(all(404))
  })

  test('the cookie of a code proves nothing if it was tampered with', async () => {
    const { gallery, album, other, statuses } = await withTwoCodes()
    await using _ = gallery
    const visitor = gallery.asVisitor()
    await visitor.get(`/api/albums/${other.id}?code=${encodeURIComponent(otherCode)}`)
    const [otherId = '', signature = ''] = visitor.cookies.get('vitrine_albums')!.split('.')
    expect(otherId).toBe(other.id)
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const cookie of [
      `${album.id}.${signature}`,
      `${album.id}.${flipped}`,
      `${album.id}.`,
      `${album.id}`,
      `.${signature}`,
      `${otherId}.${signature}~${album.id}.${signature}`,
      `${otherId}~${album.id}.${signature}`,
      `${album.id}.${otherId}.${signature}`,
      `${album.id}${otherId}.${signature}`,
      `${otherId}.${signature}.${album.id}`,
      `${album.id}%2e${signature}`,
      `${album.id}.undefined`,
      `${album.id}.null`,
      "' OR 1=1 --",
      '~~~~',
      '.'.repeat(3000),
      `${'x.y~'.repeat(700)}`,
    ]) {
      const forger = gallery.asVisitor()
      forger.cookies.set('vitrine_albums', cookie)
      expect([cookie, await statuses('', forger)]).toEqual([cookie, all(404)])
    }
  })

  test('the cookie of a code keeps the last thirty albums and never outgrows a header', async () => {
    const { gallery, owner } = await withTwoCodes()
    await using _ = gallery
    const visitor = gallery.asVisitor()
    const ids: string[] = []
    for (let n = 0; n < 33; n++) {
      const { id } = await makeAlbum(owner, `Album ${n}`)
      await owner.data(`/api/albums/${id}`, { method: 'PUT', body: { code: `number ${n}` } })
      expect((await visitor.get(`/api/albums/${id}?code=number+${n}`)).status).toBe(200)
      ids.push(id)
    }
    expect(visitor.cookies.get('vitrine_albums')!.length).toBeLessThan(4096)
    const statuses: number[] = []
    for (const id of ids) statuses.push((await visitor.get(`/api/albums/${id}`)).status)
    expect(statuses).toEqual([...Array(3).fill(404), ...Array(30).fill(200)])
  })
})
