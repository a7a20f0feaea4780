import { expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Browser } from '../support/browser.ts'
import { atomFaults, jsonFeedFaults } from '../support/feed-rules.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { camera } from '../support/photos.ts'
import { structuredDataOf } from '../support/structured-data-rules.ts'

type JsonFeed = {
  title: string
  description?: string
  home_page_url: string
  feed_url: string
  items: { id: string; url: string; title: string; image: string; content_html: string }[]
}

const setCode = (owner: Browser, { id }: Album, code: string) =>
  owner.data(`/api/albums/${id}`, { method: 'PUT', body: { code } })

async function jsonFeedAt(browser: Browser, path: string): Promise<JsonFeed> {
  const answer = await browser.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.json()
}
const titlesAt = async (browser: Browser, path: string): Promise<string[]> =>
  (await jsonFeedAt(browser, path)).items.map(({ title }) => title)

/** Both formats of a feed, with what is wrong with them. */
async function faultsAt(gallery: Gallery, path: string, code = ''): Promise<string[]> {
  const read = async (format: string) => {
    const address = `${path}.${format}${code && `?code=${encodeURIComponent(code)}`}`
    const answer = await gallery.asVisitor().get(address)
    expect([address, answer.status]).toEqual([address, 200])
    return { text: await answer.text(), address: gallery.address() + address }
  }
  const [atom, json] = [await read('atom'), await read('json')]
  return [...atomFaults(atom.text, atom.address), ...jsonFeedFaults(json.text, json.address)]
}

async function withAlbums() {
  const gallery = await openGallery({ bio: 'Photos & <b>more</b> ]]>' })
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (const title of ['First', 'Second', 'Third', 'Secret', 'Family']) {
    photos.push(await upload(gallery, owner, camera({ title, gps: [50, 8] })))
  }
  const [first, second, third, secret, family] = photos as [Photo, Photo, Photo, Photo, Photo]
  const stream = await makeAlbum(owner, 'Stream', [first, second], { isPhotostream: true })
  const coded = await makeAlbum(owner, 'Family days', [family])
  await setCode(owner, coded, 'a b&c')
  return { gallery, owner, stream, coded, first, second, third, secret, family }
}

test('feeds keep the rules of Atom, JSON Feed and the W3C’s validator, whatever the texts are', async () => {
  const { gallery, owner, stream, coded, first, second } = await withAlbums()
  await using _ = gallery
  const nasty = '<script>alert(1)</script> & "quotes" ]]> \u{FFFE} </entry> &nbsp; 😀'
  await owner.put(`/api/photos/${first.id}`, {
    id: first.id,
    title: nasty,
    description: `${nasty}\n\nA second paragraph with <a href="/x">markup</a>`,
    keywords: ['a & b', '<i>', nasty.slice(0, 60)],
  })
  await owner.put(`/api/photos/${second.id}`, { id: second.id, title: '', description: '' })
  const empty = await makeAlbum(owner, `Empty ${nasty}`)
  for (const path of ['/feed', `/album/${stream.id}/feed`, `/album/${empty.id}/feed`]) {
    expect([path, await faultsAt(gallery, path)]).toEqual([path, []])
  }
  expect(await faultsAt(gallery, `/album/${coded.id}/feed`, 'a b&c')).toEqual([])
  const { items } = await jsonFeedAt(gallery.asVisitor(), '/feed.json')
  expect(items[1]!.title).toBe(nasty.replace('\u{FFFE}', ''))
  expect(items[1]!.content_html).toContain('&lt;script&gt;')
  expect(items[1]!.content_html).toContain('<p>A second paragraph with &lt;a')
  expect(items[0]!.title).toBe('Photo taken on May 6, 2024 with Olympus E-10')
})

