import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { camera } from '../support/photos.ts'
import { head, rawExchange, statusOf } from '../support/raw-socket.ts'

const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'

/** The page's text, title, description, picture and initial data. */
async function read(browser: Browser, path: string) {
  const answer = await browser.get(path)
  const text = await answer.text()
  const named = (pattern: RegExp) => pattern.exec(text)?.[1]
  return {
    status: answer.status,
    text,
    title: named(/<title>([^<]*)</),
    description: named(/<meta name="description" content="([^"]*)"/),
    picture: named(/<meta property="og:image" content="([^"]*)"/),
    canonical: named(/<link rel="canonical" href="([^"]*)"/),
    data: JSON.parse(named(/id="initial-data">([^<]*)</)!),
  }
}

async function withThings() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos = [
    await upload(gallery, owner, camera({ title: 'First <b>', date: '2021:01:01 00:00:00' })),
    await upload(gallery, owner, camera({ title: 'Second', date: '2020:01:01 00:00:00' })),
  ]
  const album = await makeAlbum(owner, 'Walks & talks', photos)
  await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
  writeOwnPages(gallery.data)
  return { gallery, owner, photos, album, visitor: gallery.asVisitor() }
}

test('every route has its own title, description and address', async () => {
  const { gallery, owner, album, photos, visitor } = await withThings()
  await using _ = gallery
  const base = gallery.address()
  const landscape = (n: number) => `${base}/api/landscapes/${photos[n]!.fileName}?f=jpg`
  for (const [path, title, picture, canonical = path] of [
    ['/album', 'Photo Albums', landscape(0)],
    [`/album/${album.id}`, 'Walks &amp; talks', `${base}/api/cards/albums/${album.id}`],
    [`/album/${album.id}/${photos[1]!.id}`, 'Second', landscape(1), `/photo/${photos[1]!.id}`],
    ['/photo?q=second', 'Search: second', landscape(1)],
    ['/photo?cameraModel=E-10&show=grid', 'Camera Model: E-10', landscape(0)],
    ['/photo?q=second&cameraModel=E-10', 'Search: second · Camera Model: E-10', landscape(1)],
    ['/camera', 'Cameras', `${base}/api/cards/cameras/e-10`],
    ['/guest', 'Guest', undefined],
    ['/resume', 'Resume', undefined],
    ['/about', 'About', undefined],
    ['/account/uxconfig', 'Account', undefined],
    ['/account/drive', 'Account', undefined],
  ] as const) {
    const page = await read(visitor, path)
    expect([path, page.status, page.title]).toEqual([path, 200, `${title} · Ann Example`])
    // A composed picture's version changes with its photos.
    expect([path, page.picture?.replace(/\?v=.*/, '')]).toEqual([path, picture])
    expect(page.description, path).not.toBe('')
    expect([path, page.canonical]).toEqual([path, base + canonical.replaceAll('&', '&amp;')])
  }
  // The owner gets the screen itself, others the login form.
  for (const [path, title] of [
    ['/account', 'Profile'],
    ['/account/uxconfig', 'UX Config'],
    ['/user/drive', 'Google Drive'],
  ] as const) {
    expect([path, (await read(owner, path)).title]).toEqual([path, `${title} · Ann Example`])
  }
})

test('a missing or private page is a page that says so', async () => {
  const { gallery, owner, album, photos, visitor } = await withThings()
  await using _ = gallery
  const alone = await upload(gallery, owner)
  await owner.put(`/api/albums/${album.id}`, { code: 'secret' })
  for (const path of [
    `/album/${unknownId}`,
    `/album/${album.id}`,
    `/album/${album.id}/${photos[0]!.id}`,
    `/album/x`,
    `/album/${album.id}/x`,
    `/album/${album.id}/${photos[0]!.id}/x`,
    `/photo/${alone.id}`,
    '/resume/x',
    '/guest/x',
    '/nothing',
    '/account/nothing',
    '/PHOTO',
    '/Resume',
    '/Album',
    `/Album/${album.id}`,
    `/photo//${photos[0]!.id}`,
  ]) {
    const page = await read(visitor, path)
    expect([path, page.status]).toEqual([path, 404])
    const isOfAlbum = /^\/album(\/[^/]+){1,2}$/.test(path)
    const heading = isOfAlbum ? /(Album|Photo) not found/ : 'Page not found'
    expect(page.text).toMatch(heading)
    expect(page.text).not.toContain('Walks')
  }
  const absent = await read(owner, `/album/${album.id}/${alone.id}`)
  expect(absent.status).toBe(404)
  expect(absent.text).toContain('This photo is not in')
})

