import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { UxConfig } from '../../src/contract/site/ux-config.ts'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, ownerPassword, publicPhoto, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'

const pageOf = async (browser: Browser, path: string) => {
  const answer = await browser.get(path)
  return { answer, status: answer.status, text: await answer.text() }
}

/** The page's initial data. */
function dataOf(text: string) {
  const match = /<script type="application\/json" id="initial-data">([^<]*)<\/script>/.exec(text)
  return JSON.parse(match![1]!)
}

const attribute = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]

describe('no JavaScript', () => {
  test('the home page without JavaScript shows the photostream, and every tile links to its photo’s page', async () => {
    await using gallery = await openGallery({ bio: 'I walk & look.' })
    const owner = await gallery.asOwner()
    const photos: Photo[] = []
    for (let n = 0; n < 14; n++) {
      const bytes = await camera({ title: `Photo ${n}`, date: `2020:01:${10 + n} 00:00:00` })
      photos.push(await upload(gallery, owner, bytes))
    }
    const hidden = photos.pop()!
    await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
    const visitor = gallery.asVisitor()
    const seen: string[] = []
    let next: string | undefined = '/'
    while (next !== undefined) {
      const { status, text } = await pageOf(visitor, next)
      expect(status).toBe(200)
      expect(text).toContain('Ann Example')
      expect(text).toContain('I walk &amp; look.')
      expect(text).not.toContain(hidden.id)
      for (const [, path] of text.matchAll(/<a class="tile"[^>]* href="([^"]+)"/g)) seen.push(path!)
      const { photos: listed } = dataOf(text)
      expect(listed.total).toBe(13)
      // The first two rows of pictures load early, and none waits for JavaScript.
      const pictures = [...text.matchAll(/<a class="tile".*? fetchPriority="(\w+)"/g)]
      expect(pictures).toHaveLength(listed.length)
      for (const [place, [, priority]] of pictures.entries()) {
        expect(priority).toBe(place < 6 ? 'auto' : 'low')
      }
      next = attribute(text, /<a rel="next" href="([^"]+)"/)?.replaceAll('&amp;', '&')
    }
    expect(seen).toEqual(photos.map(({ id }) => `/photo/${id}`).reverse())
    for (const path of seen) {
      const { status, text } = await pageOf(visitor, path)
      expect(status).toBe(200)
      const photo = photos.find(({ id }) => path.endsWith(id))!
      expect(text).toContain(` dir="auto">${photo.title}</h1>`)
      for (const fact of [
        'Olympus E-10',
        'f/2.8',
        'ISO 80',
        '1/250 s',
        '9 mm',
        'Taken on January',
      ]) {
        expect(text).toContain(fact)
      }
      const picture = attribute(text, /<figure.*?<img [^>]*? src="([^"]+)"/)!
      expect((await visitor.get(picture)).headers.get('content-type')).toStartWith('image/')
    }
  })

  test('a photo’s page without JavaScript links to its neighbours in the photostream and to no others', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photos: Photo[] = []
    for (const year of [2024, 2023, 2022, 2021]) {
      const bytes = await camera({ date: `${year}:01:01 00:00:00` })
      photos.push(await upload(gallery, owner, bytes))
    }
    const [first, second, hidden, last] = photos.map((photo) => photo.id)
    await makeAlbum(owner, 'S', [photos[0]!, photos[1]!, photos[3]!], { isPhotostream: true })
    const linksOf = async (id: string | undefined) => {
      const { text } = await pageOf(gallery.asVisitor(), `/photo/${id}`)
      expect(text).not.toContain(hidden!)
      return [
        attribute(text, /rel="prev" href="\/photo\/([^"]+)"/),
        attribute(text, /rel="next" href="\/photo\/([^"]+)"/),
      ]
    }
    expect(await linksOf(first)).toEqual([undefined, second])
    expect(await linksOf(second)).toEqual([first, last])
    expect(await linksOf(last)).toEqual([second, undefined])
    const { text } = await pageOf(gallery.asVisitor(), '/photo')
    expect(dataOf(text).photo.id).toBe(first)
  })

  test('a new gallery without JavaScript explains how to set it up, and a claimed one is shown at once', async () => {
    await using gallery = await openGallery()
    expect((await pageOf(gallery.asVisitor(), '/')).text).toContain('has not been set up yet')
    // As `vitrine password` does beside a running server: with its own connection.
    const hash = await Bun.password.hash(ownerPassword)
    const beside = new Database(`${gallery.data}/vitrine.db`)
    beside.run('UPDATE owner SET password_hash = ?', [hash])
    beside.close()
    const { text } = await pageOf(gallery.asVisitor(), '/')
    expect(text).not.toContain('has not been set up yet')
    expect(text).toContain('No photos yet')
  })
})

