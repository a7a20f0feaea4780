import type { Database } from 'bun:sqlite'
import { basename } from 'node:path'
import { shellWord } from '../../core/shell-word.ts'
import { canBeDecoded } from '../../images/can-be-decoded.ts'
import { md5Of } from '../../images/md5.ts'
import { originalKey } from '../../storage/media-keys.ts'
import type { BackupFolder } from './backup-folder.ts'
import type { FileModes } from './file-modes.ts'
import { WrongContent } from './place-file.ts'
import type { ScratchFiles } from './scratch-files.ts'

/** A photo whose original is restored in a drill. */
type DrilledPhoto = {
  readonly id: string
  readonly title: string
  readonly source_name: string
  readonly original: string
  readonly md5: string
  readonly bytes: number
  readonly orientation: number
  readonly adobe_rgb: number
}

const share = { part: 0.01, least: 20, most: 200 }

/** How many photos of a gallery are restored in a drill: all of a small one. */
export const drilledCount = (photos: number): number =>
  Math.min(photos, share.most, Math.max(share.least, Math.ceil(photos * share.part)))

/**
 * A random share of the photos in a restored database of this program's schema, and first of all
 * those whose copies, by their paths, were damaged.
 */
export const choosePhotos = (
  connection: Database,
  count: number,
  damaged: ReadonlySet<string>,
): DrilledPhoto[] =>
  connection
    .query<DrilledPhoto, { count: number; damaged: string }>(
      `SELECT id, title, source_name, original, md5, bytes, orientation, adobe_rgb
       FROM photo ORDER BY original NOT IN (SELECT value FROM json_each($damaged)), random()
       LIMIT $count`,
    )
    .all({ count, damaged: JSON.stringify([...damaged].map((path) => basename(path, '.jpg'))) })

/** What is wrong with a photo's copy, and what to do, in sentences. */
type CopyFault = {
  readonly text: string
  /** False if the gallery's own file is like that. */
  readonly isDamaged: boolean
}

/**
 * Restores one original, compares it with the database and decodes it.
 * @returns undefined if nothing is wrong.
 */
export async function drillPhoto(
  photo: DrilledPhoto,
  parts: {
    readonly backup: BackupFolder
    readonly scratch: ScratchFiles
    readonly modes: FileModes
    /** The data folder. */
    readonly data: string
  },
): Promise<CopyFault | undefined> {
  const { backup, scratch, modes, data } = parts
  const path = originalKey(photo.original)
  const source = backup.copies.nameOf(path)
  const copy = `The copy of ${photo.title || photo.source_name} (${photo.id})`
  const replacing = `The next backup replaces it with the gallery's file; "vitrine backup ${shellWord(backup.name)} --data ${shellWord(data)}" makes one now.`
  if (!backup.copies.find(path))
    return damaged(`${copy} is missing from the backup: ${source}. ${replacing}`)
  const restored = scratch.add()
  try {
    await backup.copies.duplicate(path, modes)(restored)
    if ((await md5Of(restored)) !== photo.md5) {
      return damaged(`${copy} is damaged in the backup: ${source}. ${replacing}`)
    }
    const { orientation, adobe_rgb } = photo
    if (await canBeDecoded(restored, { orientation, isAdobeRgb: adobe_rgb === 1 })) return undefined
    const text = `${copy} is what was backed up, but it cannot be decoded: ${source}. Run "vitrine check --deep", which says what to do.`
    return { text, isDamaged: false }
  } catch (error) {
    if (error instanceof WrongContent)
      return damaged(`${copy} is damaged in the backup: ${source}. ${replacing}`)
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error
    return damaged(
      `${copy} cannot be read (EIO): ${source}. The disk of the backup may be failing: back up to another one.`,
    )
  } finally {
    scratch.remove(restored)
  }
}

const damaged = (text: string): CopyFault => ({ text, isDamaged: true })
