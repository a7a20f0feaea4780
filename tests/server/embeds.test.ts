import { expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Browser } from '../support/browser.ts'
import { oEmbedFaults, readOEmbedXml } from '../support/feed-rules.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { withSegments, xmpSegment } from '../support/metadata-segments.ts'
import { camera } from '../support/photos.ts'

type OEmbed = Record<string, string | number>
const code = '?code=a%20b%26c'

async function withPages() {
  const gallery = await openGallery({ name: 'Ann & <Bo>' })
  const owner = await gallery.asOwner()
  const wide = await upload(gallery, owner, textureJpeg(1500, 1000))
  await owner.put(`/api/photos/${wide.id}`, { id: wide.id, title: 'Quay & <b>"sea"</b>' })
  const secret = await upload(gallery, owner, camera({ title: 'Secret' }))
  const family = await upload(gallery, owner, textureJpeg(400, 600))
  const stream = await makeAlbum(owner, 'Stream "one"', [wide], { isPhotostream: true })
  const coded = await makeAlbum(owner, 'Family', [family])
  await owner.data<Album>(`/api/albums/${coded.id}`, { method: 'PUT', body: { code: 'a b&c' } })
  return { gallery, owner, wide, secret, family, stream, coded }
}

const ask = (gallery: Gallery, path: string, others = '', browser: Browser = gallery.asVisitor()) =>
  browser.get(`/api/oembed?url=${encodeURIComponent(gallery.address() + path)}${others}`)

/** A response that keeps the rules of the format, the same in XML. */
async function oEmbedOf(gallery: Gallery, path: string, others = ''): Promise<OEmbed> {
  const answer = await ask(gallery, path, others)
  expect([path, answer.status]).toEqual([path, 200])
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const found = (await answer.json()) as OEmbed
  expect([path, oEmbedFaults(found)]).toEqual([path, []])
  const xml = await ask(gallery, path, `${others}&format=xml`)
  expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  expect(readOEmbedXml(await xml.text())).toEqual(found)
  return found
}

const local = (gallery: Gallery, address: string | number | undefined) =>
  String(address).replace(gallery.address(), '')

test('oEmbed gives a photo’s largest picture that fits, with its true size', async () => {
  const { gallery, wide, stream, family } = await withPages()
  await using _ = gallery
  const path = `/photo/${wide.id}`
  const usual = await oEmbedOf(gallery, path)
  expect(usual).toMatchObject({
    type: 'photo',
    title: 'Quay & <b>"sea"</b>',
    author_name: 'Ann & <Bo>',
    author_url: `${gallery.address()}/`,
    provider_name: 'Ann & <Bo>',
    width: 1200,
    height: 800,
    thumbnail_width: 400,
    thumbnail_height: 400,
  })
  for (const [limits, width, height] of [
    ['&maxwidth=900', 800, 533],
    ['&maxheight=400', 400, 267],
    ['&maxwidth=5000&maxheight=4000', 1500, 1000],
    ['&maxwidth=200&maxheight=5000', 200, 133],
  ] as const) {
    for (const address of [path, `/album/${stream.id}/${wide.id}`, `${path}?q=quay`]) {
      const found = await oEmbedOf(gallery, address, limits)
      expect([limits, found.width, found.height]).toEqual([limits, width, height])
      const picture = await gallery.asVisitor().get(local(gallery, found.url))
      expect(picture.headers.get('content-type')).toBe('image/jpeg')
      expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const { info } = await sizeOf(await picture.bytes())
      expect([info.width, info.height]).toEqual([width, height])
    }
  }
  // The smallest whole picture is 200 × 300, so the square one is the only one that fits.
  for (const [limits, side] of [
    ['&maxwidth=300&maxheight=299', 256],
    ['&maxwidth=300&maxheight=200', 200],
  ] as const) {
    const square = await oEmbedOf(gallery, `/photo/${family.id}${code}`, limits)
    expect([square.type, square.width, square.height]).toEqual(['photo', side, side])
    const picture = await gallery.asVisitor().get(local(gallery, square.url))
    const { info } = await sizeOf(await picture.bytes())
    expect([info.width, info.height]).toEqual([side, side])
  }
  const tooHigh = await oEmbedOf(gallery, `/photo/${family.id}${code}`, '&maxheight=199')
  expect(tooHigh.type).toBe('link')
  // Nothing is so small.
  const link = await oEmbedOf(gallery, path, '&maxwidth=100')
  expect(link).toMatchObject({ type: 'link' })
  expect(link.thumbnail_url).toBeUndefined()
})

