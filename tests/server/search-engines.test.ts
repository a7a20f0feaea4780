import { describe, expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Sharing } from '../../src/contract/site/sharing.ts'
import { aiAgents } from '../../src/site/robots.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { withHidden } from '../support/hidden.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { withSegments, xmpSegment } from '../support/metadata-segments.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { camera } from '../support/photos.ts'
import { readRobots } from '../support/robots-rules.ts'
import { sitemapEntries, sitemapParts } from '../support/sitemap-rules.ts'
import { structuredDataFaults, structuredDataOf } from '../support/structured-data-rules.ts'

const setSharing = (owner: Browser, change: Partial<Sharing>) =>
  owner.data<Sharing>('/api/sharing', { method: 'PUT', body: change })

const textOf = async (browser: Browser, path: string) => {
  const answer = await browser.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

const entriesOf = async (gallery: Gallery, browser = gallery.asVisitor()) =>
  sitemapEntries(await textOf(browser, '/sitemap.xml'), gallery.address())

const robotsOf = async (gallery: Gallery) =>
  readRobots(await textOf(gallery.asVisitor(), '/robots.txt'))

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]

async function withThings(settings: Parameters<typeof openGallery>[0] = {}) {
  const gallery = await openGallery({ name: 'Ann & <Co>', bio: 'I walk.', ...settings })
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (const title of ['One', 'Two', 'Three']) {
    photos.push(await upload(gallery, owner, camera({ title, keywords: ['red fox'] })))
  }
  const [one, two, three] = photos as [Photo, Photo, Photo]
  await makeAlbum(owner, 'Stream', [one, two], { isPhotostream: true })
  const open = await makeAlbum(owner, 'Open', [two, three])
  const coded = await makeAlbum(owner, 'Coded', [three])
  await owner.data<Album>(`/api/albums/${coded.id}`, { method: 'PUT', body: { code: 'secret' } })
  writeOwnPages(gallery.data)
  return { gallery, owner, one, two, three, open, coded }
}

