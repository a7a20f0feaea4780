import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import * as z from 'zod'
import type { Library } from '../images/library.ts'

const lastBackupSchema = z.object({
  at: z.int().nonnegative(),
  folder: z.string(),
  photos: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
})

/** The last verified backup: when (ms), the folder, and the photos and bytes that it contains. */
export type LastBackup = Readonly<z.infer<typeof lastBackupSchema>>

/** Undefined if there has been none. Reads one small file, so the answer is always the newest. */
export function lastBackup(library: Pick<Library, 'lastBackupPath'>): LastBackup | undefined {
  try {
    return lastBackupSchema.parse(JSON.parse(readFileSync(library.lastBackupPath, 'utf8')))
  } catch {
    return undefined
  }
}

/** Only after the backup was verified. */
export async function noteLastBackup(
  library: Pick<Library, 'backups' | 'lastBackupPath' | 'writeDurably'>,
  backup: LastBackup,
): Promise<void> {
  await mkdir(library.backups, { recursive: true, mode: 0o700 })
  const text = `${JSON.stringify(backup)}\n`
  await library.writeDurably(library.lastBackupPath, new TextEncoder().encode(text))
}