describe('head', () => {
  test('the head of a page names the photo, its address and the landscape rendition', async () => {
    const publicUrl = 'https://photos.example.org'
    await using gallery = await openGallery({ publicUrl })
    const bytes = await camera({ title: 'Tor', description: 'Im Regen', width: 1300, height: 900 })
    const { photo } = await publicPhoto(gallery, bytes)
    const { text } = await pageOf(gallery.asVisitor(), `/photo/${photo.id}`)
    const picture = `/api/landscapes/${photo.fileName}`
    expect(text).toContain('<title>Tor · Ann Example</title>')
    expect(text).toContain('<meta name="description" content="Im Regen">')
    expect(text).toContain('<meta property="og:title" content="Tor">')
    expect(text).toContain(`<meta property="og:url" content="${publicUrl}/photo/${photo.id}">`)
    expect(text).toContain(`<link rel="canonical" href="${publicUrl}/photo/${photo.id}">`)
    expect(text).toContain(`<meta property="og:image" content="${publicUrl}${picture}?f=jpg">`)
    expect((await gallery.asVisitor().get(picture)).status).toBe(200)
    const home = await pageOf(gallery.asVisitor(), '/')
    expect(home.text).toContain('<title>Ann Example</title>')
    const card = attribute(home.text, /"og:image" content="([^"]+)"/) ?? ''
    expect(card).toStartWith(`${publicUrl}/api/cards/site?v=`)
    expect((await gallery.asVisitor().get(card.slice(publicUrl.length))).status).toBe(200)
  })

  test('the head of a page names the rendition nearest to the photo’s own shape, and an album’s composed picture', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    for (const [width, height, folder, size] of [
      [1600, 1200, 'landscapes', '1200×628'],
      [1300, 1300, 'squares', '1200×1200'],
      [1200, 1600, 'portraits', '1080×1350'],
    ] as const) {
      const photo = await upload(gallery, owner, await camera({ width, height }))
      const { text } = await pageOf(owner, `/photo/${photo.id}`)
      const picture = `/api/${folder}/${photo.fileName}`
      expect(attribute(text, /"og:image" content="([^"]+)"/)).toBe(
        `${gallery.address()}${picture}?f=jpg`,
      )
      const shown = [/"og:image:width" content="(\d+)"/, /"og:image:height" content="(\d+)"/]
      expect(shown.map((pattern) => attribute(text, pattern)).join('×')).toBe(size)
      const album = await makeAlbum(owner, `With ${folder}`, [photo])
      await owner.put(`/api/albums/${album.id}`, { coverPic: picture })
      const page = (await pageOf(owner, `/album/${album.id}`)).text
      expect(attribute(page, /"og:image" content="([^"]+)"/)).toStartWith(
        `${gallery.address()}/api/cards/albums/${album.id}?v=`,
      )
      expect((await pageOf(owner, '/album')).text).toContain(`src="${picture}?w=400&amp;f=jpg"`)
    }
  })

  test('the head of a page uses the public address, never the Host of the request', async () => {
    await using gallery = await openGallery({ publicUrl: 'https://photos.example.org' })
    const { photo } = await publicPhoto(gallery)
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    ]) {
      const answer = await gallery.asVisitor().get(`/photo/${photo.id}`, headers as never)
      expect(await answer.text()).not.toContain('evil.example')
    }
  })

  test('the head of a page has the theme and photo background of the configuration', async () => {
    await using gallery = await openGallery()
    const { owner } = await publicPhoto(gallery)
    expect((await pageOf(gallery.asVisitor(), '/')).text).toContain(
      'class="light" data-wall="light"',
    )
    await owner.data<UxConfig>('/api/user/config', {
      method: 'POST',
      body: { colorTheme: 'dark', photoBackgroundColor: 'black', photoGridCols: 5 },
    })
    const { text } = await pageOf(gallery.asVisitor(), '/')
    expect(text).toContain('class="dark" data-wall="black"')
    expect(text).toContain('--columns:5')
    expect(dataOf(text).uxConfig.colorTheme).toBe('dark')
  })
})

