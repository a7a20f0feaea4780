import type { Library } from '../../storage/library.ts'
import type { OpenBucketFiles } from '../../storage/media-files.ts'
import type { StoreAccess } from './backup-store.ts'
import type { Progress } from './copy-files.ts'
import type { FolderLimit } from './folder-limits.ts'
import type { TargetChange } from './known-targets.ts'
import type { BackupRisks } from './last-backup.ts'
import type { Method } from './place-file.ts'
import type { Keep } from './retention.ts'

export type BackupRequest = {
  readonly library: Library
  /** Its path, or the address of the store. */
  readonly folder: string
  /** If the backup is outside the file systems of this machine. */
  readonly store?: StoreAccess | undefined
  /** Which snapshots are kept; all if undefined. */
  readonly keep: Keep | undefined
  readonly hasSecret: boolean
  /** Verifies all copies, not only today's share. */
  readonly verifiesAll?: boolean
  /** Where the secret key is, if not in the data folder. */
  readonly secretKeyFile?: string | undefined
  /** Uses the folder even if an earlier backup in it is missing, or was on another disk. */
  readonly isNewTarget?: boolean
  /** How the owner asks for that, as the end of 'If this is the right folder, …'. */
  readonly startOverAdvice?: string
  /** When a backup was last made there, in ms, if the caller knows of one. */
  readonly lastAt?: number | undefined
  /** The program's version. */
  readonly version: string
  readonly now: () => number
  readonly onProgress: (progress: Progress) => void
  /** Waited for between files, so that others who need the machine come first. */
  readonly giveWay?: (() => Promise<void>) | undefined
  /** How long another backup or a deletion may keep it waiting, in ms. */
  readonly lockWaitMs?: number
  /** For a gallery whose files are in a bucket. */
  readonly openBucket?: OpenBucketFiles | undefined
}

export type BackupReport = {
  readonly name: string
  readonly photos: number
  readonly bytes: number
  readonly added: Readonly<Record<Method, number>>
  readonly addedBytes: number
  readonly unchanged: number
  /** Copies that were read again, and what was done about those that were damaged. */
  readonly readAgain: number
  /** Files that only older snapshots name. */
  readonly readOlder: number
  readonly replaced: readonly string[]
  /** What the backup has and the gallery does not, with what to do about it. */
  readonly lost: readonly string[]
  readonly onSameDisk: BackupRisks['onSameDisk']
  /** Whether the folder is in memory, and lost when the machine stops. */
  readonly isInMemory: boolean
  /** What the file system of the folder lacks. */
  readonly limits: readonly FolderLimit[]
  /** What is in the data folder, but not part of a backup. */
  readonly notes: readonly string[]
  /**
   * How the folder differs from what the last backup left; after 'newer', nothing old was removed.
   */
  readonly targetChange: TargetChange
  /** The data folder of the snapshot before, if it is another one; then nothing old was removed. */
  readonly otherData: string | undefined
  readonly pruned: { readonly snapshots: number; readonly files: number }
  /** What is missing from the backup, or damaged in it; then no old files were removed. */
  readonly faults: string[]
}
