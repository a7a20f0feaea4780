import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import type { PageName } from '../contract/pages.ts'
import { pageNames } from '../contract/vocabulary.ts'
import { giveToFolderOwner } from '../database/folder-owner.ts'
import type { Library } from '../images/library.ts'
import about from './samples/about.md' with { type: 'text' }
import resume from './samples/resume.md' with { type: 'text' }

const samples: Record<PageName, string> = { resume, about }

/** Larger files are ignored, in bytes. */
const maxBytes = 1024 * 1024

export type PageText = {
  /** With \n at the end of each line. */
  readonly text: string
  /** Changes with the text. */
  readonly revision: string
  /** Changes with the file, without reading it. */
  readonly made: string
  /** Of the file, in ms; undefined for a sample. */
  readonly savedAt: number | undefined
  readonly hasWindowsLines: boolean
}

export type PageFiles = ReturnType<typeof pageFiles>

/** The owner's Markdown files; where one is missing, there is a sample. */
export function pageFiles({
  pages: folder,
  writeDurably,
}: Pick<Library, 'pages' | 'writeDurably'>) {
  const pathOf = (name: PageName) => join(folder, `${name}.md`)
  const found = (name: PageName) => statSync(pathOf(name), { throwIfNoEntry: false })

  /** Tells whether the file has changed. */
  const made = (name: PageName): string => {
    const file = found(name)
    return file?.isFile() && file.size <= maxBytes ? `${file.mtimeMs} ${file.size}` : 'sample'
  }

  const read = (name: PageName): PageText => {
    const state = made(name)
    const isSample = state === 'sample'
    const whole = isSample ? samples[name] : decode(readFileSync(pathOf(name)))
    const text = whole.replaceAll('\r\n', '\n')
    return {
      text,
      revision: createHash('sha256').update(text).digest('base64url'),
      made: state,
      savedAt: isSample ? undefined : Math.floor(Number(state.split(' ')[0])),
      hasWindowsLines: text !== whole,
    }
  }

  return {
    made,
    read,
    writeSamples: (): void => {
      for (const name of pageNames) {
        try {
          writeFileSync(pathOf(name), samples[name], { flag: 'wx', mode: 0o600 })
          giveToFolderOwner(pathOf(name))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        }
      }
    },
    /** @throws AppError 409 for a file that cannot be edited here without losing something. */
    requireEditable: (name: PageName): void => {
      const file = found(name)
      if (file && !file.isFile()) throw new AppError(409, `pages/${name}.md is not a file`)
      if (file && file.size > maxBytes) {
        throw new AppError(
          409,
          `pages/${name}.md is larger than 1 MiB, so visitors see a sample; shorten it with another editor`,
        )
      }
      if (lstatSync(pathOf(name), { throwIfNoEntry: false })?.isSymbolicLink()) {
        throw new AppError(
          409,
          `pages/${name}.md is a link to another file; edit that file instead`,
        )
      }
    },
    /** Keeps the kind of line ends that the file had. */
    write: async (name: PageName, text: string, { hasWindowsLines }: PageText): Promise<void> => {
      const whole = hasWindowsLines ? text.replaceAll('\n', '\r\n') : text
      await writeDurably(pathOf(name), new TextEncoder().encode(whole))
    },
  }
}

/** UTF-8, or what older editors write on Windows. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