const sizeOf = async (bytes: Uint8Array) => {
  const { default: sharp } = await import('sharp')
  const info = await sharp(bytes).metadata()
  return { info }
}

test('oEmbed names the creator of a photo, with the owner’s address only for the owner', async () => {
  const { gallery, owner, wide, stream } = await withPages()
  await using _ = gallery
  const [theirs, own] = await Promise.all(
    ['Zoë & Co', 'Ann & <Bo>'].map(async (creator) => {
      const { id } = await upload(gallery, owner, withSegments(await camera(), creditedTo(creator)))
      await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [id] })
      return id
    }),
  )
  const home = `${gallery.address()}/`
  for (const [path, name, address] of [
    [`/photo/${theirs}`, 'Zoë & Co', undefined],
    [`/album/${stream.id}/${theirs}`, 'Zoë & Co', undefined],
    [`/photo/${own}`, 'Ann & <Bo>', home],
    [`/photo/${wide.id}`, 'Ann & <Bo>', home],
    [`/album/${stream.id}`, 'Ann & <Bo>', home],
  ] as const) {
    const found = await oEmbedOf(gallery, path)
    expect([path, found.author_name, found.author_url]).toEqual([path, name, address])
    expect([found.provider_name, found.provider_url]).toEqual(['Ann & <Bo>', home])
  }
})

const creditedTo = (creator: string) =>
  xmpSegment(
    `<rdf:Description><dc:creator><rdf:Seq><rdf:li>${creator.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}</rdf:li></rdf:Seq></dc:creator></rdf:Description>`,
  )

test('oEmbed gives an album as a frame that fits and loads', async () => {
  const { gallery, stream } = await withPages()
  await using _ = gallery
  const path = `/album/${stream.id}`
  const found = await oEmbedOf(gallery, path)
  expect(found.type).toBe('rich')
  const frame =
    /^<iframe src="([^"]*)" title="([^"]*)" width="(\d+)" height="(\d+)"[^<>]*><\/iframe>$/
  const [, source, title, width, height] = frame.exec(String(found.html))!
  expect(source).toBe(`${gallery.address()}/embed${path}`)
  expect(title).toBe('Stream &#34;one&#34;')
  expect([Number(width), Number(height)]).toEqual([Number(found.width), Number(found.height)])
  expect((await gallery.asVisitor().get(local(gallery, source))).status).toBe(200)
  const small = await oEmbedOf(gallery, path, '&maxwidth=300&maxheight=200')
  expect([small.width, small.height, small.thumbnail_width]).toEqual([300, 200, 200])
})

test('oEmbed knows only what an anonymous visitor with the address may see', async () => {
  const { gallery, owner, secret, family, coded, stream, wide } = await withPages()
  await using _ = gallery
  const holder = gallery.asVisitor()
  expect((await holder.get(`/album/${coded.id}${code}`)).status).toBe(200)
  const unknown = await ask(gallery, `/photo/${crypto.randomUUID()}`)
  const nothing = await unknown.text()
  const hidden = [
    `/photo/${secret.id}`,
    `/photo/${family.id}`,
    `/album/${coded.id}`,
    `/album/${coded.id}?code=wrong`,
    `/album/${coded.id}/${family.id}`,
    `/album/${stream.id}/${secret.id}`,
    `/album/${stream.id}/${family.id}${code}`,
    `/album/${coded.id}/${wide.id}${code}`,
    ...['/', '/album', '/photo', '/camera', '/nothing', `/photo/${wide.id}/x`, '/photo/x'],
  ]
  for (const browser of [gallery.asVisitor(), owner, holder, await gallery.asGuest('Gus')]) {
    for (const path of hidden) {
      gallery.clock.advance(60_000)
      const answer = await ask(gallery, path, '', browser)
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, nothing])
    }
  }
  for (const path of [`/photo/${family.id}${code}`, `/album/${coded.id}/${family.id}${code}`]) {
    const found = await oEmbedOf(gallery, path)
    expect(String(found.url)).toEndWith('&code=a%20b%26c')
    expect((await gallery.asVisitor().get(local(gallery, found.url))).status).toBe(200)
  }
  const album = await oEmbedOf(gallery, `/album/${coded.id}${code}`)
  expect(String(album.html)).toContain(`/embed/album/${coded.id}?code=a%20b%26c`)
})

