import { sizeText } from '../../../src/contract/size-text.ts'
import type { Status } from '../../../src/contract/status.ts'
import { texts } from './texts.ts'

const labels = texts.attention

/** Something that the owner should do. */
type Attention = {
  readonly kind: 'disk' | 'backup' | 'mail' | 'drive' | 'failures'
  readonly text: string
  readonly detail?: string | undefined
  readonly command?: string
  readonly isAboutDrive?: boolean
}

/** A weekly backup that is a day late needs no attention yet, in ms. */
const freshMs = 8 * 24 * 60 * 60_000

/** The most serious first; `ago` says how long ago something was. */
export function attentionFor(
  status: Status,
  nowMs: number,
  ago: (time: string) => string,
): readonly Attention[] {
  const { disk, backup, mail, drive, photos } = status
  const found: Attention[] = []
  const free = sizeText(disk.free)
  if (!disk.hasRoomForPhotos) found.push({ kind: 'disk', text: labels.full(free) })
  else if (!disk.isAmple) found.push({ kind: 'disk', text: labels.scarce(free) })

  const { command } = labels
  if (!backup && photos > 0) found.push({ kind: 'backup', text: labels.noBackup, command })
  else if (backup && nowMs - Date.parse(backup.at) > freshMs) {
    found.push({ kind: 'backup', text: labels.oldBackup(ago(backup.at)), command })
  }

  const { lastError, lastSentAt } = mail
  if (lastError && (!lastSentAt || lastSentAt < lastError.at)) {
    const detail = labels.mailReason(lastError.text.replace(/\.$/, ''))
    found.push({ kind: 'mail', text: labels.mail(mail.waiting), detail })
  }

  const isAboutDrive = true
  if (drive.isConfigured && !drive.authenticated && drive.reason) {
    found.push({ kind: 'drive', text: labels.drive, detail: drive.reason, isAboutDrive })
  }
  if (drive.failures > 0) {
    found.push({ kind: 'failures', text: labels.failures(drive.failures), isAboutDrive })
  }
  return found
}