test('a photo without a title is described by its facts, not called Untitled', async () => {
  const { gallery, owner, stream } = await withAlbums()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const dated = await upload(gallery, owner, camera())
  const bare = await upload(gallery, owner, textureJpeg(70, 50))
  const photoIds = [dated.id, bare.id]
  await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds })
  const sentence = 'Photo taken on May 6, 2024 with Olympus E-10'
  const items = (await jsonFeedAt(visitor, '/feed.json')).items as unknown as Record<
    string,
    string
  >[]
  const ofPhoto = ({ id }: Photo) => items.find((item) => item.id === `urn:uuid:${id}`)!
  expect(ofPhoto(dated).title).toBe(sentence)
  expect(ofPhoto(dated).summary).toStartWith('Taken on May 6, 2024 · Olympus E-10 · 9 mm')
  expect([ofPhoto(bare).title, ofPhoto(bare).summary]).toEqual(['Photo', 'Photo'])
  expect(JSON.stringify(items)).not.toContain('Untitled')
  expect(await (await visitor.get('/feed.atom')).text()).not.toContain('Untitled')
  for (const [{ id }, name, description] of [
    [dated, sentence, /Taken on May 6, 2024 · Olympus E-10 · 9 mm/],
    [bare, 'Photo', /"Photo"/],
  ] as const) {
    const html = await (await visitor.get(`/photo/${id}`)).text()
    for (const meta of ['name="description"', 'property="og:description"']) {
      const [, content] = new RegExp(`<meta ${meta} content=("[^"]*")`).exec(html)!
      expect(content).toMatch(description)
    }
    const [data] = structuredDataOf(html)
    expect(JSON.parse(data!)).toMatchObject({ name, description: name })
    const url = encodeURIComponent(`${gallery.address()}/photo/${id}`)
    const embed = await (await visitor.get(`/api/oembed?url=${url}`)).json()
    expect(embed.title).toBe(name)
  }
})

test.each([
  ['no date', /<updated>[^<]*<\/updated>/, ''],
  ['a malformed date', /<updated>[^<]*/, '<updated>yesterday'],
  ['an element that Atom does not know', '<entry>', '<image/><entry>'],
  ['two titles', '<entry>', '<entry><title>Again</title>'],
  ['a relative address', /href="[^"]*feed.atom"/, 'href="/feed.atom"'],
  ['a relative address in HTML', /img src="[^"]*"/, 'img src="/x.jpg"'],
  ['a script', '<p>', '<script>1</script><p>'],
  ['an id used twice', /<id>tag:[^<]*/, '<id>urn:uuid:ID'],
  ['no author', /<author>.*?<\/author>/s, ''],
])('the checks of Atom find %s', async (_, found, instead) => {
  const { gallery, second } = await withAlbums()
  await using _gallery = gallery
  const text = await (await gallery.asVisitor().get('/feed.atom')).text()
  const broken = text.replace(found, instead.replace('ID', second.id))
  expect(broken).not.toBe(text)
  expect(atomFaults(broken, `${gallery.address()}/feed.atom`)).not.toEqual([])
})

test('the newest photos of an album come first, at most 30, with their exposure', async () => {
  const { gallery, owner, stream, third, first } = await withAlbums()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  expect(await titlesAt(visitor, '/feed.json')).toEqual(['Second', 'First'])
  // An old photo that is published today is news.
  await owner.put(`/api/albums/${stream.id}/photos/delete`, { photoIds: [first.id] })
  await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [third.id] })
  await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [first.id] })
  expect(await titlesAt(visitor, '/feed.json')).toEqual(['First', 'Third', 'Second'])
  const feed = await jsonFeedAt(visitor, '/feed.json')
  expect(feed.items[0]).toMatchObject({
    id: `urn:uuid:${first.id}`,
    url: `${gallery.address()}/photo/${first.id}`,
    image: `${gallery.address()}/api/landscapes/${first.fileName}?f=jpg`,
  })
  expect(feed.items[0]!.content_html).toContain('f/2.8, ISO 80, 1/250 s')
  const inAlbum = await jsonFeedAt(visitor, `/album/${stream.id}/feed.json`)
  expect(inAlbum.items[0]!.url).toBe(`${gallery.address()}/album/${stream.id}/${first.id}`)
  for (let n = 0; n < 30; n++) {
    const photo = await upload(gallery, owner, camera({ title: `More ${n}` }))
    await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [photo.id] })
  }
  const titles = await titlesAt(visitor, '/feed.json')
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([30, 'More 29', 'More 0'])
})

test('a picture in a feed loads on any site and has the declared length', async () => {
  const { gallery, coded } = await withAlbums()
  await using _ = gallery
  for (const path of ['/feed.json', `/album/${coded.id}/feed.json?code=a%20b%26c`]) {
    const [item] = (await jsonFeedAt(gallery.asVisitor(), path)).items as unknown as {
      attachments: { url: string; size_in_bytes: number; mime_type: string }[]
    }[]
    const { url, size_in_bytes, mime_type } = item!.attachments[0]!
    const picture = await gallery.asVisitor().get(url.replace(gallery.address(), ''))
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe(mime_type)
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await picture.bytes()).length).toBe(size_in_bytes)
  }
})