describe('unknown addresses', () => {
  test('an address without a page answers 404 with a page that says so', async () => {
    await using gallery = await openGallery()
    await publicPhoto(gallery)
    for (const path of [
      '/nonsense',
      '/photo/x',
      '/photo/a/b',
      '/index.html',
      '/a/b/c',
      '/%00',
      '/..%2f..%2fetc/passwd',
      '//evil.example',
      '/photo/%ff',
      '/about%0A',
      '/album%0D%0A',
      '/assets/none.js',
    ]) {
      const { status, text } = await pageOf(gallery.asVisitor(), path)
      expect(status, path).toBe(404)
      expect(text).toContain('Page not found')
      expect(text).not.toContain('canonical')
      expect(text).not.toContain('og:image')
    }
    const api = await gallery.asVisitor().get('/api/nonsense')
    expect([api.status, await api.json()]).toEqual([
      404,
      { error: { code: 404, message: 'not found' } },
    ])
  })

  test('an address without a page cannot be distinguished from a private photo’s', async () => {
    await using gallery = await openGallery()
    const { owner } = await publicPhoto(gallery)
    const hidden = await upload(gallery, owner, await camera({ title: 'Secret' }))
    const encodings = ['identity', 'br', 'gzip']
    for (const encoding of encodings) {
      const [a, b] = await Promise.all(
        [hidden.id, unknownId].map(async (id) => {
          const answer = await gallery
            .asVisitor()
            .get(`/photo/${id}`, { 'accept-encoding': encoding })
          const headers = [...answer.headers]
            .filter(([name]) => !['date', 'x-request-id'].includes(name))
            .sort()
          return { status: answer.status, headers, text: await answer.text() }
        }),
      )
      expect(a!.status).toBe(404)
      expect(a).toEqual(b!)
      expect(a!.text).not.toContain(hidden.id)
      expect(a!.text).not.toContain('Secret')
    }
    expect((await pageOf(owner, `/photo/${hidden.id}`)).status).toBe(200)
  })

  test('an address without a page accepts any offset', async () => {
    await using gallery = await openGallery()
    await publicPhoto(gallery)
    for (const offset of ['0', '1', '99', '999999999', '-1', 'x', '', "1'", '9'.repeat(30)]) {
      const { status, text } = await pageOf(gallery.asVisitor(), `/?offset=${offset}`)
      expect(status).toBe(200)
      expect(dataOf(text).photos.total).toBe(1)
    }
  })
})

const payloads = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '<!--<script>',
  ']]><img src=x>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '</style></textarea></noscript><iframe src=javascript:alert(1)>',
  '</SCRIPT \u2028>$&$1$`<a href=x>',
]

test.each(payloads)('the text %j is shown as text everywhere', async (payload) => {
  await using gallery = await openGallery({ name: payload, bio: payload })
  const bytes = await camera({ model: payload.replace(/[^\x20-\x7e]/g, '') })
  const { owner, photo } = await publicPhoto(gallery, bytes)
  await owner.data(`/api/photos/${photo.id}`, {
    method: 'PUT',
    body: { id: photo.id, title: payload, description: payload, keywords: [payload] },
  })
  for (const path of [
    '/',
    `/photo/${photo.id}`,
    '/setup',
    '/account',
    '/nonsense',
    `/?q=${encodeURIComponent(payload)}`,
  ]) {
    const { text } = await pageOf(gallery.asVisitor(), path)
    const elements: string[] = []
    const handlers: string[] = []
    const titles: string[] = []
    let title = ''
    new HTMLRewriter()
      .on('*', {
        element: (element) => {
          // The bars have icons of their own.
          const isIcon = element.getAttribute('class')?.startsWith('lucide ')
          if (!isIcon) elements.push(element.tagName)
          for (const [name, value] of element.attributes) {
            if (name.startsWith('on') || /^\s*javascript:/i.test(value)) handlers.push(name)
          }
        },
      })
      .on('title', {
        text: (chunk) => {
          title += chunk.text
          if (chunk.lastInTextNode) titles.push(title)
        },
      })
      .transform(text)
    expect(handlers).toEqual([])
    expect(titles).toHaveLength(1)
    expect(elements).not.toContain('svg')
    expect(elements).not.toContain('iframe')
    expect(elements.filter((name) => name === 'script')).toHaveLength(
      [
        ...text.matchAll(
          /<script (type="application\/(ld\+)?json"|data-client="[^"]+" type="module")/g,
        ),
      ].length,
    )
    const shown = text.replaceAll(/<script type="application\/(ld\+)?json".*?<\/script>/gs, '')
    expect(shown).not.toContain(payload)
    const { user } = dataOf(text)
    expect(user.name).toBe(payload)
  }
  const { text } = await pageOf(gallery.asVisitor(), `/photo/${photo.id}`)
  expect(dataOf(text).photo).toMatchObject({ title: payload, keywords: [payload] })
})

