import type { ReactNode } from 'react'
import type { Status } from '../../../../src/contract/site/status.ts'
import { grouped } from '../../../../src/contract/text/counts.ts'
import { agoText, exactTime } from '../../../features/comments/time-ago.ts'
import { timeOf } from '../../../kit/times.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.overview

type PartProps = { status: Status; now: number }

export function Overview({ status, now }: PartProps) {
  const { photos, version, startedAt } = status
  return (
    <section className={styles.part} aria-labelledby="status-overview">
      <h2 className={styles.heading} id="status-overview">
        {labels.heading}
      </h2>
      <dl className={styles.facts}>
        <Fact name={labels.photos} value={grouped(photos)} />
        <BackupFact status={status} now={now} />
        <MailFact status={status} now={now} />
        <DriveFact status={status} now={now} />
        <Fact
          name={labels.version}
          value={labels.versionOf(version)}
          notes={[labels.started(agoText(startedAt, now))]}
        />
      </dl>
    </section>
  )
}

function BackupFact({ status: { backup }, now }: PartProps) {
  if (!backup) return <Fact name={labels.backup} value={labels.noBackup} />
  return (
    <Fact
      name={labels.backup}
      value={
        <time dateTime={backup.at} title={exactTime(backup.at)}>
          {labels.lastBackup(agoText(backup.at, now), backup)}
        </time>
      }
      notes={[labels.backupIn(backup.folder)]}
    />
  )
}

function MailFact({ status: { mail }, now }: PartProps) {
  if (!mail.hasServer) return <Fact name={labels.mail} value={labels.noServer} />
  const notes = [
    mail.lastSentAt && labels.lastSent(agoText(mail.lastSentAt, now)),
    mail.waiting > 0 && mail.nextTryAt && labels.nextTry(timeOf(mail.nextTryAt, new Date(now))),
  ]
  return <Fact name={labels.mail} value={labels.sending(mail.waiting)} notes={notes} />
}

function DriveFact({ status: { drive }, now }: PartProps) {
  const { lastImport } = drive
  const notes = [
    drive.authenticated && drive.folder && labels.folder(drive.folder),
    lastImport && labels.lastImport(agoText(lastImport.finishedAt, now), lastImport),
  ]
  return <Fact name={labels.drive} value={connectionOf(drive)} notes={notes} />
}

function connectionOf({ isConfigured, authenticated, account }: Status['drive']): string {
  if (!isConfigured) return labels.notConfigured
  return authenticated ? labels.connected(account) : labels.notConnected
}

type FactProps = {
  name: string
  value: ReactNode
  notes?: readonly (string | false | null | undefined)[]
}

function Fact({ name, value, notes = [] }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className={styles.term}>{name}</dt>
      <dd className={styles.value}>
        {value}
        {notes.map(
          (note) =>
            note && (
              <span key={note} className={styles.note}>
                {note}
              </span>
            ),
        )}
      </dd>
    </div>
  )
}
