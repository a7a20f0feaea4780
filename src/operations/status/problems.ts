import type { Source } from '../../contract/imports/sources.ts'
import type { Status, StatusProblem } from '../../contract/site/status.ts'
import { countOfPhotos, grouped } from '../../contract/text/counts.ts'
import { sizeText } from '../../contract/text/size-text.ts'
import { shellWord } from '../../core/shell-word.ts'
import { dayMs } from '../../core/time.ts'
import type { BackupRisks, FailedBackup, IncompleteBackup } from '../backup/last-backup.ts'
import type { ScheduledBackups } from '../safety/troubles.ts'
import { backupCommand, type Place } from './backup-command.ts'
import type { Damage } from './damage.ts'
import { damageTexts } from './damage-texts.ts'
import type { DiskPace } from './disk-pace.ts'
import { type DamagedOriginals, originalProblem } from './original-problem.ts'

/** Facts that are not part of the status; times are in ms. */
export type Surroundings = {
  readonly now: number
  /** The data folder. */
  readonly data: string
  readonly place: Place
  readonly isVolumeMissing: boolean
  readonly damage: ReturnType<Damage['look']>
  /** Why the bucket cannot be used, if it cannot. */
  readonly storeTrouble: string | undefined
  /** If the disk will be full within a week. */
  readonly diskPace?: DiskPace | undefined
  readonly lastBackup: BackupRisks | undefined
  readonly incompleteBackup: IncompleteBackup | undefined
  readonly failedBackup?: FailedBackup | undefined
  /** The backups that the gallery makes by itself. */
  readonly scheduled?: ScheduledBackups
  readonly damagedOriginals?: DamagedOriginals
  /** Those that failed or wait for an answer. */
  readonly sources?: readonly TroubledSource[]
  /** Each says what to do. */
  readonly fileFaults?: readonly string[]
  readonly certificateFault?: ReturnType<CertificateFault>
}

/** What is wrong with the gallery's own certificate, and what to do. */
export type CertificateFault = () =>
  | { readonly reason: string; readonly advice: string }
  | undefined

export type TroubledSource = Pick<Source, 'name' | 'state' | 'question' | 'lastRun'>

/** A problem, and what it is about, such as a folder; kind and subject stay while it lasts. */
export type FoundProblem = StatusProblem & { readonly subject: string }

type Facts = Omit<Status, 'problems'>

const freshBackupMs = 7 * dayMs

/** The problems that the owner should solve, the most serious first. */
export function problemsOf(facts: Facts, around: Surroundings): FoundProblem[] {
  return [
    ...damageProblems(around),
    volumeProblem(around),
    storeProblem(around),
    certificateProblem(around),
    diskProblem(facts, around),
    about('originals', originalsProblem(around)),
    ...(around.scheduled?.troubles ?? []).map(({ kind, folder, text, advice }) =>
      about(`${kind}, ${folder}`, problem('safety', text, advice)),
    ),
    backupProblem(facts, madeByHand(around)),
    about('lost originals', lostProblem(facts, around)),
    about('same disk', sameDiskProblem(facts, around)),
    mailProblem(facts),
    driveProblem(facts),
    ...(around.sources ?? []).map((source) => about(source.name, sourceProblem(source))),
    ...(around.fileFaults ?? []).map((fault) => fileProblem(fault)),
    failuresProblem(facts),
    warningsProblem(facts, around),
  ].filter((problem) => problem !== undefined)
}

function problem(
  kind: StatusProblem['kind'],
  text: string,
  advice: string,
  command: string | null = null,
): FoundProblem {
  return { kind, text, advice, command, subject: '' }
}

/** For kinds of which there can be several problems. */
function about<Found extends FoundProblem | undefined>(subject: string, found: Found): Found {
  return found && { ...found, subject }
}

function damageProblems({ damage, data }: Surroundings): FoundProblem[] {
  return damage.map(({ kind, detail }) => {
    const { text, advice, command } = damageTexts(kind, { root: data, detail })
    return about(kind, problem('damage', text, advice, command))
  })
}

function volumeProblem({ isVolumeMissing, data }: Surroundings): FoundProblem | undefined {
  if (!isVolumeMissing) return undefined
  return problem(
    'volume',
    `${data} is not a volume, so all photos are lost when the container is removed.`,
    `Keep the container until you have a backup outside it. Then start another one with a volume, such as --volume ${shellWord(`vitrine:${data}`)}, and restore the backup into it.`,
  )
}