test('oEmbed refuses malformed requests, other sites and unknown formats', async () => {
  const { gallery, wide } = await withPages()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const url = `url=${encodeURIComponent(`${gallery.address()}/photo/${wide.id}`)}`
  for (const [query, status] of [
    ['', 400],
    ['?url=', 400],
    ['?url=nonsense', 400],
    [`?${url}&${url}`, 400],
    [`?${url}&maxwidth=-1`, 400],
    [`?${url}&maxheight=wide`, 400],
    [`?${url}&format=yaml`, 501],
    [`?url=${encodeURIComponent(`https://elsewhere.example/photo/${wide.id}`)}`, 404],
    [`?url=${encodeURIComponent('javascript:alert(1)')}`, 404],
    [`?${url}&maxwidth=0`, 200],
  ] as const) {
    expect([query, (await visitor.get(`/api/oembed${query}`)).status]).toEqual([query, status])
  }
})

test('guessing codes through oEmbed is limited', async () => {
  const { gallery, coded } = await withPages()
  await using _ = gallery
  for (let n = 0; n < 10; n++) {
    expect((await ask(gallery, `/album/${coded.id}?code=guess${n}`)).status).toBe(404)
  }
  expect((await ask(gallery, `/album/${coded.id}${code}`)).status).toBe(429)
  // What needs no code is not affected.
  expect((await ask(gallery, `/album/${crypto.randomUUID()}`)).status).toBe(404)
})

test('photo and album pages lead to oEmbed, with a code only if their address has it', async () => {
  const { gallery, owner, wide, family, coded, stream, secret } = await withPages()
  await using _ = gallery
  const linksOf = async (browser: Browser, path: string) => {
    const text = await (await browser.get(path)).text()
    const links =
      /<link rel="alternate" type="(?:application\/json|text\/xml)\+oembed" [^>]*href="([^"]+)"/g
    return [...text.matchAll(links)].map(([, href]) => href!.replaceAll('&amp;', '&'))
  }
  const holder = gallery.asVisitor()
  for (const path of [
    `/photo/${wide.id}`,
    `/album/${stream.id}`,
    `/album/${stream.id}/${wide.id}`,
    `/album/${coded.id}${code}`,
    `/album/${coded.id}/${family.id}${code}`,
  ]) {
    const links = await linksOf(holder, path)
    expect([path, links.length]).toEqual([path, 2])
    for (const link of links) {
      expect(link).toStartWith(`${gallery.address()}/api/oembed?url=`)
      expect((await gallery.asVisitor().get(local(gallery, link))).status).toBe(200)
    }
  }
  const closed = [`/album/${coded.id}`, `/album/${coded.id}/${family.id}`, `/photo/${family.id}`]
  for (const path of closed) {
    for (const browser of [holder, owner]) {
      expect([path, await linksOf(browser, path)]).toEqual([path, []])
    }
  }
  expect(await linksOf(owner, `/photo/${secret.id}`)).toEqual([])
})

test('embedded pages are the only ones that may be framed, and contain no scripts', async () => {
  const { gallery, owner, wide, stream } = await withPages()
  await using _ = gallery
  const missing = `/embed/photo/${crypto.randomUUID()}`
  for (const browser of [gallery.asVisitor(), owner]) {
    for (const path of [`/embed/photo/${wide.id}`, `/embed/album/${stream.id}`, missing]) {
      const answer = await browser.get(path)
      const policy = answer.headers.get('content-security-policy')!
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
      )
      expect(answer.headers.get('x-frame-options')).toBeNull()
      const text = await answer.text()
      expect(text).not.toMatch(/<script|\son\w+=|style=/i)
      const styles = /<style>(.*?)<\/style>/s.exec(text)![1]!
      const hash = new Bun.CryptoHasher('sha256').update(styles).digest('base64')
      expect(policy).toContain(`'sha256-${hash}'`)
      for (const [link] of text.matchAll(/<a [^>]*>/g)) {
        expect(link).toContain('target="_blank" rel="noopener"')
      }
      if (path === missing) continue
      const etag = answer.headers.get('etag')!
      const again = await browser.get(path, { 'if-none-match': etag })
      expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, policy])
      expect(again.headers.get('x-frame-options')).toBeNull()
    }
    for (const path of ['/', `/photo/${wide.id}`, '/embed', '/embed/photo', '/feed.atom']) {
      const { headers } = await browser.get(path)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  }
})

