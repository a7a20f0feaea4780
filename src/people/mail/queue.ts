import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { warn } from '../../core/log.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import { minuteMs } from '../../core/time.ts'
import { MailError } from './mail-error.ts'
import type { Mailer, QueuedMail } from './queued-mail.ts'
import { type MailRow, mailStore } from './store.ts'
import { waitingMail } from './waiting-mail.ts'

const maxBackOffMs = 60 * minuteMs
/** The share of each pause that is added at random, so that many e-mails are not retried at once. */
const maxJitter = 0.25
/** A retry planned for later than this was planned before the clock was set back. */
const latestRetryMs = maxBackOffMs * (1 + maxJitter)

export type MailQueue = ReturnType<typeof createMailQueue>

/** A crash between sending and deleting sends a mail twice, with the same Message-ID. */
export function createMailQueue(parts: {
  store: Store
  mailer: Mailer
  secretKey: SecretKey
  clock: Clock
}) {
  const { store, mailer, secretKey, clock } = parts
  const mail = mailStore(store)
  const delivery = createDelivery(mailer, clock)
  let hasStarted = false
  let hasStopped = false
  let sending: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The row of the mail that is being sent. */
  let current: number | undefined
  const { read, enqueue, postpone, withdraw } = waitingMail({
    mail,
    secretKey,
    clock,
    current: () => current,
  })

  /** Sends everything due, including mail that becomes due meanwhile. Never rejects. */
  const flush = (): Promise<void> => {
    if (hasStopped) return Promise.resolve()
    sending ??= Promise.resolve().then(sendAll)
    return sending
  }

  const sendAll = async () => {
    clearTimeout(timer)
    try {
      const due = () => mail.due(clock.now(), clock.now() + latestRetryMs)
      for (let row = due(); row; row = due()) {
        current = row.row_id
        await sendOne(row)
        if (hasStopped) return
      }
      const next = mail.nextAt()
      if (next !== undefined) wakeIn(next - clock.now())
    } catch (error) {
      // The database cannot be written: the disk is full, or the folder has been removed.
      if (!hasStopped) warn(`Mail paused for a minute: ${String(error)}`)
      wakeIn(minuteMs)
    } finally {
      current = undefined
      sending = undefined
    }
  }

  const sendOne = async ({ row_id: rowId, message, attempts, expires_at }: MailRow) => {
    const queued = read(message)
    if (queued && clock.now() < expires_at) {
      // Counted before sending: mail that crashes the process must not do so at every start, and a
      // database that cannot be written must not send the same mail forever.
      await store.note(() => mail.countAttempt(rowId, clock.now() + backOffMs(attempts)))
      if (!(await delivery.settle(queued))) return
    } else {
      const reason = queued ? 'its link has expired' : 'it was encrypted with another secret.key'
      warn(`Gave up on an e-mail: ${reason}.`)
    }
    await store.note(() => mail.delete(rowId))
  }

  const wakeIn = (ms: number) => {
    if (!hasStarted || hasStopped) return
    timer = setTimeout(flush, Math.min(Math.max(ms, 0), maxBackOffMs))
    timer.unref()
  }

  return {
    enqueue,
    postpone,
    withdraw,
    flush,
    /** Since the start; times are in ms. */
    health: () => ({ waiting: mail.waiting(), nextTryAt: mail.nextAt(), ...delivery.last() }),
    /** Sends mail that was still queued when the gallery stopped, and schedules retries. */
    start: () => {
      hasStarted = true
      void flush()
    },
    /** Resolves when the current mail has been sent or failed; sends no more. */
    stop: async () => {
      hasStopped = true
      clearTimeout(timer)
      await sending
    },
  }
}

/** Sends mail one by one and records the results. */
function createDelivery(mailer: Mailer, clock: Clock) {
  let lastSentAt: number | undefined
  let lastError: { readonly at: number; readonly text: string } | undefined

  return {
    last: () => ({ lastSentAt, lastError }),
    /** Sends a mail. @returns whether it is settled: sent, or rejected for good. */
    settle: async (queued: QueuedMail): Promise<boolean> => {
      try {
        await mailer.send(queued)
        lastSentAt = clock.now()
        return true
      } catch (error) {
        const reason = error instanceof MailError ? error.message : String(error)
        const isFinal = error instanceof MailError && error.isFinal
        lastError = { at: clock.now(), text: reason }
        const outcome = isFinal
          ? 'Gave up on an e-mail'
          : 'Could not send an e-mail; it will be retried'
        warn(`${outcome}: ${reason}.`)
        return isFinal
      }
    },
  }
}

/** The pause before the next attempt: up to an hour, plus the jitter. */
function backOffMs(attempts: number): number {
  const ms = Math.min(minuteMs * 2 ** attempts, maxBackOffMs)
  return Math.floor(ms * (1 + Math.random() * maxJitter))
}