describe('XML files', () => {
  test('the sitemap lists the gallery’s pages and the photostream’s photos with their pictures', async () => {
    const { gallery, owner, one, two, open } = await withThings()
    await using _ = gallery
    const empty = await makeAlbum(owner, 'Empty', [])
    const entries = await entriesOf(gallery)
    const cameras = await gallery.asVisitor().data<{ id: string }[]>('/api/cameras')
    const known = await gallery.asVisitor().data<Album[]>('/api/albums')
    const albums = known.filter(({ id }) => id !== empty.id)
    expect(albums.map(({ id }) => id)).toContain(open.id)
    expect(entries.map(({ path }) => path)).toEqual([
      ...['/', '/resume', '/about', '/album', ...albums.map(({ id }) => `/album/${id}`)],
      ...['/camera', ...cameras.map(({ id }) => `/camera/${encodeURIComponent(id)}`)],
      ...['/lens', '/keyword', '/keyword/red%20fox', '/archive'],
      ...[one, two].map(({ id }) => `/photo/${id}`),
    ])
    expect(entries.at(-1)).toEqual({
      path: `/photo/${two.id}`,
      changedAt: two.uploadDate,
      images: [`/api/images/${two.fileName}`],
    })
    for (const { path, images } of entries) {
      const html = await textOf(gallery.asVisitor(), path)
      expect([path, canonicalOf(html)]).toEqual([path, gallery.address() + path])
      for (const image of images) {
        expect((await gallery.asVisitor().get(image)).status).toBe(200)
      }
    }
  })

  test('the sitemap is the same for the owner, a guest and someone with a code', async () => {
    const { gallery, owner, coded } = await withThings()
    await using _ = gallery
    const visitor = gallery.asVisitor()
    await visitor.data(`/api/albums/${coded.id}?code=secret`)
    const expected = await entriesOf(gallery)
    for (const browser of [owner, visitor, await gallery.asGuest('Gus')]) {
      expect(await entriesOf(gallery, browser)).toEqual(expected)
    }
  })

  test('the sitemap has absolute addresses of the public URL, escaped', async () => {
    const { gallery } = await withThings({ publicUrl: 'https://photos.example.org' })
    await using _ = gallery
    const visitor = gallery.asVisitor()
    const answer = await visitor.get('/sitemap.xml', { 'x-forwarded-host': 'evil.example' })
    const entries = sitemapEntries(await answer.text(), 'https://photos.example.org')
    expect(entries.length).toBeGreaterThan(5)
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect((await robotsOf(gallery)).sitemaps).toEqual(['https://photos.example.org/sitemap.xml'])
  })

  test('the sitemap loses a photo at once when it is hidden, put behind a code or deleted', async () => {
    const { gallery, owner, one, two } = await withThings()
    await using _ = gallery
    const isListed = async ({ id }: Photo) =>
      (await entriesOf(gallery)).some(({ path }) => path.includes(id))
    const stream = (await owner.data<Album[]>('/api/albums')).find(({ name }) => name === 'Stream')!
    expect([await isListed(one), await isListed(two)]).toEqual([true, true])
    await owner.data(`/api/albums/${stream.id}/photos/delete`, {
      method: 'PUT',
      body: { photoIds: [one.id] },
    })
    expect([await isListed(one), await isListed(two)]).toEqual([false, true])
    await owner.data(`/api/photos/${two.id}`, { method: 'DELETE', body: { removeFiles: true } })
    expect(await isListed(two)).toBe(false)
  })

  test('the sitemap of a large gallery is an index of parts that together list every photo once', async () => {
    const { gallery, owner } = await withThings()
    await using _ = gallery
    expect((await gallery.asVisitor().get('/sitemap-1.xml')).status).toBe(404)
    const { store } = gallery.services
    await store.write(() => multiplyPhotos(gallery, 20_500))
    const index = await textOf(gallery.asVisitor(), '/sitemap.xml')
    const parts = sitemapParts(index, gallery.address())
    expect(parts).toEqual([1, 2, 3].map((part) => `/sitemap-${part}.xml`))
    const listed: string[] = []
    for (const part of parts) {
      const entries = sitemapEntries(await textOf(gallery.asVisitor(), part), gallery.address())
      expect(entries.length).toBeLessThanOrEqual(10_000)
      listed.push(...entries.map(({ path }) => path))
    }
    expect(new Set(listed).size).toBe(listed.length)
    const stream = (await owner.data<Album[]>('/api/albums')).find(({ name }) => name === 'Stream')!
    expect(listed.filter((path) => path.startsWith('/photo/'))).toHaveLength(stream.photoCount)
    for (const path of ['/sitemap-0.xml', '/sitemap-4.xml', '/sitemap-01.xml', '/sitemap-x.xml']) {
      expect([path, (await gallery.asVisitor().get(path)).status]).toEqual([path, 404])
    }
    await store.write(() => store.connection.run(`DELETE FROM photo WHERE id LIKE '${madeIds}%'`))
  }, 120_000)

  test('the sitemap names nothing that is hidden, nor do the structured data of any page', async () => {
    const { gallery, concealed, albums, visitors, shown } = await withHidden()
    await using _ = gallery
    const secrets = [
      ...Object.values(concealed).flatMap(({ id, fileName, title }) => [id, fileName, title]),
      ...albums.flatMap(({ id, name }) => [id, `"${name}"`]),
    ]
    const open = await gallery.asVisitor().data<Album[]>('/api/albums')
    for (const visitor of visitors) {
      for (const path of [
        ...['/sitemap.xml', '/robots.txt', '/', `/photo/${shown.id}`],
        ...open.map(({ id }) => `/album/${id}`),
      ]) {
        const text = await textOf(visitor, path)
        const said = path.includes('.') ? text : structuredDataOf(text).join()
        expect([path, secrets.filter((secret) => said.includes(secret))]).toEqual([path, []])
      }
    }
  })
})