test('a page’s address with a trailing slash redirects to the one without', async () => {
  const { gallery, album, photos, visitor } = await withThings()
  await using _ = gallery
  for (const path of [
    '/resume',
    '/photo',
    `/photo/${photos[0]!.id}`,
    '/album',
    `/album/${album.id}`,
    `/album/${album.id}/${photos[0]!.id}`,
    '/camera/%2f%2fevil.example',
    '/account',
    '/account/profile',
  ]) {
    for (const [slashes, query] of [
      ['/', ''],
      ['/', '?q=a%20b&next=//evil.example/'],
      ['///', '?'],
    ]) {
      const answer = await visitor.get(path + slashes + query)
      const location = path + (query === '?' ? '' : query)
      expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
    }
    expect((await visitor.request(`${path}/`, { method: 'HEAD' })).status).toBe(308)
  }
  expect((await visitor.get('/?q=a')).status).toBe(200)
  expect((await visitor.get('/nothing/')).status).toBe(404)
  expect((await visitor.get('/api/user/')).status).toBe(404)
})

test('addresses that people type lead to the pages that they mean, with their query', async () => {
  const { gallery, album, photos, visitor } = await withThings()
  await using _ = gallery
  const photo = photos[0]!.id
  for (const [typed, location] of [
    ['/albums', '/album'],
    ['/photos', '/photo'],
    ['/cameras', '/camera'],
    ['/lenses', '/lens'],
    ['/keywords', '/keyword'],
    ['/albums/', '/album'],
    [`/albums/${album.id}`, `/album/${album.id}`],
    [`/albums/${album.id}/${photo}///`, `/album/${album.id}/${photo}`],
    [`/photos/${photo}`, `/photo/${photo}`],
    ['/cameras/e-10', '/camera/e-10'],
    ['/keywords/red%20fox', '/keyword/red%20fox'],
  ]) {
    for (const [query, kept] of [
      ['', ''],
      ['?code=a%20b&next=//evil.example/', '?code=a%20b&next=//evil.example/'],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await visitor.request(typed + query, { method })
        expect([typed, answer.status, answer.headers.get('location')]).toEqual([
          ...[typed, 308, location + kept],
        ])
      }
    }
    expect((await visitor.request(typed!, { method: 'POST' })).status).toBe(405)
  }
  for (const path of ['/Albums', '/albums/x', '/albums//evil.example', '/photos/x', '/resumes']) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 404])
  }
})

test('an empty photostream leads visitors to the albums, if they see any photos there', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner)
  const leadsToAlbums = async (browser = gallery.asVisitor()) =>
    /<a [^>]*href="\/album"[^>]*>Browse by album/.test((await read(browser, '/')).text)
  expect(await leadsToAlbums()).toBe(false)
  await makeAlbum(owner, 'Empty', [])
  const album = await makeAlbum(owner, 'Open', [photo])
  expect([await leadsToAlbums(), await leadsToAlbums(owner)]).toEqual([true, false])
  await owner.put(`/api/albums/${album.id}`, { code: 'secret' })
  expect(await leadsToAlbums()).toBe(false)
  await owner.put(`/api/albums/${album.id}`, { code: '' })
  await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
  expect(await leadsToAlbums()).toBe(false)
})

test('a read-only address refuses every other method, whether it exists or not', async () => {
  const { gallery, album, photos, owner } = await withThings()
  await using _ = gallery
  const unknown = crypto.randomUUID()
  const known = [
    ...['/', '/photo', '/album', '/camera', '/lens', '/keyword', '/archive', '/map', '/guest'],
    ...['/resume', '/resume/', '/about', '/setup', '/account', '/account/profile', '/user/drive'],
    ...['/camera/nothing', '/lens/nothing', '/keyword/nothing', '/keyword/not%20hing'],
    ...[photos[0]!.id, unknown].map((id) => `/photo/${id}`),
    ...[album.id, unknown].map((id) => `/album/${id}`),
    `/album/${album.id}/${photos[0]!.id}`,
    ...['/feed.atom', '/feed.json', '/robots.txt', '/sitemap.xml', '/sitemap-1.xml'],
    ...['/keyword/nothing/feed.atom', '/camera/nothing/feed.json'],
    ...[album.id, unknown].map((id) => `/album/${id}/feed.atom`),
    ...[photos[0]!.id, unknown].map((id) => `/embed/photo/${id}`),
    ...[album.id, unknown].map((id) => `/embed/album/${id}`),
    '/.well-known/tdmrep.json',
  ]
  for (const browser of [gallery.asVisitor(), owner]) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      for (const path of known) {
        const answer = await browser.request(path, { method })
        const message = 'method not allowed; use GET or HEAD'
        expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([
          ...[method, path, 405, 'GET, HEAD'],
        ])
        expect(await answer.json()).toEqual({ error: { code: 405, message } })
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
      }
      for (const path of ['/nothing', '/nothing/', '/photo/x', '/embed', '/feed.xml', '/sitemap']) {
        const answer = await browser.request(path, { method })
        expect([method, path, answer.status]).toEqual([method, path, 404])
        expect(answer.headers.get('allow')).toBeNull()
      }
    }
  }
})

