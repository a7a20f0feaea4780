import {
  type Page,
  type PageChange,
  type PageName,
  type PageSource,
  type PageVersion,
  type PageVersionText,
  pageNames,
} from '../../contract/site/pages.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { Library } from '../../storage/library.ts'
import { type PageText, pageFiles } from './files.ts'
import { renderMarkdown } from './markdown.ts'
import { type PageVersionRow, pageVersionStore } from './store.ts'

export type Pages = ReturnType<typeof createPages>

/**
 * The owner's pages. The files are the source, and may be edited with any editor; every text that
 * is found in them becomes a version that the owner can return to.
 */
/** The resume and the about page. */
export function createPages({
  store,
  library,
  clock,
}: {
  store: Store
  library: Library
  clock: Clock
}) {
  const versions = pageVersionStore(store)
  const files = pageFiles(library)
  const rendered = new Map<PageName, { readonly made: string; readonly html: string }>()
  let work: Promise<unknown> = Promise.resolve()

  /** One change at a time, so that no other comes between comparing and writing. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const done = work.then(change)
    work = done.catch(() => undefined)
    return done
  }

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
  const noticed = async (name: PageName): Promise<PageText> => {
    const present = files.read(name)
    await addVersion(name, present, 'file')
    return present
  }

  const noticeLater = async (name: PageName): Promise<void> => {
    try {
      await inTurn(() => noticed(name))
    } catch (error) {
      warn(`Could not remember the text of pages/${name}.md: ${stackOf(error)}`)
    }
  }

  const sourceOf = ({ text, revision, savedAt }: PageText): PageSource => ({
    markdown: text,
    revision,
    savedAt: savedAt === undefined ? null : toTime(savedAt),
  })

  const save = async (name: PageName, { markdown, revision }: PageChange): Promise<PageSource> => {
    files.requireEditable(name)
    const present = await noticed(name)
    if (present.revision !== revision) {
      throw new AppError(409, 'the page was changed elsewhere while you were editing it', {
        ...sourceOf(present),
      })
    }
    const text = markdown.replaceAll('\r\n', '\n').toWellFormed()
    if (text !== present.text || present.savedAt === undefined) {
      await files.write(name, text, present)
      rendered.delete(name)
      await addVersion(name, { text, savedAt: clock.now() }, 'account')
    }
    return sourceOf(files.read(name))
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
    get: async (name: PageName): Promise<Page> => {
      const made = files.made(name)
      const known = rendered.get(name)
      if (known?.made === made) return { html: known.html }
      const html = await renderMarkdown(files.read(name).text)
      rendered.set(name, { made, html })
      if (made !== 'sample') {
        // No visitor waits for it, or for what is wrong with it.
        void noticeLater(name)
      }
      return { html }
    },
    preview: async (markdown: string): Promise<Page> => ({ html: await renderMarkdown(markdown) }),
    /** @throws AppError 409 for a file that cannot be edited here. */
    source: (name: PageName): Promise<PageSource> =>
      inTurn(async () => {
        files.requireEditable(name)
        return sourceOf(await noticed(name))
      }),
    /** @throws AppError 409 with the present text if it is another than the edited one. */
    save: (name: PageName, change: PageChange): Promise<PageSource> =>
      inTurn(() => save(name, change)),
    /** Newest first; the first is the present text. */
    versions: (name: PageName): Promise<PageVersion[]> =>
      inTurn(async () => {
        await noticed(name)
        return versions.all(name).map(({ id, bytes, saved_at: savedAt, source }, index) => ({
          ...{ id, bytes, source },
          savedAt: toTime(savedAt),
          isCurrent: index === 0,
        }))
      }),
    /** @throws AppError 404 */
    version: async (name: PageName, id: string): Promise<PageVersionText> => {
      const version = versions.byId(name, id)
      if (!version) throw notFound()
      return { markdown: version.markdown, html: await renderMarkdown(version.markdown) }
    },
  }
}

const toTime = (ms: number): string => new Date(ms).toISOString()