function storeProblem({ storeTrouble }: Surroundings): FoundProblem | undefined {
  if (storeTrouble === undefined) return undefined
  return problem(
    'media',
    `The bucket cannot be used, so new photos are refused and visitors see only pictures that are in the cache. ${storeTrouble}`,
    'Nothing is lost. Vitrine keeps trying; look at the service and at the settings that begin with --media.',
  )
}

function certificateProblem({ certificateFault: fault }: Surroundings): FoundProblem | undefined {
  return fault && problem('certificate', fault.reason, fault.advice)
}

function diskProblem({ disk }: Facts, { diskPace }: Surroundings): FoundProblem | undefined {
  const free = sizeText(disk.free)
  const advice = 'Free some space, or move the data folder to a larger disk.'
  if (!disk.hasRoomForPhotos) {
    return problem(
      'disk',
      `The disk is full: only ${free} are free, and new photos are refused.`,
      advice,
    )
  }
  if (!disk.isAmple) {
    return problem(
      'disk',
      `The disk is almost full: ${free} are free. This space is reserved for your photos, so guests cannot register, comment or like.`,
      advice,
    )
  }
  if (!diskPace) return undefined
  const { filled, days } = diskPace
  const last = days === 1 ? 'day' : `${days} days`
  return problem(
    'disk',
    `The disk will be full within a week at the present pace: ${sizeText(filled)} of it were filled in the last ${last}, and ${free} are free.`,
    advice,
  )
}

/** Without the results that `scheduled` has too. */
function madeByHand(around: Surroundings): Surroundings {
  const { scheduled, failedBackup, incompleteBackup } = around
  const ofOthers = <Note extends { folder: string }>(note: Note | undefined) =>
    note && scheduled?.folders.includes(note.folder) ? undefined : note
  return {
    ...around,
    failedBackup: ofOthers(failedBackup),
    incompleteBackup: ofOthers(incompleteBackup),
  }
}

function backupProblem({ backup, photos }: Facts, around: Surroundings): FoundProblem | undefined {
  const { now, place, data } = around
  const lastAt = backup ? Date.parse(backup.at) : undefined
  const incomplete = newerIncomplete(backup, around)
  const how = howToRun(place)
  const backupAdvised = (text: string, advice: string) =>
    problem(
      'backup',
      text,
      advice + how,
      backupCommand(data, (incomplete ?? backup)?.folder, place),
    )

  const { failedBackup: failed } = around
  if (failed && failed.at > Math.max(lastAt ?? 0, incomplete?.at ?? 0)) {
    return problem(
      'backup',
      `The last backup, attempted ${ago(now - failed.at)}, failed.`,
      `The reason was: ${failed.reason} Then back up again${how}`,
      backupCommand(data, failed.folder, place),
    )
  }
  if (incomplete) {
    const { at, faults } = incomplete
    const files = faults === 1 ? '1 file was' : `${grouped(faults)} files were`
    return backupAdvised(
      `The last backup, made ${ago(now - at)}, is incomplete: ${files} missing or damaged.`,
      'To see which, run vitrine check, which says what to do about each. To back up again',
    )
  }
  if ((around.scheduled?.folders ?? []).length > 0) return undefined
  if (lastAt !== undefined) {
    if (now - lastAt <= freshBackupMs) return undefined
    return backupAdvised(`The last backup was made ${ago(now - lastAt)}.`, 'To make another one')
  }
  if (photos === 0) return undefined
  return backupAdvised(
    'There is no backup yet. If this disk fails, your photos are lost.',
    'To make one',
  )
}

function newerIncomplete(backup: Facts['backup'], { incompleteBackup }: Surroundings) {
  const lastAt = backup ? Date.parse(backup.at) : 0
  return incompleteBackup && incompleteBackup.at > lastAt ? incompleteBackup : undefined
}

const howToRun = (place: Place): string =>
  place.kind === 'system'
    ? ', run:'
    : `, mount a folder of another disk in the container and ${place.id ? 'run' : 'run in it'}:`