test('an embedded photo has its picture in all widths, its title and the owner’s name', async () => {
  const { gallery, wide, stream } = await withPages()
  await using _ = gallery
  const photo = await (await gallery.asVisitor().get(`/embed/photo/${wide.id}`)).text()
  expect(photo).toContain('<h1 dir="auto">Quay &amp; &lt;b&gt;&quot;sea&quot;&lt;/b&gt;</h1>')
  expect(photo).toContain('Ann &amp; &lt;Bo&gt;</a>')
  expect(photo).toContain(`alt="Quay &amp; &lt;b&gt;&quot;sea&quot;&lt;/b&gt;"`)
  expect(photo).toMatch(/srcset="[^"]*w=400&amp;f=webp 400w[^"]* 1500w"/)
  expect(photo).toContain(`href="/photo/${wide.id}"`)
  const album = await (await gallery.asVisitor().get(`/embed/album/${stream.id}`)).text()
  expect(album).toContain(`href="/album/${stream.id}/${wide.id}"`)
  expect(album).toContain('Open the album')
})

test('an embedded album shows as many photos as fill its rows, and leads to the others', async () => {
  const { gallery, owner, stream } = await withPages()
  await using _ = gallery
  const shown: number[] = []
  for (let count = 1; count <= 13; count++) {
    const text = await (await gallery.asVisitor().get(`/embed/album/${stream.id}`)).text()
    const tiles = text.match(/<li>/g)!.length
    shown.push(tiles)
    expect(text).toContain(tiles === count ? '>Open the album<' : `>See all ${count} photos<`)
    const { id } = await upload(gallery, owner)
    await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [id] })
  }
  expect(shown).toEqual([1, 2, 3, 4, 4, 6, 6, 6, 6, 6, 6, 12, 12])
})

test('embedded pages ignore sessions and grants, and hide what is hidden at once', async () => {
  const { gallery, owner, wide, secret, family, coded, stream } = await withPages()
  await using _ = gallery
  const holder = gallery.asVisitor()
  expect((await holder.get(`/album/${coded.id}${code}`)).status).toBe(200)
  const hidden = [
    `/embed/photo/${secret.id}`,
    `/embed/photo/${family.id}`,
    `/embed/album/${coded.id}`,
    `/embed/photo/${secret.id}${code}`,
    `/embed/album/${coded.id}?code=wrong`,
    '/embed/photo/nonsense',
    '/embed/album/nonsense',
  ]
  const nothing = await (await holder.get(`/embed/album/${crypto.randomUUID()}`)).text()
  for (const browser of [gallery.asVisitor(), owner, holder, await gallery.asGuest('Gus')]) {
    for (const path of hidden) {
      gallery.clock.advance(60_000)
      const answer = await browser.get(path)
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, nothing])
    }
    const album = await browser.get(`/embed/album/${coded.id}${code}`)
    expect(album.status).toBe(200)
    const text = await album.text()
    // A frame gets no cookies, so the code is in every address.
    const addresses = [...text.matchAll(/(?:href|src)="(\/(?:api|album|photo)\/[^"]*)"/g)]
    expect(addresses.length).toBeGreaterThan(2)
    for (const [, address] of addresses.filter(([whole]) => !whole.includes('canonical'))) {
      if (address === `/album/${coded.id}`) continue
      const plain = address!.replaceAll('&amp;', '&')
      expect([plain, (await gallery.asVisitor().get(plain)).status]).toEqual([plain, 200])
    }
    expect((await browser.get(`/embed/photo/${family.id}${code}`)).status).toBe(200)
  }
  const visitor = gallery.asVisitor()
  const path = `/embed/photo/${wide.id}`
  const etag = (await visitor.get(path)).headers.get('etag')!
  await owner.put(`/api/albums/${stream.id}/photos/delete`, { photoIds: [wide.id] })
  expect((await visitor.get(path)).status).toBe(404)
  expect((await visitor.get(path, { 'if-none-match': etag })).status).toBe(404)
  expect(await (await visitor.get(`/embed/album/${stream.id}`)).text()).not.toContain(wide.id)
})