describe('crawlers', () => {
  const pages = ['/', '/photo', '/album/x', '/camera/x', '/about', '/sitemap.xml', '/api/images/x']
  const closed = [
    '/account',
    '/account/profile',
    '/user',
    '/guest',
    '/setup',
    '/api/photos',
    '/api',
  ]

  test('robots.txt lets search engines see pages and pictures, but nothing that needs a sign-in', async () => {
    const { gallery } = await withThings()
    await using _ = gallery
    const robots = await robotsOf(gallery)
    for (const agent of ['Googlebot', 'bingbot', 'Googlebot-Image', 'Applebot', 'DuckDuckBot']) {
      expect(pages.filter((path) => !robots.allows(agent, path))).toEqual([])
      expect(robots.allows(agent, '/api/cameras/e-10/image/512')).toBe(true)
      expect(robots.allows(agent, '/api/cards/albums/x?v=1')).toBe(true)
      expect(closed.slice(0, -1).filter((path) => robots.allows(agent, path))).toEqual([])
    }
    expect(robots.sitemaps).toEqual([`${gallery.address()}/sitemap.xml`])
  })

  test('robots.txt keeps the known AI crawlers out as long as the owner wants', async () => {
    const { gallery, owner } = await withThings()
    await using _ = gallery
    const known = [
      'GPTBot',
      'ClaudeBot',
      'CCBot',
      'Google-Extended',
      'Applebot-Extended',
      'Bytespider',
    ]
    expect(known.filter((agent) => !aiAgents.includes(agent))).toEqual([])
    const agents = [...aiAgents, ...known, 'PerplexityBot', 'meta-externalagent', 'Amazonbot']
    const allowed = async () => {
      const robots = await robotsOf(gallery)
      return agents.filter((agent) =>
        [...pages, '/robots'].some((path) => robots.allows(agent, path)),
      )
    }
    expect(await allowed()).toEqual([])
    await setSharing(owner, { keepAiOut: false })
    expect(await allowed()).toEqual(agents)
  })

  test('robots.txt lets search engines that are not allowed read that they must not list anything', async () => {
    const { gallery, owner, one } = await withThings()
    await using _ = gallery
    await setSharing(owner, { allowSearchEngines: false })
    const robots = await robotsOf(gallery)
    // A page that cannot be fetched would be listed by its address.
    expect(pages.filter((path) => !robots.allows('Googlebot', path))).toEqual([])
    expect(closed.slice(0, -1).filter((path) => robots.allows('Googlebot', path))).toEqual([])
    expect(robots.sitemaps).toEqual([])
    for (const path of ['/sitemap.xml', '/sitemap-1.xml']) {
      expect((await gallery.asVisitor().get(path)).status).toBe(404)
    }
    const pictures = ['resizes', 'images', 'squares'].map((kind) => `/api/${kind}/${one.fileName}`)
    for (const path of ['/', `/photo/${one.id}`, ...pictures, '/api/photos', '/feed.xml']) {
      const answer = await gallery.asVisitor().get(path)
      expect([path, answer.headers.get('x-robots-tag')]).toEqual([path, 'noindex'])
    }
    const html = await textOf(gallery.asVisitor(), `/photo/${one.id}`)
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(structuredDataOf(html)).toEqual([])
    await setSharing(owner, { allowSearchEngines: true })
    const again = await gallery.asVisitor().get('/')
    expect(again.headers.has('x-robots-tag')).toBe(false)
    expect(await again.text()).not.toContain('noindex')
  })
})

/** As they name themselves in requests; each looks for the part before the slash in robots.txt. */
const previewAgents = [
  ...['facebookexternalhit', 'Facebot', 'Twitterbot', 'LinkedInBot', 'WhatsApp', 'TelegramBot'],
  ...['Slackbot', 'Slackbot-LinkExpanding', 'Slack-ImgProxy', 'Discordbot', 'SkypeUriPreview'],
  ...['Pinterestbot', 'redditbot', 'Mastodon', 'Bluesky Cardyb', 'Iframely', 'Embedly', 'Signal'],
  ...['Viber', 'Line', 'vkShare', 'MicrosoftPreview', 'Google-PageRenderer', 'Tumblr', 'Nextcloud'],
]

