import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import markdownIt from 'markdown-it'
import type { Page, PageName } from '../contract/pages.ts'
import { pageNames } from '../contract/vocabulary.ts'
import about from './samples/about.md' with { type: 'text' }
import resume from './samples/resume.md' with { type: 'text' }

const samples: Record<PageName, string> = { resume, about }

/** Larger files are ignored, in bytes. */
const maxBytes = 1024 * 1024

export type Pages = ReturnType<typeof createPages>

/**
 * The owner's Markdown pages in `folder`. The first start puts samples there; if a file is deleted
 * later, the sample is shown again.
 */
export function createPages(folder: string) {
  // Raw HTML is shown as text, and only http, https, mailto and local links are allowed.
  const markdown = markdownIt({ html: false, linkify: true, typographer: true })
  const rendered = new Map<PageName, { readonly made: string; readonly html: string }>()

  const textOf = (name: PageName): { text: string; made: string } => {
    const path = join(folder, `${name}.md`)
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found?.isFile() || found.size > maxBytes) return { text: samples[name], made: 'sample' }
    return { text: readFileSync(path, 'utf8'), made: `${found.mtimeMs} ${found.size}` }
  }

  return {
    writeSamples: (): void => {
      for (const name of pageNames) {
        try {
          writeFileSync(join(folder, `${name}.md`), samples[name], { flag: 'wx', mode: 0o600 })
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        }
      }
    },
    get: (name: PageName): Page => {
      const { text, made } = textOf(name)
      const known = rendered.get(name)
      if (known?.made === made) return { html: known.html }
      const html = markdown.render(text)
      rendered.set(name, { made, html })
      return { html }
    },
  }
}
