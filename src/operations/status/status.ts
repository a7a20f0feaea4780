import type { Job, LatestJob } from '../../contract/imports/jobs.ts'
import type { Status, StatusJob } from '../../contract/site/status.ts'
import type { Clock } from '../../core/clock.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Trash } from '../../gallery/trash/trash.ts'
import type { Drive } from '../../imports/drive/drive.ts'
import type { Sources } from '../../imports/folders/sources.ts'
import type { RunningImports } from '../../imports/intake/running-imports.ts'
import type { Jobs } from '../../imports/jobs/jobs.ts'
import type { MailQueue } from '../../people/mail/queue.ts'
import { databaseBytes, diskSpace, measureFolders } from '../../storage/folder-sizes.ts'
import type { Library } from '../../storage/library.ts'
import type { MediaPlaces } from '../../storage/media-places.ts'
import {
  failedBackup,
  incompleteBackup,
  type LastBackup,
  lastBackup,
} from '../backup/last-backup.ts'
import type { SafetyRules } from '../safety/safety.ts'
import { placeOfProcess } from './backup-command.ts'
import type { Damage } from './damage.ts'
import type { DiskPaceWatch } from './disk-pace.ts'
import { createFolderSizes } from './folder-sizes.ts'
import type { DamagedOriginals } from './original-problem.ts'
import { type CertificateFault, type FoundProblem, problemsOf } from './problems.ts'
import { volumeWarning } from './volume.ts'

export type GalleryStatus = ReturnType<typeof createStatus>

/** With what each problem is about. */
type FoundStatus = Omit<Status, 'problems'> & { readonly problems: FoundProblem[] }

type StatusParts = {
  version: string
  config: { readonly smtpUrl: string | undefined; readonly volumeWarning: boolean }
  library: Library
  clock: Clock
  photos: Photos
  media: MediaPlaces
  drive: Drive
  jobs: Jobs
  imports: RunningImports
  sources: Pick<Sources, 'running' | 'troubled'>
  trash: Pick<Trash, 'dueSoon'>
  mail: MailQueue
  safety: Pick<SafetyRules, 'scheduled'>
  originals: { readonly damaged: () => DamagedOriginals }
  damage: Damage
  diskPace: Pick<DiskPaceWatch, 'find'>
  certificateFault: CertificateFault
  /** What is wrong with files that the owner put into the data folder, as sentences. */
  fileFaults: () => readonly string[]
  warnings: () => readonly { readonly at: number; readonly text: string }[]
}

/** Everything it reads is a counter, a few rows or a few files, whatever the gallery's size. */
export function createStatus(parts: StatusParts) {
  const { version, library, clock, photos, media, drive, jobs, imports, sources, mail } = parts
  const sizes = createFolderSizes(() => measureFolders(library), clock)
  const startedAt = toTime(clock.now())
  const place = placeOfProcess()
  const readable = createReader(parts.damage)

  /** Values that cannot be read because of damage are left out: the problems say why. */
  const look = async (): Promise<FoundStatus> => {
    const { photos: count, originals, renditions } = readable(photos.diskUse, noPhotos)
    const { cacheBytes, trouble } = media.health()
    const backup = lastBackup(library)
    const [database, space, measured] = await Promise.all([
      databaseBytes(library),
      diskSpace(library),
      sizes.get(),
    ])
    const facts = {
      version,
      startedAt,
      photos: count,
      disk: {
        place: media.kind,
        originals,
        renditions,
        database,
        cache: cacheBytes,
        cameras: measured?.cameras ?? null,
        other: measured?.other ?? null,
        measuredAt: optionalTime(measured?.at),
        ...space,
      },
      backup: shownBackup(backup),
      mail: shownMail(parts.config, readable(mail.health, noMail)),
      drive: readable(() => shownDrive(drive), noDrive),
      trash: { dueSoon: readable(parts.trash.dueSoon, 0) },
      jobs: [
        ...readable(() => jobs.unfinished().map(toStatusJob), []),
        ...imports.list(),
        ...readable(sources.running, []),
      ],
      warnings: parts.warnings().map(({ at, text }) => ({ at: toTime(at), text })),
    }
    const problems = problemsOf(facts, {
      now: clock.now(),
      data: library.root,
      place,
      damage: parts.damage.look(),
      storeTrouble: trouble,
      diskPace: readable(() => parts.diskPace.find(space), undefined),
      isVolumeMissing: parts.config.volumeWarning && volumeWarning(library.root) !== undefined,
      lastBackup: backup,
      incompleteBackup: incompleteBackup(library),
      failedBackup: failedBackup(library),
      ...troublesOf(parts, readable),
    })
    return { ...facts, problems }
  }

  return {
    get: async (): Promise<Status> => {
      const { problems, ...facts } = await look()
      return { ...facts, problems: problems.map(({ subject: _, ...shown }) => shown) }
    },
    look,
  }
}