test.each([true, false])(
  'other sites can preview links, with search engines allowed: %p',
  async (allowSearchEngines) => {
    const { gallery, owner, one, two, open } = await withThings()
    await using _ = gallery
    await setSharing(owner, { allowSearchEngines, keepAiOut: true })
    const robots = await robotsOf(gallery)
    const visitor = gallery.asVisitor()
    const paths = ['/', `/photo/${one.id}`, `/album/${open.id}`, `/album/${open.id}/${two.id}`]
    for (const path of [...paths, '/about', '/map', '/camera', '/keyword/red%20fox']) {
      const html = await textOf(visitor, path)
      const shown = [
        ...html.matchAll(/<meta (?:property|name)="(?:og|twitter):image" content="([^"]+)"/g),
      ]
      const described = [...html.matchAll(/<link rel="alternate"[^>]*oembed"[^>]*href="([^"]+)"/g)]
      const needed = [...shown, ...described].map(([, address]) => {
        const { pathname, search } = new URL(address!.replaceAll('&amp;', '&'))
        return pathname + search
      })
      if (paths.includes(path)) expect([path, shown.length]).not.toEqual([path, 0])
      for (const address of [path, ...needed]) {
        expect([address, (await visitor.get(address)).status]).toEqual([address, 200])
        const refused = previewAgents.filter((agent) => !robots.allows(agent, address))
        expect([address, refused]).toEqual([address, []])
      }
      // Neither those of AI.
      expect(aiAgents.filter((agent) => robots.allows(agent, path))).toEqual([])
    }
  },
)

describe('JSON-LD', () => {
  const rights = (url: string) => `<rdf:Description xmlns:r="http://ns.adobe.com/xap/1.0/rights/"
    xmlns:p="http://ns.adobe.com/photoshop/1.0/" xmlns:u="http://ns.useplus.org/ldf/xmp/1.0/"
    r:WebStatement="${url}" p:Credit="Agentur" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:creator><rdf:Seq><rdf:li>Zoë</rdf:li></rdf:Seq></dc:creator>
    <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Zoë</rdf:li></rdf:Alt></dc:rights>
    <u:Licensor><rdf:Seq><rdf:li u:LicensorURL="${url}?buy=1"/></rdf:Seq></u:Licensor>
    </rdf:Description>`

  const dataAt = async (browser: Browser, path: string) => {
    const blocks = structuredDataOf(await textOf(browser, path))
    expect(blocks).toHaveLength(1)
    expect([path, structuredDataFaults(blocks[0]!)]).toEqual([path, []])
    return JSON.parse(blocks[0]!)
  }

  test('structured data describe a photo, with the gallery’s licence and without its place', async () => {
    const { gallery, owner } = await withThings()
    await using _ = gallery
    const photo = await upload(gallery, owner, camera({ title: 'Bridge', gps: [50, 8] }))
    await owner.data(`/api/photos/${photo.id}`, {
      method: 'PUT',
      body: { id: photo.id, description: 'At dawn </script>' },
    })
    await makeAlbum(owner, 'New', [photo], { isPhotostream: true })
    const base = gallery.address()
    const read = () => dataAt(gallery.asVisitor(), `/photo/${photo.id}`)
    const data = await read()
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ImageObject',
      url: `${base}/photo/${photo.id}`,
      name: 'Bridge',
      description: 'At dawn </script>',
      contentUrl: `${base}/api/images/${photo.fileName}`,
      thumbnailUrl: `${base}/api/squares/${photo.fileName}?w=400&f=jpg`,
      encodingFormat: 'image/jpeg',
      width: { '@type': 'QuantitativeValue', value: 96, unitCode: 'E37' },
      height: { '@type': 'QuantitativeValue', value: 64, unitCode: 'E37' },
      creator: { '@type': 'Person', name: 'Ann & <Co>' },
      creditText: 'Ann & <Co>',
      representativeOfPage: true,
      dateCreated: '2024-05-06T07:08:09',
      uploadDate: photo.uploadDate,
      exifData: [
        { '@type': 'PropertyValue', name: 'Make', value: 'OLYMPUS' },
        { '@type': 'PropertyValue', name: 'Model', value: 'E-10' },
        { '@type': 'PropertyValue', name: 'FocalLength', value: 9, unitText: 'mm' },
        { '@type': 'PropertyValue', name: 'FNumber', value: 2.8 },
        { '@type': 'PropertyValue', name: 'ExposureTime', value: '1/250', unitText: 's' },
        { '@type': 'PropertyValue', name: 'ISOSpeedRatings', value: 80 },
      ],
    })
    for (const address of [data.contentUrl, data.thumbnailUrl]) {
      const picture = await gallery.asVisitor().get(address.slice(base.length))
      expect(picture.headers.get('content-type')).toBe('image/jpeg')
    }
    await setSharing(owner, { licence: 'cc-by-nc' })
    expect((await read()).license).toBe('https://creativecommons.org/licenses/by-nc/4.0/')
  })

  test('structured data of a photo with rights of its own name those, and only addresses of the web', async () => {
    const { gallery, owner } = await withThings()
    await using _ = gallery
    await setSharing(owner, { licence: 'cc-by' })
    const photos: Photo[] = []
    for (const [n, url] of ['https://zoe.example/terms', 'javascript:alert(1)//'].entries()) {
      const file = withSegments(await textureJpeg(90 + n, 60), xmpSegment(rights(url)))
      photos.push(await upload(gallery, owner, file))
    }
    await makeAlbum(owner, 'New', photos, { isPhotostream: true })
    expect(photos[0]!.rights).toEqual({
      credit: 'Agentur',
      usageTerms: null,
      webStatement: 'https://zoe.example/terms',
      licensorUrl: 'https://zoe.example/terms?buy=1',
    })
    expect(await dataAt(gallery.asVisitor(), `/photo/${photos[0]!.id}`)).toMatchObject({
      creator: { '@type': 'Person', name: 'Zoë' },
      creditText: 'Agentur',
      copyrightNotice: '© Zoë',
      license: 'https://zoe.example/terms',
      acquireLicensePage: 'https://zoe.example/terms?buy=1',
    })
    const odd = await textOf(gallery.asVisitor(), `/photo/${photos[1]!.id}`)
    expect(structuredDataOf(odd).flatMap(structuredDataFaults)).toEqual([])
    expect(structuredDataOf(odd).join()).not.toContain('javascript:')
    expect(odd).not.toContain('href="javascript:')
  })

  test('structured data of home and albums name the owner and the photos', async () => {
    const { gallery, one, two, three, open } = await withThings()
    await using _ = gallery
    const visitor = gallery.asVisitor()
    const { '@graph': graph } = await dataAt(visitor, '/')
    expect(graph[0]).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Person', name: 'Ann & <Co>', description: 'I walk.' },
    })
    const namesIn = (data: { image: { name: string }[] }) => data.image.map(({ name }) => name)
    expect(graph[1]['@type']).toBe('ImageGallery')
    expect(namesIn(graph[1])).toEqual([one.title, two.title])
    const album = await dataAt(visitor, `/album/${open.id}`)
    expect([album['@type'], album.name]).toEqual(['ImageGallery', 'Open'])
    expect(namesIn(album)).toEqual([two.title, three.title])
  })

  test('structured data are not sent to anyone who is signed in or has a code', async () => {
    const { gallery, owner, coded, one } = await withThings()
    await using _ = gallery
    const guest = await gallery.asGuest('Gus')
    for (const [browser, path] of [
      [owner, '/'],
      [owner, `/photo/${one.id}`],
      [guest, `/photo/${one.id}`],
      [gallery.asVisitor(), `/album/${coded.id}?code=secret`],
    ] as const) {
      expect([path, structuredDataOf(await textOf(browser, path))]).toEqual([path, []])
    }
  })
})