test('no slash redirects to another site', async () => {
  await using gallery = await openGallery()
  await gallery.asOwner()
  for (const target of [
    '//',
    '//evil.example/',
    '//evil.example//',
    '///evil.example/',
    '//evil.example/resume/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\\/evil.example/',
    '/resume/\\evil.example/',
    '/%2fevil.example/',
    '/%2F%2Fevil.example/',
    '/%5cevil.example/',
    '/%5C/evil.example/',
    '/.//evil.example/',
    '/x/..//evil.example/',
    '/%2e%2e//evil.example/',
    '/%09/evil.example/',
    '/%0d%0aLocation:%20//evil.example/',
    '/@evil.example/',
    '/resume//evil.example/',
  ]) {
    const answer = await rawExchange(gallery.port, head('GET', target, ['Host: localhost']))
    // Bun itself rejects a target that is not a path.
    expect([target, statusOf(answer)]).toEqual([target, target.startsWith('/') ? 404 : 400])
    expect([target, /^location:/im.test(answer)]).toEqual([target, false])
  }
  // A page of this site, whatever host the request target names.
  for (const target of ['http://evil.example/resume/', '/./resume/', '/x/../resume/']) {
    const answer = await rawExchange(gallery.port, head('GET', target, ['Host: localhost']))
    expect([target, /^location: (.*)\r$/im.exec(answer)?.[1]]).toEqual([target, '/resume'])
  }
})

test('an album can be read without JavaScript, page by page, and keeps its code in the links', async () => {
  const { gallery, owner, album, photos, visitor } = await withThings()
  await using _ = gallery
  await owner.post('/api/user/config', { photoItemsLoad: 1 })
  await owner.put(`/api/albums/${album.id}`, { code: 'a b', description: 'On foot' })
  const list = await read(owner, '/album')
  expect(list.text).toContain(`href="/album/${album.id}?code=a%20b"`)
  expect((await read(visitor, '/album')).text).not.toContain(album.id)
  const first = await read(visitor, `/album/${album.id}?code=a+b`)
  expect(first.status).toBe(200)
  expect(first.text).toContain('On foot')
  expect(first.text).toContain(`href="/album/${album.id}/${photos[0]!.id}?code=a+b"`)
  const next = /rel="next" href="([^"]+)"/.exec(first.text)![1]!.replaceAll('&amp;', '&')
  const second = await read(visitor, next)
  expect(second.text).toContain(photos[1]!.id)
  expect(second.data.photos).toMatchObject({ total: 2, offset: 1 })
  const photo = await read(visitor, `/album/${album.id}/${photos[1]!.id}`)
  expect(photo.text).toContain(`rel="prev" href="/album/${album.id}/${photos[0]!.id}"`)
  expect(photo.text).toContain(`href="/album/${album.id}"`)
  expect(JSON.stringify(first.data)).not.toContain('"code"')
})

test('search results can be read without JavaScript, and their photos keep the search', async () => {
  const { gallery, photos, visitor } = await withThings()
  await using _ = gallery
  const found = await read(visitor, '/photo?q=first')
  expect(found.text).toContain(`href="/photo/${photos[0]!.id}?q=first"`)
  expect(found.text).not.toContain(photos[1]!.id)
  expect(found.text).not.toContain('<b>')
  const none = await read(visitor, '/photo?q=%3Cscript%3Ealert(1)%3C/script%3E')
  expect(none.text).not.toContain('<script>alert')
  expect(none.text).toContain('No photos match all of these words')
  const { text } = await read(visitor, `/photo/${photos[0]!.id}?q=first`)
  expect(text).toContain('href="/photo?q=first"')
})

test('a camera can be read without JavaScript; an unknown one shows the first', async () => {
  const { gallery, owner, visitor } = await withThings()
  await using _ = gallery
  const [{ id, model }] = await owner.data<[{ id: string; model: string }]>('/api/cameras')
  await owner.put(`/api/cameras/${id}`, { year: 2000, opticalZoom: 4, raw: true })
  for (const path of [`/camera/${id}`, '/camera/unknown', '/camera/%ff', '/camera']) {
    const page = await read(visitor, path)
    expect([path, page.status]).toEqual([path, 200])
    for (const text of [model, 'Year', '2000', '4x', 'RAW', 'Yes']) {
      expect(page.text).toContain(text)
    }
    expect(page.text).toContain(`/photo?cameraModel=${model.replaceAll(' ', '+')}`)
  }
})

