import type { Status } from '../../contract/site/status.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { minuteMs } from '../../core/time.ts'
import type { MailQueue } from '../../people/mail/queue.ts'
import type { FoundProblem } from '../status/problems.ts'
import { compareProblems, settledMs } from './compare-problems.ts'
import type { Notice } from './notice.ts'
import { postponeMail, queueNotice } from './queue-notice.ts'
import type { ChannelRow, NoticeStore } from './store.ts'
import type { ToldStore } from './told-store.ts'

/** Of these, the screens say enough: they are about single files, and past. */
const untold: readonly string[] = ['failures', 'warnings']
/** Mail waits this much longer, in ms, than it takes to see that its problem is solved. */
const marginMs = 5 * minuteMs

type Parts = {
  readonly store: Store
  readonly rows: NoticeStore
  readonly told: ToldStore
  readonly clock: Clock
  readonly mail: Pick<MailQueue, 'withdraw' | 'postpone'>
}
type Found = Pick<Status, 'backup'> & { readonly problems: readonly FoundProblem[] }

/** Queues notices of what is new, of problems and of good backups, for every channel. */
export async function noteNews(parts: Parts, { problems, backup }: Found): Promise<void> {
  const { store, rows } = parts
  const now = parts.clock.now()
  const told = parts.told.all()
  const serious = problems.filter(({ kind }) => !untold.includes(kind))
  const news = compareProblems(told, serious, now)
  const notices = news.notices.map((each) => ({ ...each, id: crypto.randomUUID(), at: now }))
  const backupAt = backup ? Date.parse(backup.at) : 0
  const channels = rows.channels()
  const beats = channels.filter(
    ({ kind, backup_at: knownAt }) => kind === 'heartbeat' && backupAt > knownAt,
  )
  const isSame = JSON.stringify(news.told) === JSON.stringify(told)
  if (isSame && notices.length === 0 && beats.length === 0) return
  await store.note(() => {
    parts.told.replace(news.told)
    const time = now + settledMs + marginMs
    const gone = news.told.filter(({ gone_at: goneAt }) => goneAt === now)
    for (const channel of channels.filter(({ kind }) => kind !== 'heartbeat')) {
      for (const { name } of gone) postponeMail(parts, channel, { name, time })
      for (const notice of notices) queueNotice(parts, channel, notice)
    }
    for (const channel of beats) queueBeat(rows, channel, { backupAt, now })
  })
}

/** An older heartbeat that could not be sent says nothing more. */
function queueBeat(
  rows: NoticeStore,
  { id }: ChannelRow,
  { backupAt, now }: { backupAt: number; now: number },
): void {
  const notice: Notice = {
    id: crypto.randomUUID(),
    event: 'backup',
    kind: 'backup',
    text: 'A good backup was made.',
    advice: '',
    since: backupAt,
    at: now,
  }
  rows.removeDeliveriesOf(id)
  rows.addDelivery(id, notice)
  rows.setChannel(id, { backup_at: backupAt })
}