test('a photo has one canonical address, in the photostream or else in an open album', async () => {
  const { gallery, owner, two, three, open, coded } = await withThings()
  await using _ = gallery
  const base = gallery.address()
  const visitor = gallery.asVisitor()
  const canonicalAt = async (path: string, browser = visitor) =>
    canonicalOf(await textOf(browser, path))?.replace(base, '')
  for (const path of [
    `/photo/${two.id}`,
    `/album/${open.id}/${two.id}`,
    `/photo/${two.id}?q=two`,
  ]) {
    expect([path, await canonicalAt(path)]).toEqual([path, `/photo/${two.id}`])
  }
  for (const path of [`/photo/${three.id}`, `/album/${open.id}/${three.id}`]) {
    expect([path, await canonicalAt(path)]).toEqual([path, `/album/${open.id}/${three.id}`])
  }
  expect(await canonicalAt('/?utm_source=x')).toBe('/')
  expect(await canonicalAt(`/album/${open.id}?utm_source=x&code=wrong`)).toBe(`/album/${open.id}`)
  expect(await canonicalAt('/photo?code=x&utm=1&q=two')).toBe('/photo?q=two')
  // Once only a code opens it, the canonical address is the one at which it was opened.
  await owner.put(`/api/albums/${open.id}`, { code: 'other' })
  const opened = await canonicalAt(
    `/album/${coded.id}/${three.id}?code=secret`,
    gallery.asVisitor(),
  )
  expect(opened).toBe(`/album/${coded.id}/${three.id}`)
})

const madeIds = '019b7ca9-9070-7314-b84e-0000'

/** Adds rows of photos to the photostream, all with the file of the first one. */
function multiplyPhotos({ services }: Gallery, count: number): void {
  const { connection } = services.store
  const columns = connection
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('photo')")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== 'row_id')
  const own: Record<string, string> = {
    id: `printf('${madeIds}%08x', number.value)`,
    original: `printf('${madeIds}%08x', number.value)`,
    file_name: "printf('%032x.jpg', number.value)",
    md5: "printf('%032x', number.value)",
  }
  connection
    .query(
      `WITH RECURSIVE number (value) AS
         (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
       INSERT INTO photo (${columns.join(', ')})
       SELECT ${columns.map((name) => own[name] ?? `photo.${name}`).join(', ')}
       FROM number, (SELECT * FROM photo ORDER BY row_id LIMIT 1) AS photo`,
    )
    .run(count)
  connection.run(
    `INSERT INTO album_photo (album, photo, added, sort_key)
     SELECT (SELECT photostream_album FROM ux_config), row_id, 1000 + row_id, sort_key FROM photo
     WHERE true ON CONFLICT DO NOTHING`,
  )
}
