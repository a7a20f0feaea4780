import { describe, expect, test } from 'bun:test'
import { readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { limits } from '../../src/contract/limits.ts'
import type {
  Page,
  PageSource,
  PageVersion,
  PageVersionText,
  RenderedText,
} from '../../src/contract/site/pages.ts'
import type { Status } from '../../src/contract/site/status.ts'
import { recentWarnings } from '../../src/core/log.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, openGallery } from '../support/gallery.ts'
import { mkfifo } from '../support/pipes.ts'

const fileOf = ({ data }: Gallery, page = 'about') => join(data, 'pages', `${page}.md`)
const sourceFor = (owner: Browser, page = 'about') =>
  owner.data<PageSource>(`/api/pages/${page}/source`)
const versionsFor = (owner: Browser, page = 'about') =>
  owner.data<PageVersion[]>(`/api/pages/${page}/versions`)
const textOf = (owner: Browser, { id }: PageVersion) =>
  owner.data<PageVersionText>(`/api/pages/about/versions/${id}`)
const put = (owner: Browser, body: object, page = 'about') =>
  owner.request(`/api/pages/${page}`, { method: 'PUT', body })
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { message: string; details?: Record<string, unknown> } }).error

/** Saves over the present text. */
async function save(owner: Browser, markdown: string): Promise<PageSource> {
  const { revision } = await sourceFor(owner)
  return owner.data('/api/pages/about', { method: 'PUT', body: { markdown, revision } })
}

/** Like an editor on the server; the time differs even if it is written twice in a millisecond. */
async function edit(gallery: Gallery, markdown: string | Uint8Array, at: Date) {
  await writeFile(fileOf(gallery), markdown)
  await utimes(fileOf(gallery), at, at)
}

describe('edits', () => {
  test('the owner changes a page, which visitors see at once and the file contains', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const saved = await save(owner, '# Mine\n\n<b>bold</b> [run](javascript:alert(1))\n')
    expect(await readFile(fileOf(gallery), 'utf8')).toBe(saved.markdown)
    expect((await stat(fileOf(gallery))).mode & 0o777).toBe(0o600)
    const { html } = await gallery.asVisitor().data<Page>('/api/pages/about')
    expect(html).toContain('<h1>Mine</h1>')
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt;')
    expect(html).not.toContain('href="javascript')
    expect(await sourceFor(owner)).toEqual(saved)
    const again = await save(owner, '# Mine again')
    expect(again.revision).not.toBe(saved.revision)
    expect(await gallery.asVisitor().data<Page>('/api/pages/about')).toEqual({
      html: '<h1>Mine again</h1>\n',
      isPublic: true,
    })
  })

  test('the owner previews a text exactly as the page shows it, without saving it', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const markdown =
      '# "Quoted"\n\n<script>alert(1)</script>\n\n| a |\n| - |\n| https://a.example |\n'
    const preview = await owner.data<RenderedText>('/api/pages/about/preview', {
      method: 'POST',
      body: { markdown },
    })
    const before = await owner.data<Page>('/api/pages/about')
    expect(before.html).not.toBe(preview.html)
    await save(owner, markdown)
    const after = await owner.data<Page>('/api/pages/about')
    expect(after).toEqual({ ...preview, isPublic: true })
  })

  test('the owner begins with the sample page, and can return to it', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const sample = await sourceFor(owner)
    expect(sample.savedAt).toBeNull()
    expect(sample.markdown).toContain('# About')
    await save(owner, 'mine')
    const [, before] = await versionsFor(owner)
    expect((await textOf(owner, before!)).markdown).toBe(sample.markdown)
  })
})

