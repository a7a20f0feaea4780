// Payloads in every text, checked by parsing the responses. tests/e2e/xss.e2e.ts does the same in a
// browser.
import { expect, test } from 'bun:test'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { payloads, payloadsWithin, photoWithText } from './payloads.ts'

const nameMax = 40

/** A page's elements with the names of their attributes and the targets of their links. */
async function skeletonOf(browser: Browser, path: string) {
  const answer = await browser.get(path)
  const html = await answer.text()
  const elements: string[] = []
  const titles: string[] = []
  const metas: Record<string, string> = {}
  new HTMLRewriter()
    .on('*', {
      element: (element) => {
        const attributes = [...element.attributes]
        elements.push([element.tagName, ...attributes.map(([name]) => name)].join(' '))
        for (const [name, value] of attributes) {
          if (/^(href|src|action|content)$/.test(name) && /^\s*(javascript|data):/i.test(value)) {
            // A description that only begins like an address is not a link.
            if (element.tagName !== 'meta') elements.push(`leads to ${value}`)
          }
        }
      },
    })
    .on('title', { text: ({ text }) => void titles.push(text) })
    .on('meta', {
      element: (element) => {
        const name = element.getAttribute('name') ?? element.getAttribute('property')
        if (name) metas[name] = element.getAttribute('content') ?? ''
      },
    })
    .transform(html)
  const withOneKeyword = elements.filter((_, index) => !isKeywordAgain(elements, index))
  return { status: answer.status, elements: withOneKeyword, title: titles.join(''), metas, html }
}

/** A semicolon separates keywords, so one text can become several links. */
function isKeywordAgain(elements: readonly string[], index: number): boolean {
  const pair = elements[index] === 'a class href' ? index : index - 1
  const link = ['a class href', 'bdi'].join()
  return (
    elements.slice(pair, pair + 2).join() === link && elements.slice(pair - 2, pair).join() === link
  )
}

const unescaped = (html: string) =>
  html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

/** A gallery whose owner uses the same text everywhere. */
async function galleryWithTexts() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const typed = await upload(gallery, owner, photoWithText('plain'))
  const stream = await makeAlbum(owner, 'Stream', [typed], { isPhotostream: true })
  let photo: Photo | undefined
  const change = (path: string, body: object) => owner.data(path, { method: 'PUT', body })
  const say = async (words: string) => {
    if (photo) await owner.data(`/api/photos/${photo.id}`, { method: 'DELETE', body: {} })
    photo = await upload(gallery, owner, photoWithText(words), { sourceId: `${words}.jpg` })
    await change(`/api/albums/${stream.id}/photos/add`, { photoIds: [photo.id] })
    await change(`/api/albums/${stream.id}`, { name: words.slice(0, 120), description: words })
    await change('/api/user', { name: words.slice(0, 80), bio: words })
    await change(`/api/photos/${typed.id}`, {
      id: typed.id,
      title: words,
      description: about(words),
      keywords: [words.slice(0, 100)],
    })
    return photo
  }
  return { gallery, typed, stream, say }
}

/** A description is shown only if it says more than the title. */
const about = (words: string) => `${words} (${words})`

const pathsOf = (first: Photo, second: Photo) => [
  '/',
  '/?offset=12',
  `/photo/${first.id}`,
  `/photo/${second.id}`,
  '/photo',
  '/photo?cameraModel=nothing',
  '/account',
  '/account/profile',
  '/setup',
  '/nowhere',
]

test('pages with payloads have the elements of a plain one, with the text in title and meta tags', async () => {
  const { gallery, typed, say } = await galleryWithTexts()
  await using _ = gallery
  const skeletons: string[][] = []
  for (const path of pathsOf(await say('plain'), typed)) {
    skeletons.push((await skeletonOf(gallery.asVisitor(), path)).elements)
  }
  for (const payload of payloads) {
    const photo = await say(payload)
    for (const [index, path] of pathsOf(photo, typed).entries()) {
      const { elements, title, metas, html } = await skeletonOf(gallery.asVisitor(), path)
      expect([payload, path, elements]).toEqual([payload, path, skeletons[index]!])
      expect(unescaped(title)).toContain(payload.slice(0, 80).trim())
      if (path !== `/photo/${typed.id}`) continue
      const read = Object.fromEntries(
        Object.entries(metas).map(([name, value]) => [name, unescaped(value)]),
      )
      const said = {
        description: about(payload),
        'og:title': payload,
        'og:description': about(payload),
      }
      expect(read).toMatchObject(said)
      const data = /id="initial-data">([^<]*)</.exec(html)
      expect(JSON.parse(data![1]!).photo).toMatchObject({
        title: payload,
        description: about(payload),
      })
    }
  }
}, 120_000)

