import { noticeLimits } from '../../contract/limits.ts'
import { readEmailAddress } from '../../contract/people/email-address.ts'
import { secretOf } from '../../contract/site/notice-kinds.ts'
import type { NoticeChannel, NoticeChannelChange, Notices } from '../../contract/site/notices.ts'
import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config/config.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import type { ChannelRow, NoticeStore } from './store.ts'

type ChannelParts = {
  readonly store: Store
  readonly rows: NoticeStore
  readonly clock: Clock
  readonly config: Pick<Config, 'smtpUrl'>
  readonly secretKey: SecretKey
}

/** The ways by which the owner chose to be told. */
export function createChannels({ store, rows, clock, config, secretKey }: ChannelParts) {
  const get = (): Notices => {
    const waiting = rows.waiting()
    return {
      hasMailServer: config.smtpUrl !== undefined,
      channels: rows.channels().map((row) => toChannel(row, waiting.get(row.id) ?? 0)),
    }
  }
  /** @throws AppError 404 */
  const find = (id: string): ChannelRow => {
    const row = rows.channel(id)
    if (!row) throw notFound()
    return row
  }
  /** @throws AppError 400 without a secret that is needed. */
  const valuesOf = ({ kind, address, secret }: NoticeChannelChange, known?: ChannelRow) => {
    // A secret is not sent to another service only because its address was changed.
    const kept = known?.kind === kind && known.address === address ? known.secret : null
    const sealed = secret ? secretKey.seal('notice channel', secret) : null
    const next = secret === undefined ? kept : sealed
    if (next === null && secretOf[kind] === 'required') {
      throw new AppError(400, 'secret: is required', { field: 'secret' })
    }
    const email = kind === 'email' ? readEmailAddress(address).address : undefined
    return { kind, address: email ?? address, secret: next }
  }

  return {
    get,
    find,
    /** @throws AppError 409 if there are as many as there may be. */
    add: async (change: NoticeChannelChange): Promise<Notices> => {
      const values = valuesOf(change)
      await store.note(() => {
        if (rows.channels().length >= noticeLimits.channels) {
          const most = noticeLimits.channels
          throw new AppError(409, `there can be at most ${most} channels; remove another one first`)
        }
        rows.addChannel({ ...values, added_at: clock.now() })
      })
      return get()
    },
    change: async (id: string, change: NoticeChannelChange): Promise<Notices> => {
      const values = valuesOf(change, find(id))
      await store.note(() => rows.setChannel(id, { ...values, last_at: null, last_problem: null }))
      return get()
    },
    remove: async (id: string): Promise<Notices> => {
      find(id)
      await store.note(() => rows.removeChannel(id))
      return get()
    },
  }
}

function toChannel(row: ChannelRow, waiting: number): NoticeChannel {
  const { id, kind, address, secret, last_at: lastAt, last_problem: problem } = row
  return {
    id,
    kind,
    address,
    hasSecret: secret !== null,
    last: lastAt === null ? null : { at: new Date(lastAt).toISOString(), problem },
    waiting,
  }
}