function lostProblem({ backup }: Facts, around: Surroundings): FoundProblem | undefined {
  const incomplete = newerIncomplete(backup, around)
  const { lost } = incomplete ?? around.lastBackup ?? {}
  if (lost === undefined) return undefined
  const originals = lost === 1 ? '1 original is' : `${grouped(lost)} originals are`
  return problem(
    'backup',
    `${originals} missing or damaged, but the last backup has ${lost === 1 ? 'it' : 'them'}.`,
    `Run vitrine check, which names the photos. Copy their files back from the same paths in ${(incomplete ?? backup)?.folder}, with the owner of the files beside them, and back up again.`,
  )
}

function originalsProblem({ damagedOriginals }: Surroundings): FoundProblem | undefined {
  const found = damagedOriginals && originalProblem(damagedOriginals)
  return found && problem('safety', found.text, found.advice)
}

function sameDiskProblem({ backup }: Facts, around: Surroundings): FoundProblem | undefined {
  const { onSameDisk } = newerIncomplete(backup, around) ?? around.lastBackup ?? {}
  if (!onSameDisk) return undefined
  return problem(
    'backup',
    onSameDisk === 'gallery'
      ? 'The last backup is on the same disk as the gallery. If this disk fails, your photos are lost.'
      : 'The last backup is on the same disk as the database. If this disk fails, albums, titles, likes and comments are lost.',
    `If another disk should be mounted at the backup folder, mount it. To back up to another disk${howToRun(around.place)}`,
    backupCommand(around.data, undefined, around.place),
  )
}

/** The first sentence says what is wrong. */
function fileProblem(fault: string): FoundProblem {
  const end = fault.indexOf('. ') + 1
  const text = fault.slice(0, end)
  return about(text, problem('files', text, fault.slice(end + 1)))
}

function mailProblem({ mail }: Facts): FoundProblem | undefined {
  const { lastError, lastSentAt, waiting } = mail
  if (!lastError || (lastSentAt && lastSentAt >= lastError.at)) return undefined
  const mails = waiting === 1 ? '1 e-mail is' : `${grouped(waiting)} e-mails are`
  const text =
    waiting === 0
      ? 'An e-mail could not be sent.'
      : `${mails} waiting because the last one could not be sent.`
  const reason = lastError.text.replace(/\.$/, '')
  const settings = 'Check VITRINE_SMTP_URL, VITRINE_MAIL_FROM and the mail server.'
  return problem('mail', text, `The reason was: ${reason}. ${settings}`)
}

function driveProblem({ drive }: Facts): FoundProblem | undefined {
  if (!drive.isConfigured || drive.authenticated || !drive.reason) return undefined
  return problem('drive', 'Google Drive is disconnected.', drive.reason)
}

function sourceProblem({
  name,
  state,
  question,
  lastRun,
}: TroubledSource): FoundProblem | undefined {
  if (state === 'failed' && lastRun?.error) {
    return problem('source', `The source “${name}” could not be synced.`, asSentence(lastRun.error))
  }
  if (state !== 'asking' || !question) return undefined
  return problem(
    'source',
    `The source “${name}” needs your approval.`,
    `Syncing it would hide ${countOfPhotos(question.hidden)}. View the changes and decide.`,
  )
}

const asSentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`

function failuresProblem({ drive: { failures } }: Facts): FoundProblem | undefined {
  if (failures === 0) return undefined
  const files = failures === 1 ? '1 file' : `${grouped(failures)} files`
  return problem(
    'failures',
    `${files} from Google Drive could not be imported.`,
    'The Google Drive screen says why; retry or dismiss them there.',
  )
}

function warningsProblem(
  { warnings }: Facts,
  { now, isVolumeMissing, data }: Surroundings,
): FoundProblem | undefined {
  const recent = warnings.filter(
    ({ at, text }) =>
      now - Date.parse(at) < dayMs &&
      // It is a problem of its own, for as long as the container runs.
      !(isVolumeMissing && text.startsWith(`Warning: ${data} is not a volume`)),
  ).length
  if (recent === 0) return undefined
  const count = recent === 1 ? '1 warning' : `${grouped(recent)} warnings`
  return problem(
    'warnings',
    `The server reported ${count} in the last 24 hours.`,
    recent === 1 ? 'Read it at the end of this page.' : 'Read them at the end of this page.',
  )
}

function ago(ms: number): string {
  const days = Math.floor(ms / dayMs)
  if (days < 1) return 'in the last 24 hours'
  return days === 1 ? '1 day ago' : `${grouped(days)} days ago`
}
