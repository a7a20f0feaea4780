import type { MailQueue } from '../../people/mail/queue.ts'
import type { Notice } from './notice.ts'
import type { ChannelRow, NoticeStore } from './store.ts'

type Queues = {
  readonly rows: NoticeStore
  readonly mail: Pick<MailQueue, 'withdraw' | 'postpone'>
}

const openEvents = ['problem', 'reminder'] as const

/** Of the mail that tells a channel of a problem; undefined for mail that is never withdrawn. */
export const topicOf = (channel: string, { event, name }: Notice): string | undefined =>
  openEvents.some((each) => each === event) && name !== undefined
    ? topic(channel, event, name)
    : undefined

const topic = (channel: string, event: Notice['event'], name: string): string =>
  JSON.stringify(['notice', channel, event, name])

const topicsOf = (channel: string, name: string): string[] =>
  openEvents.map((event) => topic(channel, event, name))

/**
 * Queues a notice for a channel. It takes the place of an older one of the same problem that could
 * not be sent: a reminder is then the first notice, and a solved problem that was never told is not
 * told at all. Inside Store.note.
 */
export function queueNotice(
  { rows, mail }: Queues,
  { id: channel }: ChannelRow,
  notice: Notice & { readonly name: string },
): void {
  const { name, event } = notice
  if (event === 'problem') {
    rows.addDelivery(channel, notice)
    return
  }
  const waiting = rows.waitingAbout(channel, name)
  for (const { id } of waiting) rows.removeDelivery(id)
  const mailed = mail.withdraw(topicsOf(channel, name))
  const wasTold =
    waiting.every(({ event }) => event !== 'problem') &&
    !mailed.includes(topic(channel, 'problem', name))
  if (event === 'solved' && !wasTold) return
  rows.addDelivery(channel, wasTold ? notice : { ...notice, event: 'problem' })
}

/** Keeps mail about a problem back until `time`, in ms. Inside Store.note. */
export const postponeMail = (
  { mail }: Queues,
  { id }: ChannelRow,
  { name, time }: { name: string; time: number },
): void => mail.postpone(topicsOf(id, name), time)