test('pages show the content of their files at once, and nothing in them can run', async () => {
  const { gallery, visitor } = await withThings()
  await using _ = gallery
  const resume = (await read(visitor, '/resume')).text
  const about = (await read(visitor, '/about')).text
  expect(resume).toContain('Experience')
  expect(about).toContain('What this is for')
  // Only the interface tells the owner how to edit these pages.
  for (const sample of [resume, about]) expect(sample).not.toMatch(/Edit this page|data folder/)
  await writeFile(
    join(gallery.data, 'pages/about.md'),
    '# Hello\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](/album) <img src=x onerror=alert(1)>',
  )
  const { text } = await read(visitor, '/about')
  expect(text).toContain('<h1>Hello</h1>')
  expect(text).toContain('<a href="/album">y</a>')
  expect(text).not.toContain('<script>alert')
  expect(text).not.toContain('<img src=x')
  expect(text).not.toContain('href="javascript:')
  const { html } = await visitor.data<{ html: string }>('/api/pages/about')
  expect(html).toContain('<h1>Hello</h1>')
  expect((await visitor.get('/api/pages/other')).status).toBe(404)
})

test('the owner’s texts determine their own writing direction', async () => {
  await using gallery = await openGallery({ name: 'רות', bio: 'שלום!' })
  const owner = await gallery.asOwner()
  const { id } = await upload(gallery, owner)
  const words = { title: 'שלום!', description: 'הים.', keywords: ['ים', 'חול'] }
  await owner.put(`/api/photos/${id}`, { id, ...words })
  const photo = (await read(owner, `/photo/${id}`)).text
  expect(photo).toMatch(/<h1 class="\w+" dir="auto">שלום!<\/h1>/)
  expect(photo).toMatch(/<p class="\w+" dir="auto">הים\.<\/p>/)
  const keywords = /<p class="\w+" dir="auto">((?:(?!<\/p>).)*\/keyword\/.*?)<\/p>/.exec(photo)
  expect(keywords?.[1]?.replace(/<[^>]*>/g, '')).toBe('ים, חול')
  const home = (await read(owner, '/')).text
  expect(home).toMatch(/<h1 class="\w+" dir="auto">רות<\/h1><p class="\w+" dir="auto">שלום!<\/p>/)
  const album = await makeAlbum(owner, 'חופים!', [])
  await owner.put(`/api/albums/${album.id}`, { description: 'כולם.' })
  const albums = (await read(owner, '/album')).text
  expect(albums).toMatch(/<h2 class="\w+" dir="auto">חופים!<\/h2>/)
  const page = (await read(owner, `/album/${album.id}`)).text
  expect(page).toMatch(/<h1 dir="auto">חופים!<\/h1><p class="\w+" dir="auto">כולם\.<\/p>/)
})

test('the account pages of a gallery without an owner lead to setup', async () => {
  await using gallery = await openGallery()
  const visitor = gallery.asVisitor()
  for (const path of ['/account', '/account/profile', '/account/drive', '/user/drive']) {
    const answer = await visitor.get(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/setup'])
  }
  expect((await visitor.get('/account/nothing')).status).toBe(404)
  // Wherever a visit began, its account link leads there as well.
  for (const path of ['/', '/album', '/about', '/setup']) {
    expect([path, (await read(visitor, path)).data.isClaimed]).toEqual([path, false])
  }
  await gallery.asOwner()
  expect((await visitor.get('/account')).status).toBe(200)
  expect((await read(visitor, '/album')).data.isClaimed).toBeUndefined()
})

test('a description that only repeats the title is shown once', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner, camera({ title: 'The old quay' }))
  const album = await makeAlbum(owner, 'Harbour', [photo])
  await owner.put(`/api/photos/${photo.id}`, { id: photo.id, description: ' The  old quay' })
  await owner.put(`/api/albums/${album.id}`, { description: 'harbour' })
  const shown = await read(owner, `/photo/${photo.id}`)
  expect(shown.text).not.toMatch(/<p class="\w+" dir="auto">/)
  expect(shown.description).not.toBe('The old quay')
  for (const path of ['/album', `/album/${album.id}`]) {
    expect((await read(owner, path)).text).not.toMatch(/<p class="\w+" dir="auto"/)
  }
  await owner.put(`/api/photos/${photo.id}`, { id: photo.id, description: 'The old quay at dusk' })
  expect((await read(owner, `/photo/${photo.id}`)).description).toBe('The old quay at dusk')
})

test('private photos are dimmed for the owner in the photostream, not in an album', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner, camera())
  const album = await makeAlbum(owner, 'Private things', [photo])
  await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
  expect((await read(owner, '/')).text).toContain('class="tile is-private"')
  const page = (await read(owner, `/album/${album.id}`)).text
  expect(page).toContain('class="tile"')
  expect(page).not.toContain('is-private')
})
