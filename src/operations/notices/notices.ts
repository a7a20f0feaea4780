import type { NoticeTest } from '../../contract/site/notices.ts'
import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config/config.ts'
import type { Store } from '../../core/database/open.ts'
import { warn } from '../../core/log.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import { minuteMs } from '../../core/time.ts'
import type { MailQueue } from '../../people/mail/queue.ts'
import type { Owner } from '../../people/owner/owner.ts'
import type { GalleryStatus } from '../status/status.ts'
import { createChannels } from './channels.ts'
import type { Notice } from './notice.ts'
import { noticeStore } from './store.ts'
import { toldStore } from './told-store.ts'

/** From the start to the first look for problems, and how often others follow, in ms. */
const firstMs = 30_000
const lookMs = minuteMs

const noMailServer =
  'No mail server is configured (--smtp-url), so the e-mail was only written to outbox/ in the data folder.'

export type NoticeRules = ReturnType<typeof createNotices>

type NoticeParts = {
  readonly store: Store
  readonly clock: Clock
  readonly config: Pick<Config, 'smtpUrl'>
  readonly secretKey: SecretKey
  /** Where visitors find the site. */
  readonly address: () => string
  readonly mail: MailQueue
  readonly owner: Pick<Owner, 'siteName'>
  readonly status: Pick<GalleryStatus, 'look'>
}

/** Tells the owner of problems by mail and other ways that they chose. */
export function createNotices(parts: NoticeParts) {
  const { store, clock, owner, address } = parts
  const rows = noticeStore(store)
  const told = toldStore(store)
  const channels = createChannels({ ...parts, rows })
  const sender = () => ({ name: owner.siteName(), address: address() })
  const delivery = { ...parts, rows, sender }
  let timers: readonly Timer[] = []
  let looking: Promise<void> | undefined
  let isStopped = false

  const lookNow = async (): Promise<void> => {
    if (!rows.hasChannels()) {
      if (told.all().length > 0) await store.note(() => told.replace([]))
      return
    }
    const [{ noteNews }, { deliverDue }] = await Promise.all([
      import('./note-news.ts'),
      import('./deliver.ts'),
    ])
    await noteNews({ store, rows, told, clock, mail: parts.mail }, await parts.status.look())
    const gone = told.all().filter(({ gone_at: goneAt }) => goneAt !== null)
    await deliverDue(delivery, { gone: gone.map(({ name }) => name), isStopped: () => isStopped })
  }

  /** Looks for problems, and tells of new and solved ones. Never rejects. */
  const look = (): Promise<void> => {
    looking ??= lookNow()
      .catch((error: unknown) => warn(`Could not look for problems to tell: ${String(error)}`))
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  return {
    ...channels,
    /** Sends a notice at once, and does not try again. */
    test: async (id: string): Promise<NoticeTest> => {
      const channel = channels.find(id)
      const now = clock.now()
      const notice: Notice = {
        id: crypto.randomUUID(),
        event: 'test',
        kind: 'test',
        text: `This is a test: ${owner.siteName()} can tell you of problems here.`,
        advice: '',
        since: now,
        at: now,
      }
      const { sendTo } = await import('./deliver.ts')
      const problem = await sendTo(channel, notice, delivery)
      const isOnlyQueued = channel.kind === 'email' && parts.config.smtpUrl === undefined
      return { problem: problem ?? (isOnlyQueued ? noMailServer : null) }
    },
    look,
    start: (): void => {
      const tick = () => void look()
      timers = [setTimeout(tick, firstMs).unref(), setInterval(tick, lookMs).unref()]
    },
    stop: async (): Promise<void> => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      timers = []
      await looking
    },
  }
}