describe('unwritten', () => {
  const linksIn = (html: string) =>
    [...html.matchAll(/<a [^>]*href="\/(about|resume)"/g)].map(([, page]) => page)

  test('visitors get neither a sample page nor links to it until the owner writes it, with any editor', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    gallery.services.pages.writeSamples()
    const visitor = gallery.asVisitor()
    const guest = await gallery.asGuest('Gus')
    const state = async () => {
      const [home, about, api, sitemap] = await Promise.all(
        ['/', '/about', '/api/pages/about', '/sitemap.xml'].map((path) => visitor.get(path)),
      )
      const isListed = (await sitemap!.text()).includes('/about</loc>')
      return [linksIn(await home!.text()), about!.status, api!.status, isListed]
    }
    const hidden = [[], 404, 404, false]
    const shown = [['about'], 200, 200, true]
    expect(await state()).toEqual(hidden)
    for (const path of ['/about', '/resume', '/api/pages/resume']) {
      for (const browser of [visitor, guest]) {
        const answer = await browser.get(path)
        expect([path, answer.status]).toEqual([path, 404])
        expect(await answer.text()).not.toMatch(/your studio|studio or company/i)
      }
      expect([path, (await owner.get(path)).status]).toEqual([path, 200])
    }
    expect(linksIn(await (await owner.get('/')).text())).toEqual(['about', 'resume'])
    expect((await owner.data<Page>('/api/pages/about')).isPublic).toBe(false)
    expect((await sourceFor(owner)).isPublic).toBe(false)

    // Cached pages of visitors have the link as soon as it is saved.
    expect((await save(owner, '# Mine')).isPublic).toBe(true)
    expect(await state()).toEqual(shown)
    await save(owner, '  \n')
    expect(await state()).toEqual(hidden)

    // A change with another editor is noticed with the next page that is not cached.
    const sample = await textOf(owner, (await versionsFor(owner)).at(-1)!)
    await edit(gallery, `${sample.markdown}Not a sample.`, new Date(2026, 0, 3))
    expect((await visitor.get('/about')).status).toBe(200)
    expect(await state()).toEqual(shown)
    await edit(gallery, `\r\n${sample.markdown.trim()}`, new Date(2026, 0, 4))
    expect((await owner.get('/')).status).toBe(200)
    expect(await state()).toEqual(hidden)
  })

  test('the samples of earlier versions are not shown to visitors either', async () => {
    await using gallery = await openGallery()
    const sample = await Bun.file(join(import.meta.dir, '../support/earlier-about.md')).text()
    await edit(gallery, sample, new Date(2026, 0, 3))
    expect((await gallery.asVisitor().get('/about')).status).toBe(404)
  })
})

describe('conflicts', () => {
  test('an edit elsewhere is not overwritten; the response has the other text', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    await save(owner, 'first')
    const { revision } = await sourceFor(owner)
    await edit(gallery, 'written with an editor', new Date(2026, 0, 3))
    const answer = await put(owner, { markdown: 'mine', revision })
    expect(answer.status).toBe(409)
    const { message, details } = await errorOf(answer)
    expect(message).toBe('the page was changed elsewhere while you were editing it')
    expect(details).toEqual({ ...(await sourceFor(owner)) })
    expect(details).toMatchObject({ markdown: 'written with an editor' })
    expect(await readFile(fileOf(gallery), 'utf8')).toBe('written with an editor')

    // Saved with the knowledge of it, and the other text is kept.
    const kept = await put(owner, { markdown: 'mine', revision: details!.revision })
    expect(kept.status).toBe(200)
    const [, before] = await versionsFor(owner)
    expect(before).toMatchObject({ source: 'file', bytes: 22 })
    expect((await textOf(owner, before!)).markdown).toBe('written with an editor')
  })

  test('one of two simultaneous saves of a page is refused, and neither text is lost', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const { revision } = await sourceFor(owner)
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((markdown) => put(owner, { markdown, revision })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409])
    const winner = ['one', 'two', 'three'][statuses.indexOf(200)]!
    expect(await readFile(fileOf(gallery), 'utf8')).toBe(winner)
  })
})

