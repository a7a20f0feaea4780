import { secretOf } from '../../contract/site/notice-kinds.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { warn } from '../../core/log.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import { dayMs, hourMs, minuteMs } from '../../core/time.ts'
import { noticeMessage } from '../../people/mail/messages.ts'
import type { MailQueue } from '../../people/mail/queue.ts'
import { type Notice, type Sender, titleOf } from './notice.ts'
import { topicOf } from './queue-notice.ts'
import { linkOf, requestFor } from './requests.ts'
import { sendRequest } from './send-request.ts'
import type { ChannelRow, Delivery, NoticeStore } from './store.ts'

/** After this time, in ms, a notice is no longer tried: the next reminder says more. */
const givenUpMs = 2 * dayMs
/** The longest pause between two attempts, in ms. */
const maxPauseMs = hourMs

const lostSecret = 'The secret is not known here: backups do not contain it. Enter it again.'

export type DeliveryParts = {
  readonly store: Store
  readonly rows: NoticeStore
  readonly clock: Clock
  readonly secretKey: SecretKey
  readonly mail: Pick<MailQueue, 'enqueue' | 'flush'>
  readonly sender: () => Sender
}

/**
 * Sends a notice to one channel, or queues it as mail, and notes the result.
 * @returns why that failed; undefined if the notice was sent or queued.
 */
export async function sendTo(
  channel: ChannelRow,
  notice: Notice,
  parts: DeliveryParts,
): Promise<string | undefined> {
  const { store, rows, clock } = parts
  const problem =
    channel.kind === 'email'
      ? await queueMail(channel, notice, parts)
      : await request({ ...channel, kind: channel.kind }, notice, parts)
  const result = { last_at: clock.now(), last_problem: problem ?? null }
  await store.note(() => rows.setChannel(channel.id, result))
  return problem
}

async function queueMail(
  { id, address }: ChannelRow,
  notice: Notice,
  { store, clock, mail, sender }: DeliveryParts,
): Promise<undefined> {
  const { name, address: origin } = sender()
  const message = noticeMessage({
    siteName: name,
    email: address,
    title: titleOf(notice),
    advice: notice.advice,
    link: linkOf({ name, address: origin }),
  })
  const expiresAt = clock.now() + givenUpMs
  await store.note(() => mail.enqueue(message, expiresAt, topicOf(id, notice)))
  void mail.flush()
}

type WebChannel = ChannelRow & { readonly kind: Exclude<ChannelRow['kind'], 'email'> }

async function request(
  { kind, address, secret: sealed }: WebChannel,
  notice: Notice,
  { secretKey, clock, sender }: DeliveryParts,
): Promise<string | undefined> {
  const secret = sealed ? secretKey.unseal('notice channel', sealed) : undefined
  const isLost = secret === undefined && (sealed !== null || secretOf[kind] === 'required')
  if (isLost) return lostSecret
  const now = clock.now()
  return sendRequest(requestFor(kind, { address, secret }, { notice, sender: sender(), now }))
}

type Limits = {
  /** Names of problems that are gone, and perhaps solved: they wait until that is clear. */
  readonly gone: readonly string[]
  /** Asked before each. */
  readonly isStopped: () => boolean
}

/** Sends everything that is due, one after another. */
export async function deliverDue(parts: DeliveryParts, { gone, isStopped }: Limits): Promise<void> {
  const { rows, clock } = parts
  const now = clock.now()
  const failed = new Set<string>()
  for (const delivery of rows.due(now, now + maxPauseMs)) {
    if (isStopped()) return
    const { name } = delivery.notice
    if (name !== undefined && gone.includes(name)) continue
    // A service that has just failed is not asked again at once.
    if (failed.has(delivery.channel)) continue
    if (!(await deliver(delivery, parts))) failed.add(delivery.channel)
  }
}

/** @returns whether it is settled: sent, or given up. */
async function deliver(delivery: Delivery, parts: DeliveryParts): Promise<boolean> {
  const { store, rows, clock } = parts
  const { id, channel: channelId, notice, writtenAt, attempts } = delivery
  const channel = rows.channel(channelId)
  if (!channel) return true
  if (clock.now() - writtenAt >= givenUpMs) {
    warn(`Gave up on a notice to ${channel.kind}: ${titleOf(notice)}`)
    await store.note(() => rows.removeDelivery(id))
    return true
  }
  // Counted first: a notice that stops the server must not do so at every start.
  const pauseMs = Math.min(minuteMs * 2 ** attempts, maxPauseMs)
  const again = { attempts: attempts + 1, next_at: clock.now() + pauseMs }
  await store.note(() => rows.setDelivery(id, again))
  const problem = await sendTo(channel, notice, parts)
  if (problem === undefined) await store.note(() => rows.removeDelivery(id))
  return problem === undefined
}
