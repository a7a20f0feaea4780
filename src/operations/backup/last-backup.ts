import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { schema } from '../../contract/schema.ts'
import { makeFolder } from '../../core/database/folder-owner.ts'
import type { Library } from '../../storage/library.ts'

/** Missing in older files. */
const risks = {
  /** What is on the backup's disk too; 'database' if the photos are elsewhere. */
  onSameDisk: z.enum(['gallery', 'database']).optional(),
  /** The number of originals that the backup has and the gallery does not. */
  lost: z.int().positive().optional(),
}

/** What endangers the gallery although it has a backup. */
export type BackupRisks = Readonly<z.infer<z.ZodObject<typeof risks>>>

const lastBackupSchema = schema(() =>
  z.object({
    at: z.int().nonnegative(),
    folder: z.string(),
    photos: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
    ...risks,
  }),
)

/** The last verified backup: when (ms), the folder, and the photos and bytes that it contains. */
export type LastBackup = Readonly<z.infer<ReturnType<typeof lastBackupSchema>>>

const incompleteBackupSchema = schema(() =>
  z.object({
    at: z.int().nonnegative(),
    folder: z.string(),
    faults: z.int().positive(),
    ...risks,
  }),
)

/** A backup without some files, because they are missing or damaged in the gallery. */
export type IncompleteBackup = Readonly<z.infer<ReturnType<typeof incompleteBackupSchema>>>

const failedBackupSchema = schema(() =>
  z.object({
    at: z.int().nonnegative(),
    folder: z.string(),
    reason: z.string(),
  }),
)

/** A backup that was not made, with what to do about it. */
export type FailedBackup = Readonly<z.infer<ReturnType<typeof failedBackupSchema>>>

/** Undefined if there has been none; one that is older than the last backup is of no interest. */
export const failedBackup = (
  library: Pick<Library, 'failedBackupPath'>,
): FailedBackup | undefined => read(library.failedBackupPath, failedBackupSchema())

export const noteFailedBackup = (
  library: Pick<Library, 'backups' | 'failedBackupPath' | 'writeDurably'>,
  backup: FailedBackup,
): Promise<void> => write(library, library.failedBackupPath, backup)

/** Undefined if there has been none. Reads one small file, so the answer is always the newest. */
export function lastBackup(library: Pick<Library, 'lastBackupPath'>): LastBackup | undefined {
  return read(library.lastBackupPath, lastBackupSchema())
}

/** Undefined if there has been none; one that is older than the last backup is of no interest. */
export function incompleteBackup(
  library: Pick<Library, 'incompleteBackupPath'>,
): IncompleteBackup | undefined {
  return read(library.incompleteBackupPath, incompleteBackupSchema())
}

/** Call it only after the backup was verified. */
export const noteLastBackup = (library: Notes, backup: LastBackup): Promise<void> =>
  write(library, library.lastBackupPath, backup)

/** After a backup of everything but what is missing or damaged in the gallery. */
export const noteIncompleteBackup = (library: Notes, backup: IncompleteBackup): Promise<void> =>
  write(library, library.incompleteBackupPath, backup)

type Notes = Pick<Library, 'backups' | 'lastBackupPath' | 'incompleteBackupPath' | 'writeDurably'>

function read<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

async function write(
  library: Pick<Library, 'backups' | 'writeDurably'>,
  path: string,
  note: object,
): Promise<void> {
  await makeFolder(library.backups)
  await library.writeDurably(path, new TextEncoder().encode(`${JSON.stringify(note)}\n`))
}
