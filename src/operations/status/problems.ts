import type { Status, StatusProblem } from '../../contract/site/status.ts'
import { grouped } from '../../contract/text/counts.ts'
import { sizeText } from '../../contract/text/size-text.ts'
import { shellWord } from '../../core/shell-word.ts'
import { dayMs } from '../../core/time.ts'
import type { BackupRisks, FailedBackup, IncompleteBackup } from '../backup/last-backup.ts'
import { backupCommand, type Place } from './backup-command.ts'
import type { Damage } from './damage.ts'
import { damageTexts } from './damage-texts.ts'

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
  readonly lastBackup: BackupRisks | undefined
  readonly incompleteBackup: IncompleteBackup | undefined
  readonly failedBackup?: FailedBackup | undefined
  /** Each says what to do. */
  readonly fileFaults?: readonly string[]
}

type Facts = Omit<Status, 'problems'>

const freshBackupMs = 7 * dayMs

/** The problems that the owner should solve, the most serious first. */
export function problemsOf(facts: Facts, around: Surroundings): StatusProblem[] {
  return [
    ...damageProblems(around),
    volumeProblem(around),
    storeProblem(around),
    diskProblem(facts),
    backupProblem(facts, around),
    lostProblem(facts, around),
    sameDiskProblem(facts, around),
    mailProblem(facts),
    driveProblem(facts),
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
): StatusProblem {
  return { kind, text, advice, command }
}

function damageProblems({ damage, data }: Surroundings): StatusProblem[] {
  return damage.map(({ kind, detail }) => {
    const { text, advice, command } = damageTexts(kind, { root: data, detail })
    return problem('damage', text, advice, command)
  })
}

function volumeProblem({ isVolumeMissing, data }: Surroundings): StatusProblem | undefined {
  if (!isVolumeMissing) return undefined
  return problem(
    'volume',
    `${data} is not a volume, so all photos are lost when the container is removed.`,
    `Keep the container until you have a backup outside it. Then start another one with a volume, such as --volume ${shellWord(`vitrine:${data}`)}, and restore the backup into it.`,
  )
}

function storeProblem({ storeTrouble }: Surroundings): StatusProblem | undefined {
  if (storeTrouble === undefined) return undefined
  return problem(
    'media',
    `The bucket cannot be used, so new photos are refused and visitors see only pictures that are in the cache. ${storeTrouble}`,
    'Nothing is lost. Vitrine tries again by itself; look at the service and at the settings that begin with --media.',
  )
}

function diskProblem({ disk }: Facts): StatusProblem | undefined {
  const free = sizeText(disk.free)
  const advice = 'Free some space, or move the data folder to a larger disk.'
  if (!disk.hasRoomForPhotos) {
    return problem(
      'disk',
      `The disk is full: only ${free} are free, and new photos are refused.`,
      advice,
    )
  }
  if (disk.isAmple) return undefined
  return problem(
    'disk',
    `The disk is almost full: ${free} are free. This space is reserved for your photos, so guests cannot register, comment or like.`,
    advice,
  )
}

function backupProblem({ backup, photos }: Facts, around: Surroundings): StatusProblem | undefined {
  const { now, place, data } = around
  const lastAt = backup ? Date.parse(backup.at) : undefined
  const incomplete = newerIncomplete(backup, around)
  const how = howToRun(place)
  const found = (text: string, advice: string) =>
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
    return found(
      `The last backup, made ${ago(now - at)}, is incomplete: ${files} missing or damaged.`,
      'To see which, run vitrine check, which says what to do about each. To back up again',
    )
  }
  if (lastAt !== undefined) {
    if (now - lastAt <= freshBackupMs) return undefined
    return found(`The last backup was made ${ago(now - lastAt)}.`, 'To make another one')
  }
  if (photos === 0) return undefined
  return found('There is no backup yet. If this disk fails, your photos are lost.', 'To make one')
}

function newerIncomplete(backup: Facts['backup'], { incompleteBackup }: Surroundings) {
  const lastAt = backup ? Date.parse(backup.at) : 0
  return incompleteBackup && incompleteBackup.at > lastAt ? incompleteBackup : undefined
}

const howToRun = (place: Place): string =>
  place.kind === 'system'
    ? ', run:'
    : `, mount a folder of another disk in the container and ${place.id ? 'run' : 'run in it'}:`

function lostProblem({ backup }: Facts, around: Surroundings): StatusProblem | undefined {
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

function sameDiskProblem({ backup }: Facts, around: Surroundings): StatusProblem | undefined {
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
function fileProblem(fault: string): StatusProblem {
  const end = fault.indexOf('. ') + 1
  return problem('files', fault.slice(0, end), fault.slice(end + 1))
}

function mailProblem({ mail }: Facts): StatusProblem | undefined {
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

function driveProblem({ drive }: Facts): StatusProblem | undefined {
  if (!drive.isConfigured || drive.authenticated || !drive.reason) return undefined
  return problem('drive', 'Google Drive is disconnected.', drive.reason)
}

function failuresProblem({ drive: { failures } }: Facts): StatusProblem | undefined {
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
): StatusProblem | undefined {
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