test('a picture that only a session or a grant shows is kept from other sites', async () => {
  const { gallery, owner, secret, family, coded } = await withAlbums()
  await using _ = gallery
  const policyFor = async (browser: Browser, { fileName }: Photo) =>
    (await browser.get(`/api/landscapes/${fileName}?f=jpg`)).headers.get(
      'cross-origin-resource-policy',
    )
  expect(await policyFor(owner, secret)).toBe('same-origin')
  const holder = gallery.asVisitor()
  await holder.get(`/album/${coded.id}?code=a+b%26c`)
  expect(await policyFor(holder, family)).toBe('same-origin')
})

test('feeds show everyone what an anonymous visitor sees, and nothing private', async () => {
  const { gallery, owner, coded, secret } = await withAlbums()
  await using _ = gallery
  const holder = gallery.asVisitor()
  expect((await holder.get(`/album/${coded.id}?code=a+b%26c`)).status).toBe(200)
  const guest = await gallery.asGuest('Gus')
  for (const format of ['atom', 'json']) {
    const expected = await (await gallery.asVisitor().get(`/feed.${format}`)).text()
    for (const browser of [owner, guest, holder]) {
      expect(await (await browser.get(`/feed.${format}`)).text()).toBe(expected)
      // Neither a session nor a grant replaces the code.
      const answer = await browser.get(`/album/${coded.id}/feed.${format}`)
      const unknown = await browser.get(`/album/${crypto.randomUUID()}/feed.${format}`)
      expect([answer.status, await answer.text()]).toEqual([unknown.status, await unknown.text()])
      expect(answer.status).toBe(404)
    }
    expect(expected).not.toMatch(/Secret|Family|DSC_0001|50\.0|latitude|gps|md5/i)
    expect(expected).not.toContain(secret.id)
  }
})

test('an album with a code has a feed only with its code, which all its links have', async () => {
  const { gallery, owner, coded, family } = await withAlbums()
  await using _ = gallery
  const path = `/album/${coded.id}/feed.json`
  for (const browser of [gallery.asVisitor(), owner]) {
    for (const query of ['', '?code=', '?code=wrong', '?code=a']) {
      expect([query, (await browser.get(path + query)).status]).toEqual([query, 404])
    }
    const feed = await jsonFeedAt(browser, `${path}?code=a%20b%26c`)
    const code = '?code=a%20b%26c'
    expect(feed.home_page_url).toBe(`${gallery.address()}/album/${coded.id}${code}`)
    expect(feed.items[0]!.url).toBe(`${gallery.address()}/album/${coded.id}/${family.id}${code}`)
    expect(feed.items[0]!.image).toEndWith('?f=jpg&code=a%20b%26c')
  }
  // A superfluous code is not repeated.
  expect((await jsonFeedAt(gallery.asVisitor(), '/feed.json?code=a%20b%26c')).feed_url).toBe(
    `${gallery.address()}/feed.json`,
  )
  await setCode(owner, coded, 'new')
  expect((await gallery.asVisitor().get(`${path}?code=a%20b%26c`)).status).toBe(404)
})

test('keywords and cameras have feeds of their photos in the photostream', async () => {
  const { gallery, owner, first, second, secret, coded } = await withAlbums()
  await using _ = gallery
  const give = (photo: Photo, keywords: string[]) =>
    owner.put(`/api/photos/${photo.id}`, { id: photo.id, keywords })
  await give(first, ['Red Fox', 'a/b & "c"'])
  await give(second, ['red  fox', 'snow'])
  await give(secret, ['hidden word', 'snow'])
  const other = await upload(gallery, owner, camera({ model: 'Secret Camera', title: 'Other' }))
  const open = await upload(gallery, owner, camera({ model: 'Open Camera', title: 'Open' }))
  await owner.put(`/api/albums/${coded.id}/photos/add`, { photoIds: [other.id] })
  // Visible, so that its camera is known, but not in the photostream.
  await makeAlbum(owner, 'Open', [open])
  const visitor = gallery.asVisitor()
  for (const word of ['red%20fox', 'Red%20Fox', 'RED%20FOX', '%EF%BC%B2ed%20fox']) {
    expect(await titlesAt(visitor, `/keyword/${word}/feed.json`)).toEqual(['Second', 'First'])
  }
  expect(await titlesAt(owner, '/keyword/snow/feed.json')).toEqual(['Second'])
  expect((await jsonFeedAt(visitor, '/keyword/red%20fox/feed.json')).home_page_url).toBe(
    `${gallery.address()}/keyword/red%20fox`,
  )
  const cameras = await visitor.data<{ id: string; name: string }[]>('/api/cameras')
  const shown = cameras.find(({ id }) => id === 'e-10')!
  const feed = await jsonFeedAt(owner, '/camera/e-10/feed.json')
  expect([feed.title, feed.items.map(({ title }) => title)]).toEqual([
    shown.name,
    ['Second', 'First'],
  ])
  for (const path of [
    '/keyword/red%20fox/feed',
    '/keyword/a%2Fb%20%26%20%22c%22/feed',
    '/camera/e-10/feed',
  ]) {
    expect([path, await faultsAt(gallery, path)]).toEqual([path, []])
  }
  const nothing = await (await visitor.get('/keyword/never/feed.json')).text()
  for (const path of [
    '/keyword/hidden%20word/feed',
    '/keyword/%20/feed',
    `/keyword/${'x'.repeat(300)}/feed`,
    '/camera/secret-camera/feed',
    '/camera/open-camera/feed',
    '/camera/never/feed',
  ]) {
    for (const browser of [visitor, owner]) {
      const answer = await browser.get(`${path}.json?code=a%20b%26c`)
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, nothing])
    }
  }
  const page = await (await visitor.get('/camera/e-10')).text()
  expect(page).toContain(`href="${gallery.address()}/camera/e-10/feed.atom"`)
  for (const browser of [visitor, owner]) {
    expect(await (await browser.get('/camera/open-camera')).text()).not.toContain('feed.atom')
  }
  await owner.put(`/api/albums/${coded.id}`, { code: '' })
  expect((await visitor.get('/camera/secret-camera/feed.json')).status).toBe(404)
})

