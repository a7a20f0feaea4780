import type { Stats } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { dayMs } from '../../core/time.ts'
import type { Library } from '../../storage/library.ts'
import type { BackupFolder } from './backup-folder.ts'
import type { Wanted } from './contents.ts'
import type { CopyWriter } from './copies.ts'
import { WrongContent } from './place-file.ts'
import { Absent, sourceFor } from './source-file.ts'

/** A copy that is to be read again. */
export type DueCopy = Wanted & {
  readonly md5: string
  readonly size: number
  /** See isReplacedSince. */
  readonly isReplaced: boolean
}

export type VerifiedCopies = {
  /** How many were read. */
  readonly read: number
  /** Damaged copies that were replaced with good ones, for the owner to read. */
  readonly replaced: string[]
  /** Damaged copies that could not be replaced: the gallery's files are damaged or missing too. */
  readonly faults: string[]
  /** Their paths. */
  readonly damaged: string[]
}

/**
 * A prime, so that backups at any rhythm but this one get to all shares; nightly ones read
 * everything within 29 days.
 */
const shares = 29

/**
 * Whether a backup at `at` reads the copy at `path` again: one share has its turn each day, and a
 * backup makes up for the days since the one before, at `earlierAt`. All in ms.
 */
export function hasItsTurn(path: string, at: number, earlierAt = at): boolean {
  const today = Math.floor(at / dayMs)
  const days = Math.max(1, today - Math.floor(earlierAt / dayMs))
  const daysSinceTurn = (today + shares - (Bun.hash.crc32(path) % shares)) % shares
  return daysSinceTurn < days
}

/**
 * Whether the gallery's file was put in place of the one that was copied. The owner does that with
 * a damaged original, and a hard link to that one is as damaged.
 */
export const isReplacedSince = (copy: Stats | undefined, own: Stats | undefined): boolean =>
  copy !== undefined &&
  own !== undefined &&
  own.dev === copy.dev &&
  own.ino !== copy.ino &&
  own.ctimeMs > copy.mtimeMs

/**
 * Reads copies again, and replaces those that are damaged by the gallery's files if these are
 * whole.
 */
export async function verifyCopies(
  due: readonly DueCopy[],
  parts: {
    library: Library
    backup: BackupFolder
    writer: CopyWriter
    /** How many are read at the same time. */
    lanes: number
    onRead: (bytes: number) => void
    giveWay?: (() => Promise<void>) | undefined
  },
): Promise<VerifiedCopies> {
  const { library, backup, writer } = parts
  const replaced: string[] = []
  const faults: string[] = []
  const damaged: string[] = []
  let next = 0

  const verify = async (file: DueCopy): Promise<void> => {
    const copy = backup.copies.nameOf(file.path)
    if (await backup.copies.isWhole(file.path, file.md5)) {
      // Otherwise a copy that is older than the gallery's file would be read by every backup.
      const now = new Date()
      if (file.isReplaced) await utimes(copy, now, now).catch(() => undefined)
      return
    }
    try {
      await writer.place(sourceFor(file, library), file.path, file.md5)
      replaced.push(replacedText(file, backup))
    } catch (error) {
      const fault = faultOf(error)
      if (fault === undefined) throw error
      damaged.push(file.path)
      const home = file.bucket?.nameOf(file.source) ?? library.absolute(file.source)
      faults.push(
        `${file.label} is damaged in the backup (${copy}) and ${fault} in the gallery: ${adviceFor(file, home)}`,
      )
    }
  }
  const verifySome = async () => {
    for (let file = due[next++]; file; file = due[next++]) {
      await parts.giveWay?.()
      await verify(file)
      parts.onRead(file.size)
    }
  }
  const verifying = await Promise.allSettled(Array.from({ length: parts.lanes }, verifySome))
  for (const outcome of verifying) if (outcome.status === 'rejected') throw outcome.reason
  return { read: due.length, replaced, faults, damaged }
}

export const replacedText = ({ label, path }: Wanted, backup: BackupFolder): string =>
  `${label} was damaged in the backup and has been replaced with a good copy: ${backup.copies.nameOf(path)}`

const adviceFor = ({ path }: Wanted, home: string): string =>
  path.startsWith('originals/')
    ? 'upload or import the same file again, and then back up again'
    : `copy ${path} from another backup to ${home}, and then back up again`

/** Undefined if it says nothing about the gallery's file. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof WrongContent) return 'damaged'
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof Absent || code === 'ENOENT') return 'missing'
  return code === 'EIO' ? 'not readable' : undefined
}
