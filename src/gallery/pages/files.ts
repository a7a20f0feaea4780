import { createHash } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type PageName, pageNames } from '../../contract/site/pages.ts'
import { giveToFolderOwner } from '../../core/database/folder-owner.ts'
import { AppError } from '../../core/errors.ts'
import type { Library } from '../../storage/library.ts'
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
  const inspectPage = (name: PageName) => inspect(pathOf(name))

  /** Changes whenever the file does. */
  const made = (name: PageName): string => {
    const file = inspectPage(name)
    if (typeof file === 'string' || !file) return 'sample'
    return `${file.mtimeMs} ${file.size}`
  }

  const read = (name: PageName): PageText => {
    const bytes = made(name) === 'sample' ? undefined : bytesOf(pathOf(name))
    const isSample = bytes === undefined
    const state = isSample ? 'sample' : made(name)
    const whole = isSample ? samples[name] : decode(bytes)
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
    /** Sentences that say why visitors do not see a page although the file exists. */
    faults: (): string[] =>
      pageNames.flatMap((name) => {
        const file = inspectPage(name)
        const fault = typeof file === 'string' ? file : file && contentFault(pathOf(name))
        return fault === undefined
          ? []
          : [
              `pages/${name}.md ${fault}, so visitors do not see the page. Replace it with a text file in UTF-8, which the user who runs Vitrine can read.`,
            ]
      }),
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
      const file = inspectPage(name)
      if (file === tooLarge) {
        throw new AppError(
          409,
          `pages/${name}.md is larger than 1 MiB, so visitors do not see the page; shorten it with another editor`,
        )
      }
      if (typeof file === 'string') {
        throw new AppError(409, `pages/${name}.md ${file}, so visitors do not see the page`)
      }
      const content = file && contentFault(pathOf(name))
      if (content !== undefined) {
        throw new AppError(409, `pages/${name}.md ${content}, so visitors do not see the page`)
      }
      if (lstatSync(pathOf(name), { throwIfNoEntry: false })?.isSymbolicLink()) {
        throw new AppError(
          409,
          `pages/${name}.md is a link to another file; edit that file instead`,
        )
      }
    },
    /** Keeps the file's kind of line endings. */
    write: async (name: PageName, text: string, { hasWindowsLines }: PageText): Promise<void> => {
      const whole = hasWindowsLines ? text.replaceAll('\n', '\r\n') : text
      await writeDurably(pathOf(name), new TextEncoder().encode(whole))
    },
  }
}

const tooLarge = 'is larger than 1 MiB'

/** The file, or why it cannot be used; undefined if it does not exist. */
function inspect(path: string): Stats | string | undefined {
  try {
    const file = statSync(path, { throwIfNoEntry: false })
    if (!file) {
      const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
      return isLink ? 'is a link to a file that does not exist' : undefined
    }
    if (!file.isFile()) return 'is not a file'
    if (file.size > maxBytes) return tooLarge
    accessSync(path, constants.R_OK)
    return file
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ELOOP' ? 'is a link that leads back to itself' : `cannot be read (${code})`
  }
}

/** Undefined if it cannot be read or is not text. Files in /proc are longer than their size. */
function bytesOf(path: string): Uint8Array | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const bytes = Buffer.alloc(maxBytes + 1)
      let length = 0
      for (let read = -1; read !== 0 && length < bytes.length; length += read) {
        read = readSync(file, bytes, length, bytes.length - length, null)
      }
      return length > maxBytes || isBinary(bytes.subarray(0, length))
        ? undefined
        : bytes.subarray(0, length)
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

const contentFault = (path: string): string | undefined =>
  bytesOf(path) === undefined ? 'is not a text file' : undefined

/** UTF-16, as Notepad can write it, begins with a byte order mark. */
function utf16Of([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : ''
}

const isBinary = (bytes: Uint8Array) => bytes.includes(0) && utf16Of(bytes) === ''

/** UTF-8, or what editors write on Windows. */
function decode(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== '') return new TextDecoder(utf16).decode(bytes).replaceAll('\0', '\ufffd')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
