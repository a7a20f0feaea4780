import type { BackupOutcome } from '../../../../src/contract/site/backup-outcomes.ts'
import type { BackupTarget, Safety, Schedule } from '../../../../src/contract/site/safety.ts'
import { countOf, countOfPhotos, grouped } from '../../../../src/contract/text/counts.ts'
import { sizeText } from '../../../../src/contract/text/size-text.ts'

type Verified = NonNullable<BackupTarget['verified']>
type Drill = NonNullable<BackupTarget['lastDrill']>
type Running = NonNullable<Safety['running']>

export const texts = {
  lead: 'The gallery makes backups by itself, so that a broken disk or a mistake loses nothing. Each is read back and verified before it counts.',
  summary: {
    none: 'There are no backups yet. Choose a folder or a bucket below, best on another disk: if this one fails now, your photos are lost.',
    notYet: 'There is no verified backup yet.',
    last: (ago: string, { photos, bytes }: Verified) =>
      `The last verified backup was made ${ago}: ${countOfPhotos(photos)}, ${sizeText(bytes)}.`,
    next: (at: string) => `The next one is due: ${at}.`,
    soon: 'The next one begins shortly.',
  },
  all: 'Back up now',
  targets: {
    heading: 'Folders and buckets',
    configured: 'Given with --backup when the gallery was started',
    now: 'Back up now',
    goOn: 'Back up here again',
    stop: 'Stop',
    startOver: 'Start over here',
    startingOver: {
      title: (folder: string) => `Start over in ${folder}?`,
      text: 'The whole gallery is backed up here as it is now. Do this only if the disk or bucket that should be here is meant to be another one, or if the backups were deleted on purpose.',
      ok: 'Start over',
    },
    of: (action: string, folder: string) => `${action}: ${folder}`,
    failed: (reason: string) => `That did not work: ${reason}`,
    progress: (folder: string) => `Backup into ${folder}`,
    preparing: 'Backing up: looking for what is new',
    drilling: ({ done, total, bytes }: Running) =>
      `Restore drill: ${grouped(done)} of ${countOfPhotos(total ?? 0)}, ${sizeText(bytes)}`,
    running: ({ done, total, bytes }: Running) =>
      `Backing up: ${grouped(done)} of ${countOf(total ?? 0, 'file')}, ${sizeText(bytes)}`,
    held: 'Waits for you, because this gallery was restored from a backup. If the gallery that was backed up here is still in use, choose another folder.',
    waiting: 'Begins shortly',
    never: 'No backup yet',
    outcomes: {
      done: 'The last backup is complete and verified',
      incomplete: 'Something is missing from the last backup, or damaged',
      missing: 'The backups that were made here are missing; nothing was written',
      wrong: 'This is not the folder of this gallery’s backups; nothing was written',
      failed: 'The last backup failed',
      busy: 'Another backup was running; this one is tried again soon',
      stopped: 'The last backup was stopped',
    } satisfies Record<BackupOutcome, string>,
    drillFailed: 'The last backup is complete, but the last restore drill failed',
    facts: {
      verified: 'Verified',
      verifiedAt: (at: string, { photos, bytes }: Verified) =>
        `${at}: ${countOfPhotos(photos)}, ${sizeText(bytes)}`,
      last: 'Last backup',
      attempt: 'Last attempt',
      added: (at: string, bytes: number) => `${at}, ${sizeText(bytes)} of it new`,
      drill: 'Restore drill',
      drilled: (on: string, { photos, problems }: Drill) =>
        `${on}, ${problems.length === 0 ? `${countOfPhotos(photos)}, all good` : 'failed'}`,
      next: 'Next',
      soon: 'shortly',
    },
  },
  encryption: {
    heading: 'Encryption of backups in buckets',
    off: 'Backups in buckets are not encrypted: whoever can read the bucket sees your photos, also private ones. With a key, new backups are encrypted before they leave this machine, with the names of the files.',
    warning:
      'Without the key, nothing can be restored from them, and nobody can make another one. It is shown once: keep it in a password manager or on paper, away from this machine. Buckets that have backups already stay as they are.',
    make: 'Make a key…',
    question: {
      title: 'Make a key for backups?',
      ok: 'Make the key',
    },
    shown: {
      title: 'The key of your backups',
      text: 'It is not shown again. The copy in the data folder is lost with this machine, so keep another one elsewhere. To restore, put it into a file and set VITRINE_BACKUP_KEY_FILE to its path.',
      label: 'Key',
      copy: 'Copy',
      copied: 'Copied',
      download: 'Save as a file',
      fileName: 'vitrine-backup.key',
      done: 'I have saved it',
    },
    on: 'New backups in buckets are encrypted with the key that was shown when it was made, or that the server was given. Keep it away from this machine: without it, nothing can be restored from them.',
  },
  form: {
    heading: 'When and where',
    folder: 'Folder or bucket',
    folderNumber: (number: number) => `Folder or bucket ${number}`,
    folderHint:
      'A whole path on the machine that runs the gallery, such as /mnt/backup/photos (in a container, the path inside it), or a bucket of an S3 service, such as s3://backups/gallery.',
    add: 'Add another',
    remove: (folder: string) => `Remove ${folder}`,
    removeHint: 'Backups that were made in one stay there when it is removed here.',
    every: 'How often',
    rhythms: { day: 'Every day', week: 'Every week' } satisfies Record<Schedule['every'], string>,
    weekday: 'On',
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    hour: 'At',
    hourHint: (timeZone: string) =>
      `In the time zone of the machine (${timeZone}). If it is off then, soon after it starts.`,
    hourOf: (hour: number) => `${String(hour).padStart(2, '0')}:00`,
    keep: 'How many to keep',
    keepHint:
      'The newest backup of each of the last days, weeks and months is kept; older ones are removed once a new one was verified.',
    daily: 'Days',
    weekly: 'Weeks',
    monthly: 'Months',
    wrongNumber: (least: number, most: number) => `Enter a whole number from ${least} to ${most}`,
  },
} as const
