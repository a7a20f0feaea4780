import type { Viewer } from '../../contract/people/viewer.ts'
import {
  type Page,
  type PageChange,
  type PageName,
  type PageSource,
  type PageVersion,
  type PageVersionText,
  pageNames,
  type RenderedText,
} from '../../contract/site/pages.ts'
import type { Clock } from '../../core/clock.ts'
import { limit } from '../../core/concurrency/limit.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { Library } from '../../storage/library.ts'
import { type PageFiles, type PageText, pageFiles } from './files.ts'
import { renderMarkdown } from './markdown.ts'
import { type PageVersionRow, pageVersionStore } from './store.ts'
import { isWritten } from './written.ts'
import { createWrittenPages, type WrittenPages } from './written-pages.ts'

export type Pages = ReturnType<typeof createPages>

/**
 * The owner's pages, the resume and the about page. The files are the source, and may be edited with
 * any editor; every text that is found in them becomes a version that the owner can return to.
 */
export function createPages({
  store,
  library,
  clock,
}: {
  store: Store
  library: Library
  clock: Clock
}) {
  const files = pageFiles(library)
  const rendered = new Map<PageName, { readonly made: string; readonly html: string }>()
  const onWrite = (name: PageName) => rendered.delete(name)
  const written = createWrittenPages(files, store)
  const history = createHistory({ store, files, clock, written, onWrite })
  /** One change at a time, so that nothing changes between comparing and writing. */
  const inTurn = limit(1)

  const noticeLater = async (name: PageName): Promise<void> => {
    try {
      await inTurn(() => history.readAndRemember(name))
    } catch (error) {
      warn(`Could not save a version of pages/${name}.md: ${stackOf(error)}`)
    }
  }

  return {
    writeSamples: files.writeSamples,
    faults: files.faults,
    /**
     * Remembers texts that were written while the gallery was not running. Never fails: a full disk
     * must not keep the gallery from starting.
     */
    noticeEdits: async (): Promise<void> => {
      for (const name of pageNames) await noticeLater(name)
    },
    /** @throws AppError 404 for everyone but the owner while it is not written. */
    get: async (name: PageName, viewer: Viewer): Promise<Page> => {
      const isPublic = written.has(name)
      if (!isPublic && !viewer.isOwner) throw notFound()
      const made = files.made(name)
      const known = rendered.get(name)
      if (known?.made === made) return { html: known.html, isPublic }
      const html = await renderMarkdown(files.read(name).text)
      rendered.set(name, { made, html })
      if (made !== 'sample') {
        // No visitor waits for it, or gets its errors.
        void noticeLater(name)
      }
      return { html, isPublic }
    },
    /** Those that only the owner sees, because they are not written. */
    hidden: (): PageName[] => pageNames.filter((name) => !written.has(name)),
    preview: async (markdown: string): Promise<RenderedText> => ({
      html: await renderMarkdown(markdown),
    }),
    /** @throws AppError 409 for a file that cannot be edited here. */
    source: (name: PageName): Promise<PageSource> =>
      inTurn(async () => {
        files.requireEditable(name)
        return sourceOf(await history.readAndRemember(name))
      }),
    /** @throws AppError 409 with the present text if it is not the one that was edited. */
    save: (name: PageName, change: PageChange): Promise<PageSource> =>
      inTurn(() => history.save(name, change)),
    /** Newest first; the first is the present text. */
    versions: (name: PageName): Promise<PageVersion[]> =>
      inTurn(async () => {
        await history.readAndRemember(name)
        return history.all(name).map(({ id, bytes, source, saved_at: savedAt }, index) => ({
          id,
          bytes,
          source,
          savedAt: toTime(savedAt),
          isCurrent: index === 0,
        }))
      }),
    /** @throws AppError 404 */
    version: async (name: PageName, id: string): Promise<PageVersionText> => {
      const version = history.byId(name, id)
      if (!version) throw notFound()
      return { markdown: version.markdown, html: await renderMarkdown(version.markdown) }
    },
  }
}

/** The pages' texts, and those that they had before. */
function createHistory({
  store,
  files,
  clock,
  written,
  onWrite,
}: {
  store: Store
  files: PageFiles
  clock: Clock
  written: WrittenPages
  onWrite: (name: PageName) => void
}) {
  const versions = pageVersionStore(store)

  const addVersion = (
    page: PageName,
    { text, savedAt = clock.now() }: Pick<PageText, 'text' | 'savedAt'>,
    source: PageVersionRow['source'],
  ) =>
    store.note(() => {
      if (versions.latest(page)?.markdown === text) return
      versions.add({
        id: Bun.randomUUIDv7('hex', clock.now()),
        page,
        markdown: text,
        bytes: Buffer.byteLength(text),
        saved_at: savedAt,
        source,
      })
    })

  /** The present text, which becomes a version unless it is one already. */
  const readAndRemember = async (name: PageName): Promise<PageText> => {
    const present = files.read(name)
    await addVersion(name, present, 'file')
    return present
  }

  return {
    readAndRemember,
    /** Does not write the present text again. @throws AppError 409. */
    save: async (name: PageName, { markdown, revision }: PageChange): Promise<PageSource> => {
      files.requireEditable(name)
      const present = await readAndRemember(name)
      if (present.revision !== revision) {
        throw new AppError(409, 'the page was changed elsewhere while you were editing it', {
          ...sourceOf(present),
        })
      }
      const text = markdown.replaceAll('\r\n', '\n').toWellFormed()
      if (text !== present.text || present.savedAt === undefined) {
        await files.write(name, text, present)
        onWrite(name)
        await written.refresh(name)
        await addVersion(name, { text, savedAt: clock.now() }, 'account')
      }
      return sourceOf(files.read(name))
    },
    all: versions.all,
    byId: versions.byId,
  }
}

const sourceOf = ({ text, revision, savedAt }: PageText): PageSource => ({
  markdown: text,
  revision,
  savedAt: savedAt === undefined ? null : toTime(savedAt),
  isPublic: isWritten(text),
})

const toTime = (ms: number): string => new Date(ms).toISOString()
