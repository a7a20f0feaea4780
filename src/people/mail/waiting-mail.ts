import { randomUUID } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import type { Message } from './messages.ts'
import type { QueuedMail } from './queued-mail.ts'
import type { MailStore } from './store.ts'

type WaitingParts = {
  readonly mail: MailStore
  readonly secretKey: SecretKey
  readonly clock: Clock
  /** The row of the mail that is being sent: it is left alone, as it may already have arrived. */
  readonly current: () => number | undefined
}

/** The mail that waits, encrypted. All but `read` are called inside Store.write or Store.note. */
export function waitingMail({ mail, secretKey: key, clock, current }: WaitingParts) {
  const read = (sealed: Uint8Array): QueuedMail | undefined => {
    const text = key.unseal('mail', sealed)
    return text === undefined ? undefined : (JSON.parse(text) as QueuedMail)
  }
  const about = (topics: readonly string[]) =>
    mail.all().flatMap(({ row_id: rowId, message }) => {
      const topic = rowId === current() ? undefined : read(message)?.topic
      return topic !== undefined && topics.includes(topic) ? [{ rowId, topic }] : []
    })

  return {
    read,
    /**
     * Queues a message: it is sent only if the change it refers to is committed; call flush() after
     * that. `expiresAt` is in ms. With a topic, it can be postponed or withdrawn while it waits.
     */
    enqueue: (message: Message, expiresAt: number, topic?: string): void => {
      const mark = topic !== undefined && { topic }
      const queued: QueuedMail = { ...message, ...mark, id: randomUUID(), writtenAt: clock.now() }
      const sealed = key.seal('mail', JSON.stringify(queued))
      mail.insert({ message: sealed, nextAt: clock.now(), expiresAt })
    },
    /** Sends what waits about these topics no earlier than `time`, in ms. */
    postpone: (topics: readonly string[], time: number): void => {
      for (const { rowId } of about(topics)) mail.postpone(rowId, time)
    },
    /** Removes what waits about these topics. @returns the topics it was about. */
    withdraw: (topics: readonly string[]): string[] =>
      about(topics).map(({ rowId, topic }) => {
        mail.delete(rowId)
        return topic
      }),
  }
}