describe('history', () => {
  test('the earlier versions of a page are the last ten, newest first, each with its time, size and text', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const texts = Array.from({ length: 14 }, (_, number) => `Text ${number}: ${'ü'.repeat(number)}`)
    for (const text of texts) {
      gallery.clock.advance(60_000)
      await save(owner, text)
    }
    const versions = await versionsFor(owner)
    expect(versions).toHaveLength(11)
    expect(versions.map(({ isCurrent }) => isCurrent)).toEqual([true, ...Array(10).fill(false)])
    const read = await Promise.all(versions.map((version) => textOf(owner, version)))
    expect(read.map(({ markdown }) => markdown)).toEqual(texts.toReversed().slice(0, 11))
    expect(versions.map(({ bytes }) => bytes)).toEqual(
      read.map(({ markdown }) => Buffer.byteLength(markdown)),
    )
    expect(versions[0]?.savedAt).toBe(new Date(gallery.clock.now()).toISOString())
    expect(read[0]?.html).toContain('<p>Text 13')
    expect(await versionsFor(owner, 'resume')).toHaveLength(1)
  })

  test('the earlier versions include a text written with an editor, even if only visitors have seen it', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    await save(owner, 'first')
    await edit(gallery, 'seen by a visitor', new Date(2026, 0, 3))
    await gallery.asVisitor().data('/api/pages/about')
    await edit(gallery, 'seen by nobody', new Date(2026, 0, 4))
    const versions = await versionsFor(owner)
    const texts = await Promise.all(versions.map((version) => textOf(owner, version)))
    expect(texts.map(({ markdown }) => markdown).slice(0, 3)).toEqual([
      'seen by nobody',
      'seen by a visitor',
      'first',
    ])
    expect(versions[0]).toMatchObject({
      source: 'file',
      savedAt: new Date(2026, 0, 4).toISOString(),
    })
  })

  test('the earlier versions outlast a restart, which notices what was written meanwhile', async () => {
    const first = await openGallery({ keepFolder: true })
    await save(await first.asOwner(), 'before the restart')
    await first[Symbol.asyncDispose]()
    await writeFile(fileOf(first), 'while it was stopped')
    await using gallery = await openGallery({ data: first.data })
    await gallery.services.pages.noticeEdits()
    await writeFile(fileOf(gallery), 'later')
    const owner = await gallery.asOwner()
    const versions = await versionsFor(owner)
    const texts = await Promise.all(versions.map((version) => textOf(owner, version)))
    expect(texts.map(({ markdown }) => markdown).slice(0, 3)).toEqual([
      'later',
      'while it was stopped',
      'before the restart',
    ])
  })

  test('a history that cannot be stored keeps neither the gallery from starting nor visitors waiting', async () => {
    await using gallery = await openGallery()
    await writeFile(fileOf(gallery), 'mine')
    gallery.services.store.connection.run('DROP TABLE page_version')
    await gallery.services.pages.noticeEdits()
    expect(recentWarnings()[0]?.text).toStartWith('Could not save a version of pages/about.md')
    expect(await gallery.asVisitor().data<Page>('/api/pages/about')).toEqual({
      html: '<p>mine</p>\n',
      isPublic: true,
    })
  })

  test('the earlier versions are of one page, and are not found by other addresses', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    await save(owner, 'mine')
    const [version] = await versionsFor(owner)
    for (const path of [
      `/api/pages/resume/versions/${version!.id}`,
      '/api/pages/about/versions/1',
      `/api/pages/nothing/versions/${version!.id}`,
      '/api/pages/nothing/source',
    ]) {
      expect([path, (await owner.get(path)).status]).toEqual([path, 404])
    }
  })
})

describe('texts', () => {
  test('a page’s text has a size limit and no control characters, and says so in a sentence', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const { revision } = await sourceFor(owner)
    const longest = 'ü'.repeat(limits.pageText)
    for (const [markdown, message] of [
      [`${longest}x`, `markdown: must have at most ${limits.pageText} characters`],
      ['a\u0000b', 'markdown: must not contain control characters'],
    ] as const) {
      const answer = await put(owner, { markdown, revision })
      expect([answer.status, (await errorOf(answer)).message]).toEqual([400, message])
    }
    expect((await put(owner, { markdown: longest, revision })).status).toBe(200)
  })

  test('a page’s text keeps the line ends that its file had', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    await writeFile(fileOf(gallery), 'one\r\ntwo\r\n')
    expect((await sourceFor(owner)).markdown).toBe('one\ntwo\n')
    await save(owner, 'one\ntwo\nthree\n')
    expect(await readFile(fileOf(gallery), 'utf8')).toBe('one\r\ntwo\r\nthree\r\n')
  })

  test('a page’s text from an old editor that did not write UTF-8 is read with its umlauts', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    await writeFile(fileOf(gallery), Buffer.from('Grüße', 'latin1'))
    expect((await sourceFor(owner)).markdown).toBe('Grüße')
    expect(await owner.data<Page>('/api/pages/about')).toEqual({
      html: '<p>Grüße</p>\n',
      isPublic: true,
    })
  })

  test('a page’s text in a link or a file that is too large is not edited here, and the reason is given', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    await writeFile(fileOf(gallery), 'x'.repeat(1024 * 1024 + 1))
    await writeFile(join(gallery.data, 'pages', 'elsewhere.md'), 'elsewhere')
    await symlink('elsewhere.md', fileOf(gallery, 'resume'))
    for (const [page, reason] of [
      ['about', /larger than 1 MiB/],
      ['resume', /is a link to another file/],
    ] as const) {
      const read = await owner.get(`/api/pages/${page}/source`)
      const written = await put(owner, { markdown: 'mine', revision: '' }, page)
      expect([read.status, written.status]).toEqual([409, 409])
      expect((await errorOf(read)).message).toMatch(reason)
    }
    expect(await gallery.asVisitor().data<Page>('/api/pages/resume')).toEqual({
      html: '<p>elsewhere</p>\n',
      isPublic: true,
    })
  })
})

