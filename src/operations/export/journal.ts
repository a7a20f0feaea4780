import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { schema } from '../../contract/schema.ts'
import { writeDurably } from '../backup/backup-folder.ts'

/** Says that a folder is an export, and which of its files are the export's own. */
export const journalName = '.vitrine-export'

/** What a file was when the export had written it. */
export type Written = { readonly size: number; readonly mtimeMs: number; readonly md5: string }

const head = schema(() => z.object({ format: z.literal(1), gallery: z.string() }))
const line = schema(() =>
  z.union([
    z.tuple([z.string()]),
    z.tuple([z.string(), z.number(), z.number(), z.string().nullable()]),
  ]),
)

export type Journal = Awaited<ReturnType<typeof openJournal>>

/**
 * The journal names each file before it is written, so that the next export knows its own files even
 * if this one is killed. @throws Error if the folder is another gallery's export.
 */
export async function openJournal(root: string, gallery: string) {
  const path = join(root, journalName)
  const earlier = new Map<string, Written | undefined>()
  if (existsSync(path)) readJournal(path, root, gallery, earlier)
  else await writeDurably(path, `${JSON.stringify({ format: 1, gallery })}\n`)
  const present = new Map<string, Written>()
  const append = (entry: readonly unknown[]) =>
    appendFileSync(path, `\n${JSON.stringify(entry)}`, { mode: 0o600 })

  return {
    /** Whether this or an earlier export has written the file, or was about to. */
    isOwn: (file: string): boolean => present.has(file) || earlier.has(file),
    ownFiles: (): Iterable<string> => earlier.keys(),
    /** What an earlier export has written completely. */
    earlier: (file: string): Written | undefined => earlier.get(file),
    claim: (file: string): void => {
      if (!earlier.has(file)) append([file])
    },
    /** The file is complete. */
    note: (file: string, written: Written): void => {
      present.set(file, written)
      const { size, mtimeMs, md5 } = written
      if (!Bun.deepEquals(earlier.get(file), written)) append([file, size, mtimeMs, md5])
    },
    /** Whether it belongs to the export that is being made. */
    isPresent: (file: string): boolean => present.has(file),
    /** Forgets what is no longer there. */
    finish: async (): Promise<void> => {
      const lines = [...present].map(([file, { size, mtimeMs, md5 }]) =>
        JSON.stringify([file, size, mtimeMs, md5]),
      )
      await writeDurably(path, [JSON.stringify({ format: 1, gallery }), ...lines].join('\n'))
    },
  }
}

function readJournal(
  path: string,
  root: string,
  gallery: string,
  earlier: Map<string, Written | undefined>,
): void {
  const [first = '', ...lines] = readFileSync(path, 'utf8').split('\n')
  const known = head().safeParse(parsed(first))
  if (!known.success) {
    throw new Error(
      `${path} is damaged, or was written by a newer Vitrine; use that version, or export into another folder.`,
    )
  }
  if (known.data.gallery !== gallery) {
    throw new Error(`${root} is the export of another gallery; choose another folder.`)
  }
  for (const text of lines) {
    // The last line of an export that was killed can be cut.
    const entry = line().safeParse(parsed(text))
    if (!entry.success || !isInside(entry.data[0])) continue
    const [file, size, mtimeMs, md5] = entry.data
    const isWhole = size !== undefined && mtimeMs !== undefined
    earlier.set(file, isWhole ? { size, mtimeMs, md5: md5 ?? '' } : undefined)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A journal that was tampered with must not make the next export remove files elsewhere. */
const isInside = (file: string): boolean =>
  !file.includes('\0') &&
  file.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