test('guessing codes at a feed is limited, even if a cached feed would answer', async () => {
  const { gallery, coded } = await withAlbums()
  await using _ = gallery
  const path = `/album/${coded.id}/feed.json`
  const opened = await gallery.asVisitor().get(`${path}?code=a%20b%26c`)
  expect(opened.status).toBe(200)
  expect(opened.headers.get('cache-control')).toBe('private, no-store')
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) {
    statuses.push((await gallery.asVisitor().get(`${path}?code=guess${n}`)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(404), 429])
  expect((await gallery.asVisitor().get(`${path}?code=a%20b%26c`)).status).toBe(429)
})

test('a reader gets 304 by ETag or date until something changes, and HEAD', async () => {
  const { gallery, owner, stream, first } = await withAlbums()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  for (const path of ['/feed.atom', '/feed.json', `/album/${stream.id}/feed.atom`]) {
    gallery.clock.advance(5000)
    const answer = await visitor.get(path, { 'accept-encoding': 'br' })
    const { headers } = answer
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('content-encoding')).toBe('br')
    const etag = headers.get('etag')!
    const date = headers.get('last-modified')!
    expect(Date.parse(date)).toBeLessThanOrEqual(gallery.clock.now())
    const again = await visitor.get(path, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await visitor.get(path, { 'if-modified-since': date })).status).toBe(304)
    // An ETag takes precedence.
    const mixed = { 'if-modified-since': date, 'if-none-match': '"other"' }
    expect((await visitor.get(path, mixed)).status).toBe(200)
    const before = new Date(Date.parse(date) - 1000).toUTCString()
    expect((await visitor.get(path, { 'if-modified-since': before })).status).toBe(200)
    const head = await visitor.request(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toBe(headers.get('content-type'))
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(500)
    // A change of something else changes neither.
    await owner.put('/api/pages/about', { markdown: 'x', revision: '' })
    await makeAlbum(owner, `Other ${path}`)
    gallery.clock.advance(5000)
    expect((await visitor.get(path, { 'if-modified-since': date })).status).toBe(304)
    // In the same second as it is read: the date must not hide it.
    await owner.put(`/api/photos/${first.id}`, { id: first.id, title: `Changed ${path}` })
    expect((await visitor.get(path, { 'if-none-match': etag })).status).toBe(200)
    expect((await visitor.get(path, { 'if-modified-since': date })).status).toBe(200)
  }
})

test('two changes within a second never share a date', async () => {
  const { gallery, owner, first } = await withAlbums()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const dates: (string | null)[] = []
  for (const title of ['One', 'Two', 'Three']) {
    await owner.put(`/api/photos/${first.id}`, { id: first.id, title })
    dates.push((await visitor.get('/feed.json')).headers.get('last-modified'))
  }
  expect(dates[0]).not.toBeNull()
  expect(dates.slice(1)).toEqual([null, null])
  gallery.clock.advance(10_000)
  await owner.put(`/api/photos/${first.id}`, { id: first.id, title: 'Four' })
  const { headers } = await visitor.get('/feed.json')
  expect(headers.get('last-modified')).toBe(
    new Date(gallery.clock.now() - (gallery.clock.now() % 1000)).toUTCString(),
  )
})