test('a page’s file is the newest version and none is lost, through any saves, edits and restarts', async () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('save'), text: fc.string({ unit: 'grapheme', maxLength: 9 }) }),
    fc.record({ kind: fc.constant('edit'), text: fc.constantFrom('a', 'b', 'c', 'ü', '') }),
    fc.record({ kind: fc.constant('restart'), text: fc.constant('') }),
    fc.record({ kind: fc.constant('visit'), text: fc.constant('') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 18 }), async (actions) => {
      let gallery = await openGallery({ keepFolder: true })
      try {
        let owner = await gallery.asOwner()
        const known = [(await sourceFor(owner)).markdown]
        for (const [step, { kind, text }] of actions.entries()) {
          if (kind === 'save') {
            const clean = text.replace(/[\u0000-\u001f\u007f]/g, '').toWellFormed()
            await save(owner, clean)
            if (known.at(-1) !== clean) known.push(clean)
          } else if (kind === 'edit') {
            await edit(gallery, text, new Date(2026, 0, 3, 0, step))
            await sourceFor(owner)
            if (known.at(-1) !== text) known.push(text)
          } else if (kind === 'restart') {
            await gallery[Symbol.asyncDispose]()
            gallery = await openGallery({ data: gallery.data, keepFolder: true })
            await gallery.services.pages.noticeEdits()
            owner = await gallery.asOwner()
          } else await gallery.asVisitor().get('/api/pages/about')
        }
        const versions = await versionsFor(owner)
        const texts = await Promise.all(versions.map((version) => textOf(owner, version)))
        expect(texts.map(({ markdown }) => markdown)).toEqual(known.toReversed().slice(0, 11))
        expect((await sourceFor(owner)).markdown).toBe(known.at(-1)!)
      } finally {
        await gallery[Symbol.asyncDispose]()
        await rm(gallery.data, { recursive: true, force: true })
      }
    }),
    { numRuns: 8 },
  )
}, 120_000)

test('a page that cannot be shown is hidden from visitors, and Status gives the reason', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const path = fileOf(gallery)
  for (const [place, said] of [
    [() => writeFile(path, 'x'.repeat(1024 * 1024 + 1)), 'is larger than 1 MiB'],
    [() => writeFile(path, Buffer.from('a\0b')), 'is not a text file'],
    [() => symlink('nowhere', path), 'is a link to a file that does not exist'],
    [() => symlink('about.md', path), 'is a link that leads back to itself'],
    [() => symlink('.', path), 'is not a file'],
    [() => mkfifo(path), 'is not a file'],
  ] as const) {
    await rm(path, { force: true })
    await place()
    for (const address of ['/api/pages/about', '/about']) {
      expect([address, (await gallery.asVisitor().get(address)).status]).toEqual([address, 404])
      expect([address, (await owner.get(address)).status]).toEqual([address, 200])
    }
    expect((await owner.get('/api/pages/about/source')).status).toBe(409)
    const { problems } = await owner.data<Status>('/api/status')
    expect(problems.filter(({ kind }) => kind === 'files').map(({ text }) => text)).toEqual([
      `pages/about.md ${said}, so visitors do not see the page.`,
    ])
  }
  for (const bytes of [
    Buffer.from('\ufeffGrüße', 'utf16le'),
    Buffer.from('\ufeffGrüße', 'utf16le').swap16(),
  ]) {
    await rm(path, { force: true })
    await writeFile(path, bytes)
    expect(await gallery.asVisitor().data<Page>('/api/pages/about')).toEqual({
      html: '<p>Grüße</p>\n',
      isPublic: true,
    })
  }
  await rm(path)
})
