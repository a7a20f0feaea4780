import type { BackupFolder } from './backup-folder.ts'
import type { CopyWriter } from './copies.ts'
import { isForbidden } from './file-at.ts'
import type { FileModes } from './file-modes.ts'
import { createManifestReader, type Manifest } from './manifest.ts'
import { WrongContent } from './place-file.ts'
import { faultOfDescription } from './snapshot-check.ts'
import type { VerifiedCopies } from './verify-copies.ts'

/** How many damaged files of a snapshot are named. */
const namedCount = 5

type Parts = {
  readonly backup: BackupFolder
  /** The manifest of the newest snapshot, whose copies are verified apart. */
  readonly known: Manifest
  /** Whether a file is read again, by its path. */
  readonly isDue: (path: string) => boolean
  readonly writer: CopyWriter
  readonly modes: FileModes
  readonly giveWay?: (() => Promise<void>) | undefined
}

/**
 * Reads what only older snapshots name: their databases and pages, and files of photos that the
 * gallery no longer has. What is damaged is replaced if the newest snapshot has the same file under
 * another name.
 */
export async function verifySnapshots(parts: Parts): Promise<VerifiedCopies> {
  const { backup } = parts
  const [newest, ...older] = backup.names().reverse()
  const readOthers = await createManifestReader(backup, newest!)
  const result = {
    read: 0,
    replaced: [] as string[],
    faults: [] as string[],
    damaged: [] as string[],
  }
  for (const name of older) {
    const described = await describedFiles(parts, name, readOthers)
    if (typeof described === 'string') {
      result.faults.push(notIntact(backup, name, `${described}.`))
      result.damaged.push(descriptionOf(name))
      continue
    }
    const damaged: string[] = []
    for (const [path, md5] of described) {
      await parts.giveWay?.()
      result.read++
      if (await backup.copies.isWhole(path, md5)) continue
      const good = await replaceWithSame(path, md5, parts)
      if (good === undefined) damaged.push(path)
      else {
        result.replaced.push(
          `${path} was damaged in the backup and has been replaced with a copy of ${good}`,
        )
      }
    }
    if (damaged.length > 0) result.faults.push(notIntact(backup, name, damagedText(damaged)))
    result.damaged.push(...damaged)
  }
  return result
}

const descriptionOf = (name: string) => `snapshots/${name}/snapshot.json`

/** The files that have their turn, or what is wrong with the list of them. */
async function describedFiles(
  { backup, known, isDue }: Parts,
  name: string,
  readOthers: Awaited<ReturnType<typeof createManifestReader>>,
): Promise<Awaited<ReturnType<typeof readOthers>> | string> {
  try {
    const fault = await faultOfDescription(backup, name)
    if (fault !== undefined) return fault
    const files = await readOthers(name)
    // Some had their turn while the description was damaged.
    const areAllDue = isDue(descriptionOf(name))
    return files.filter(([path]) => !known.has(path) && (isDue(path) || areAllDue))
  } catch (error) {
    if (isForbidden(error)) throw error
    return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  }
}

/** @returns the file that was copied, if the newest snapshot has the same content. */
async function replaceWithSame(
  path: string,
  md5: string,
  { backup, known, writer, modes }: Parts,
): Promise<string | undefined> {
  for (const [other, otherMd5] of known) {
    if (otherMd5 !== md5) continue
    try {
      await writer.place(backup.copies.duplicate(other, modes), path, md5)
      return other
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (!(error instanceof WrongContent || ['ENOENT', 'EIO'].includes(code))) throw error
    }
  }
  return undefined
}

const notIntact = (backup: BackupFolder, name: string, fault: string): string =>
  `the older snapshot ${name} is no longer intact: ${fault} If you have another copy of the backup, copy it from there; if you can do without this snapshot, ${backup.removalAdvice(name)}`

function damagedText(paths: readonly string[]): string {
  const named = paths.slice(0, namedCount).join(', ')
  const others = paths.length > namedCount ? ` and ${paths.length - namedCount} more` : ''
  const verb = paths.length === 1 ? 'is' : 'are'
  const pronoun = paths.length === 1 ? 'it' : 'them'
  return `${named}${others} ${verb} damaged or missing in the backup, and the gallery does not have ${pronoun}.`
}