describe('responses', () => {
  test('a page is compressed as the client accepts it', async () => {
    await using gallery = await openGallery()
    await publicPhoto(gallery)
    const plain = await (
      await gallery.asVisitor().get('/', { 'accept-encoding': 'identity' })
    ).text()
    const bytesFor = async (accepted: string) => {
      const answer = await fetch(`${gallery.base}/`, {
        headers: { 'accept-encoding': accepted },
        decompress: false,
      } as RequestInit)
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      return { encoding: answer.headers.get('content-encoding'), bytes: await answer.bytes() }
    }
    for (const accepted of ['gzip, deflate, br', 'br;q=0.1, gzip;q=0.9', 'br']) {
      const { encoding, bytes } = await bytesFor(accepted)
      expect(encoding).toBe('br')
      expect(brotliDecompressSync(bytes).toString()).toBe(plain)
    }
    for (const accepted of ['gzip', 'br;q=0, gzip', 'br;q=0.000,gzip;q=1', 'GZIP']) {
      const { encoding, bytes } = await bytesFor(accepted)
      expect(encoding).toBe('gzip')
      expect(gunzipSync(bytes).toString()).toBe(plain)
    }
    for (const accepted of ['identity', 'br;q=0, gzip;q=0', 'deflate', '']) {
      const { encoding, bytes } = await bytesFor(accepted)
      expect(encoding).toBeNull()
      expect(new TextDecoder().decode(bytes)).toBe(plain)
    }
  })

  test('a page is not sent again while unchanged, but is after any change', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    for (const path of ['/', `/photo/${photo.id}`, '/api/photos?limit=5', '/api/user/config']) {
      const etag = (await gallery.asVisitor().get(path)).headers.get('etag')!
      const again = await gallery.asVisitor().get(path, { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    const etag = (await gallery.asVisitor().get('/')).headers.get('etag')!
    await owner.put('/api/user', { bio: 'New' })
    const changed = await gallery.asVisitor().get('/', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(await changed.text()).toContain('New')
  })

  test('a page is never the owner’s for a visitor, nor the visitor’s for the owner', async () => {
    await using gallery = await openGallery()
    const { owner } = await publicPhoto(gallery)
    const hidden = await upload(gallery, owner)
    for (const path of ['/', '/api/photos?limit=9']) {
      for (const browser of [owner, gallery.asVisitor(), owner, gallery.asVisitor()]) {
        const answer = await browser.get(path)
        const caching = browser === owner ? 'private, no-store' : 'private, no-cache'
        expect(answer.headers.get('cache-control')).toBe(caching)
        expect((await answer.text()).includes(hidden.id)).toBe(browser === owner)
      }
    }
  })
})

test('pages rendered at the same time for owner, visitor and guest contain nothing of each other', async () => {
  await using gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery)
  const hidden = await upload(gallery, owner, await camera({ title: 'Secret' }))
  const guest = await gallery.asGuest('Ben')
  const visitor = gallery.asVisitor()
  for (const path of ['/', `/photo/${photo.id}`, '/photo?q=secret', '/album', '/camera']) {
    const browsers = [owner, visitor, guest, owner, visitor, owner, guest, visitor]
    const pages = await Promise.all(
      browsers.map(async (browser) => ({ browser, ...(await pageOf(browser, path)) })),
    )
    for (const { browser, text } of pages) {
      const { viewer } = dataOf(text)
      expect(viewer).toEqual({ isOwner: browser === owner, isGuest: browser === guest })
      if (browser === owner) continue
      for (const owned of [hidden.id, hidden.fileName, 'is-private', 'owner-tools', 'is-owner']) {
        expect([path, owned, text.includes(owned)]).toEqual([path, owned, false])
      }
      expect(text).not.toContain('photostreamTotal')
    }
  }
  const home = await pageOf(owner, '/')
  expect(home.text).toContain(hidden.id)
  expect(home.text).toContain('owner-tools')
})

test('a page runs only the interface’s own JavaScript files', async () => {
  await using gallery = await openGallery()
  const { owner, photo, album } = await publicPhoto(gallery)
  const paths = ['/', `/photo/${photo.id}`, '/album', `/album/${album.id}`, '/camera', '/about']
  for (const path of [...paths, '/photo?q=x', '/guest', '/setup', '/account', '/nowhere']) {
    for (const browser of [owner, gallery.asVisitor()]) {
      const { text } = await pageOf(browser, path)
      const kinds: (string | null)[] = []
      const loose: string[] = []
      new HTMLRewriter()
        .on('script', {
          element: (element) => {
            const type = element.getAttribute('type')
            if (type === 'application/ld+json') return
            kinds.push(type === 'application/json' ? 'data' : element.getAttribute('src'))
          },
        })
        .on('style, link[rel=preload]', { element: ({ tagName }) => void loose.push(tagName) })
        .transform(text)
      expect([path, kinds.filter((kind) => kind === 'data')]).toEqual([path, ['data']])
      expect([
        path,
        kinds.every((kind) => kind === 'data' || kind?.startsWith('/assets/')),
      ]).toEqual([path, true])
      expect([path, loose]).toEqual([path, []])
    }
  }
})

test('every kind of response has the security headers', async () => {
  await using gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery)
  const visits: [Browser, string, string, number][] = [
    [gallery.asVisitor(), 'GET', '/', 200],
    [gallery.asVisitor(), 'GET', `/photo/${photo.id}`, 200],
    [gallery.asVisitor(), 'GET', '/nonsense', 404],
    [gallery.asVisitor(), 'GET', '/api/photos', 200],
    [gallery.asVisitor(), 'GET', '/api/photos?limit=x', 400],
    [gallery.asVisitor(), 'GET', '/api/nonsense', 404],
    [gallery.asVisitor(), 'PUT', '/api/user', 401],
    [gallery.asVisitor(), 'POST', '/', 405],
    [gallery.asVisitor(), 'GET', '/api/health', 200],
    [gallery.asVisitor(), 'GET', `/api/thumbs/${photo.fileName}`, 200],
    [gallery.asVisitor(), 'HEAD', `/api/images/${photo.fileName}`, 200],
    [gallery.asVisitor(), 'GET', '/api/images/x', 404],
    [gallery.asVisitor(), 'GET', '/feed.atom', 200],
    [owner, 'GET', '/feed.json', 200],
    [owner, 'GET', '/api/oembed', 400],
    [owner, 'GET', `/api/photos/${photo.id}`, 200],
    [owner, 'GET', `/api/photos/${photo.id}/original`, 200],
    [owner, 'GET', '/api/user', 200],
    [owner, 'GET', '/api/loggedin', 200],
    [owner, 'GET', '/', 200],
    [owner, 'GET', '/api/logout', 200],
  ]
  for (const [browser, method, path, status] of visits) {
    const answer = await browser.request(path, {
      method,
      ...(method === 'POST' || method === 'PUT' ? { body: {} } : {}),
    })
    const label = `${method} ${path}`
    expect(answer.status, label).toBe(status)
    const { headers } = answer
    expect(headers.get('x-content-type-options'), label).toBe('nosniff')
    expect(headers.get('referrer-policy'), label).toBe('strict-origin-when-cross-origin')
    const isPicture = status === 200 && /\/(thumbs|images)\//.test(path)
    expect(headers.get('cross-origin-resource-policy'), label).toBe(
      isPicture ? 'cross-origin' : 'same-origin',
    )
    expect(headers.get('permissions-policy'), label).toContain('geolocation=()')
    expect(headers.get('cache-control'), label).toMatch(/^(private, no-(cache|store)|public, max)/)
    const policy = headers.get('content-security-policy')!
    expect(policy, label).toContain("default-src 'none'")
    expect(policy, label).toContain("frame-ancestors 'none'")
    expect(policy, label).not.toMatch(/script-src[^;]*unsafe|(script|style)-src 'unsafe|\*/)
    if (headers.get('content-type')?.startsWith('text/html')) {
      expect(policy, label).toContain("script-src 'self'")
      expect(policy, label).toContain("base-uri 'none'")
    }
    expect(headers.get('x-powered-by'), label).toBeNull()
    expect(headers.get('access-control-allow-origin'), label).toBeNull()
  }
})

test('the origin of an external profile picture is added to the policy, and nothing else', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const policyWith = async (pic: string) => {
    expect((await owner.put('/api/user/pic', { pic })).status).toBe(200)
    return (await gallery.asVisitor().get('/')).headers.get('content-security-policy')!
  }
  const plain = await policyWith('')
  const elsewhere = await policyWith('https://cdn.example:8443/a/me.jpg')
  expect(elsewhere).toBe(plain.replace(' blob:;', ' blob: https://cdn.example:8443;'))
  for (const pic of [
    'https://a;script-src-elem,b/x',
    "https://'none'/x",
    'https://*/x',
    'https://a,b/',
  ]) {
    const answer = await owner.put('/api/user/pic', { pic })
    if (answer.status !== 200) continue
    const policy = (await gallery.asVisitor().get('/')).headers.get('content-security-policy')!
    expect(policy.split(';').length, pic).toBe(plain.split(';').length)
    expect(policy, pic).not.toMatch(/,|\*|'none'\/|https:\/\/'/)
  }
})