test('the text of a query comes back escaped, or not at all', async () => {
  const { gallery, typed, say } = await galleryWithTexts()
  await using _ = gallery
  const photo = await say('plain')
  const visitor = gallery.asVisitor()
  for (const path of new Set(pathsOf(photo, typed).map((path) => path.split('?')[0]!))) {
    for (const key of ['q', 'cameraModel', 'offset', 'x', '"><x ']) {
      const elementsFor = async (value: string) =>
        (await skeletonOf(visitor, `${path}?${new URLSearchParams({ [key]: value })}`)).elements
      const elements = await elementsFor('nothing')
      for (const payload of payloads) {
        expect([path, payload, await elementsFor(payload)]).toEqual([path, payload, elements])
      }
    }
    for (const payload of payloads) {
      const query = encodeURIComponent(payload)
      const missing = await visitor.get(`/${query}/${query}`)
      expect(missing.status).toBe(404)
      expect(await missing.text()).not.toContain(payload)
    }
  }
}, 120_000)

/** Every address that answers data or bytes, never a page. */
const dataPaths = (photo: Photo, album: string) => [
  '/api/photos?limit=9',
  `/api/photos/${photo.id}`,
  `/api/photos/${photo.id}/albums`,
  '/api/photos/search?q=script&limit=9',
  '/api/albums',
  `/api/albums/${album}`,
  `/api/albums/${album}/photos?limit=9`,
  '/api/cameras',
  '/api/user',
  '/api/user/config',
  `/api/likes/${photo.id}`,
  `/api/comments/${photo.id}`,
  '/api/pages/about',
  '/api/nonsense',
  '/api/photos?limit=%3Cscript%3Ealert(1)%3C/script%3E',
  '/api/pages/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
]

test('a guest’s text is kept unchanged, and no response with it can be taken for a page', async () => {
  const { gallery, typed, stream, say } = await galleryWithTexts()
  await using _ = gallery
  // Guests' names are shorter and must not be the owner's.
  await say(payloads.find(({ length }) => length > nameMax)!)
  const bodies: string[] = []
  for (const [index, name] of payloadsWithin(nameMax).entries()) {
    gallery.clock.advance(3_600_000)
    const guest = await gallery.asGuest(name, `guest${index}@example.org`)
    await guest.data(`/api/likes/${typed.id}/like`, { method: 'POST', body: {} })
    for (const body of payloads.slice(index * 2, index * 2 + 2)) {
      await guest.data(`/api/comments/${typed.id}`, { method: 'POST', body: { body } })
      bodies.push(body)
    }
  }
  const visitor = gallery.asVisitor()
  const comments = await visitor.data<{ body: string; name: string }[]>(`/api/comments/${typed.id}`)
  expect(comments.map(({ body }) => body).sort()).toEqual(bodies.sort())
  const likes = await visitor.data<{ name: string }[]>(`/api/likes/${typed.id}`)
  expect(likes.map(({ name }) => name).sort()).toEqual(payloadsWithin(nameMax).sort())
  for (const path of dataPaths(typed, stream.id)) {
    for (const accept of ['text/html,*/*', 'application/json']) {
      const answer = await visitor.get(path, { accept })
      const type = answer.headers.get('content-type')
      expect([path, type?.startsWith('application/json')]).toEqual([path, true])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'")
    }
  }
}, 120_000)

/** Expects only Markdown's own elements, without attributes that act. */
async function expectHarmless(gallery: Gallery) {
  const { html } = await gallery.asVisitor().data<{ html: string }>('/api/pages/about')
  const wrong: string[] = []
  new HTMLRewriter()
    .on('*', {
      element: (element) => {
        if (
          !/^(p|h[1-6]|em|strong|a|ul|ol|li|code|pre|br|hr|blockquote|img|s|t.*)$/.test(
            element.tagName,
          )
        ) {
          wrong.push(element.tagName)
        }
        for (const [name, value] of element.attributes) {
          if (/^on|style|srcdoc|^id$/.test(name)) wrong.push(`${element.tagName} ${name}`)
          if (!/^(href|src|action|cite)$/.test(name)) continue
          const { protocol } = new URL(value, gallery.base)
          if (!/^(https?|mailto):$/.test(protocol)) wrong.push(`${name} ${value}`)
        }
      },
    })
    .transform(html)
  return wrong
}

test('a Markdown page with payloads in it contains no active element', async () => {
  await using gallery = await openGallery()
  await mkdir(join(gallery.data, 'pages'), { recursive: true })
  const links = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'file:///etc/passwd',
    '" onclick="alert(1)',
    '<" onclick=alert(1)>',
  ]
  const markdown = [
    ...payloads,
    ...links.flatMap((link) => [
      `[a](${link})`,
      `[a](<${link}>)`,
      `![a](${link})`,
      `<${link}>`,
      `[a]: ${link}\n\n[a]`,
      `[a](https://example.org "${link}")`,
    ]),
    ...payloads.map((payload) => `[${payload}](https://example.org "${payload}")`),
    ...payloads.map((payload) => `# ${payload}\n\n* ${payload}\n\n\`${payload}\``),
    `\`\`\`"><script>alert(1)</script>\nx\n\`\`\``,
  ]
  const page = join(gallery.data, 'pages/about.md')
  for (const [second, text] of markdown.entries()) {
    await writeFile(page, text)
    // A page is read again when its modification time has changed.
    await utimes(page, second, second)
    expect([text, await expectHarmless(gallery)]).toEqual([text, []])
  }
})