const troublesOf = (
  { safety, originals, sources, fileFaults, certificateFault }: StatusParts,
  readable: ReturnType<typeof createReader>,
) => ({
  scheduled: readable(safety.scheduled, noBackups),
  damagedOriginals: readable(originals.damaged, noDamaged),
  sources: readable(sources.troubled, []),
  fileFaults: fileFaults(),
  certificateFault: certificateFault(),
})

/** Reads what damage may make unreadable, for which there is another value then. */
const createReader =
  (damage: Damage) =>
  <T>(read: () => T, otherwise: T): T => {
    try {
      return read()
    } catch (error) {
      if (!damage.note(error)) throw error
      return otherwise
    }
  }

const noBackups = { folders: [], drills: [], troubles: [] }
const noDamaged = { total: 0, saved: 0, names: [] }
const noPhotos = { photos: 0, originals: 0, renditions: 0 }
type MailHealth = ReturnType<MailQueue['health']>
const noMail: MailHealth = {
  waiting: 0,
  nextTryAt: undefined,
  lastSentAt: undefined,
  lastError: undefined,
}
const noDrive: Status['drive'] = {
  isConfigured: false,
  authenticated: false,
  account: null,
  reason: null,
  folder: null,
  lastImport: null,
  failures: 0,
}

function shownDrive(drive: Drive): Status['drive'] {
  const { isConfigured, authenticated, account, reason, isLost } = drive.status()
  return {
    isConfigured,
    authenticated,
    account,
    reason: isLost ? reason : null,
    folder: drive.chosenFolder().driveFolderName || null,
    lastImport: ended(drive.latest(true)),
    failures: drive.failures({ limit: 1 }).total,
  }
}

const shownMail = (
  { smtpUrl }: StatusParts['config'],
  { waiting, nextTryAt, lastSentAt, lastError }: MailHealth,
) => ({
  hasServer: smtpUrl !== undefined,
  waiting,
  nextTryAt: optionalTime(nextTryAt),
  lastSentAt: optionalTime(lastSentAt),
  lastError: lastError ? { ...lastError, at: toTime(lastError.at) } : null,
})

function shownBackup(backup: LastBackup | undefined): Status['backup'] {
  if (!backup) return null
  const { at, folder, photos, bytes } = backup
  return { at: toTime(at), folder, photos, bytes }
}

const toStatusJob = (job: Job): StatusJob => ({
  kind: 'drive import',
  percent: job.percent,
  processed: job.done + job.replaced + job.waiting + job.skipped + job.failed,
  total: job.total,
  failed: job.failed,
  pausedUntil: job.pausedUntil,
  pauseReason: job.pauseReason,
})

function ended(job: LatestJob): Status['drive']['lastImport'] {
  if (!('kind' in job) || job.finishedAt === null) return null
  const { finishedAt, done, skipped, failed, error } = job
  return { finishedAt, done, skipped, failed, error }
}

const toTime = (ms: number): string => new Date(ms).toISOString()
const optionalTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : toTime(ms)