test('a photo that is hidden or deleted is gone from its feeds at once', async () => {
  const { gallery, owner, stream, first, second } = await withAlbums()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const paths = ['/feed.json', `/album/${stream.id}/feed.json`]
  for (const path of paths) expect(await titlesAt(visitor, path)).toEqual(['Second', 'First'])
  const etag = (await visitor.get('/feed.json')).headers.get('etag')!
  await owner.put(`/api/albums/${stream.id}/photos/delete`, { photoIds: [second.id] })
  for (const path of paths) expect(await titlesAt(visitor, path)).toEqual(['First'])
  expect((await visitor.get('/feed.json', { 'if-none-match': etag })).status).toBe(200)
  await owner.delete(`/api/photos/${first.id}`, { removeFiles: true })
  for (const path of paths) expect(await titlesAt(visitor, path)).toEqual([])
  await setCode(owner, stream, 'closed')
  expect((await visitor.get(paths[1]!)).status).toBe(404)
})

test('addresses are those of the public URL, whatever Host says', async () => {
  await using gallery = await openGallery({ publicUrl: 'https://photos.example.org' })
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner)
  await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
  const answer = await gallery.asVisitor().get('/feed.atom', { host: 'evil.example' })
  const text = await answer.text()
  expect(text).not.toContain('evil')
  expect(atomFaults(text, 'https://photos.example.org/feed.atom')).toEqual([])
})

test('a gallery without an owner has no feed; one without photos has an empty one', async () => {
  await using gallery = await openGallery()
  for (const path of ['/feed.atom', '/feed.json']) {
    expect((await gallery.asVisitor().get(path)).status).toBe(404)
  }
  await gallery.asOwner()
  expect(await faultsAt(gallery, '/feed')).toEqual([])
})

test('a feed without photos was last changed when its album was made, at every request', async () => {
  const start = Math.floor(Date.now() / 1000) * 1000
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const visitor = gallery.asVisitor()
  const updatedAt = async (path: string) => {
    const answer = await visitor.get(path)
    const time = Date.parse(/<updated>([^<]*)</.exec(await answer.text())?.[1] ?? '')
    return { time, etag: answer.headers.get('etag')! }
  }
  const path = '/feed.atom'
  const { time: began } = await updatedAt(path)
  expect(began).toBeGreaterThanOrEqual(start)
  expect(began).toBeLessThanOrEqual(Date.now())
  const beforeAlbum = Date.now()
  const album = await makeAlbum(owner, 'Empty', [], { isPhotostream: true })
  const afterAlbum = Date.now()
  for (const path of ['/feed.atom', `/album/${album.id}/feed.atom`]) {
    const { time, etag } = await updatedAt(path)
    expect(time).toBeGreaterThanOrEqual(beforeAlbum)
    expect(time).toBeLessThanOrEqual(afterAlbum)
    gallery.clock.advance(100_000)
    await makeAlbum(owner, `Other ${path}`)
    expect(await updatedAt(path)).toEqual({ time, etag })
    expect((await visitor.get(path, { 'if-none-match': etag })).status).toBe(304)
  }
})

test('pages name their feeds, with the code only if their own address has it', async () => {
  const { gallery, owner, stream, coded } = await withAlbums()
  await using _ = gallery
  const linksOf = async (browser: Browser, path: string) => {
    const text = await (await browser.get(path)).text()
    return [
      ...text.matchAll(
        /<link rel="alternate" type="application\/(?:atom|feed)\+\w+" [^>]*href="([^"]+)"/g,
      ),
    ].map(([, href]) => href!.replaceAll('&amp;', '&').replace(gallery.address(), ''))
  }
  const visitor = gallery.asVisitor()
  expect(await linksOf(visitor, '/')).toEqual(['/feed.atom', '/feed.json'])
  const ofStream = [`/album/${stream.id}/feed.atom`, `/album/${stream.id}/feed.json`]
  expect(await linksOf(visitor, `/album/${stream.id}`)).toEqual(ofStream)
  const withCode = await linksOf(visitor, `/album/${coded.id}?code=a+b%26c`)
  expect(withCode).toEqual(
    ['atom', 'json'].map((format) => `/album/${coded.id}/feed.${format}?code=a%20b%26c`),
  )
  for (const link of [...ofStream, ...withCode]) {
    expect((await gallery.asVisitor().get(link)).status).toBe(200)
  }
  // The visitor has a grant by now; the owner needs no code.
  for (const browser of [visitor, owner]) {
    expect(await linksOf(browser, `/album/${coded.id}`)).toEqual([])
  }
})
