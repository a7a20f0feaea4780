import type { ChannelKind } from '../../contract/site/notice-kinds.ts'
import type { Store } from '../../core/database/open.ts'
import type { Notice } from './notice.ts'

/** Times are in ms. */
export type ChannelRow = {
  readonly id: string
  readonly kind: ChannelKind
  readonly address: string
  /** Encrypted with secret.key. */
  readonly secret: Uint8Array | null
  readonly added_at: number
  readonly last_at: number | null
  readonly last_problem: string | null
  readonly backup_at: number
}

export type Delivery = {
  readonly id: string
  readonly channel: string
  readonly notice: Notice
  readonly writtenAt: number
  readonly attempts: number
}

type DeliveryRow = {
  id: string
  channel: string
  notice: string
  written_at: number
  attempts: number
}
type Values = Record<string, string | number | Uint8Array | null>

type Connection = Store['connection']

export type NoticeStore = ReturnType<typeof noticeStore>

/** Channels, and what waits to be sent to them. Writes must be inside Store.note. */
export const noticeStore = ({ connection }: Store) => ({
  ...channelRows(connection),
  ...deliveryRows(connection),
})

function setIn(connection: Connection, table: string, id: string, change: Values): void {
  const columns = Object.keys(change).map((name) => `${name} = $${name}`)
  connection
    .query<unknown, Values>(`UPDATE ${table} SET ${columns.join(', ')} WHERE id = $id`)
    .run({ ...change, id })
}

function channelRows(connection: Connection) {
  return {
    hasChannels: (): boolean =>
      connection.query('SELECT 1 FROM notice_channel LIMIT 1').get() !== null,
    channels: () =>
      connection
        .query<ChannelRow, []>('SELECT * FROM notice_channel ORDER BY added_at, rowid')
        .all(),
    channel: (id: string): ChannelRow | undefined =>
      connection
        .query<ChannelRow, { id: string }>('SELECT * FROM notice_channel WHERE id = $id')
        .get({ id }) ?? undefined,
    addChannel: (row: Pick<ChannelRow, 'kind' | 'address' | 'secret' | 'added_at'>): void => {
      connection
        .query<unknown, Values>(
          `INSERT INTO notice_channel (id, kind, address, secret, added_at, backup_at)
           VALUES ($id, $kind, $address, $secret, $added_at, $added_at)`,
        )
        .run({ ...row, id: crypto.randomUUID() })
    },
    setChannel: (id: string, change: Partial<Omit<ChannelRow, 'id'>>): void =>
      setIn(connection, 'notice_channel', id, change),
    removeChannel: (id: string): void => {
      connection.query('DELETE FROM notice_delivery WHERE channel = $id').run({ id })
      connection.query('DELETE FROM notice_channel WHERE id = $id').run({ id })
    },
  }
}

function deliveryRows(connection: Connection) {
  return {
    /** How many notices wait for each channel. */
    waiting: (): Map<string, number> => {
      const counts = connection
        .query<{ channel: string; count: number }, []>(
          'SELECT channel, count(*) AS count FROM notice_delivery GROUP BY channel',
        )
        .all()
      return new Map(counts.map(({ channel, count }) => [channel, count]))
    },
    /** The oldest first; one planned for after `latest` was planned before the clock was set back. */
    due: (now: number, latest: number): Delivery[] =>
      connection
        .query<DeliveryRow, { now: number; latest: number }>(
          `SELECT id, channel, notice, written_at, attempts FROM notice_delivery
           WHERE next_at <= $now OR next_at > $latest ORDER BY written_at, rowid`,
        )
        .all({ now, latest })
        .map(({ notice, written_at: writtenAt, ...row }) => ({
          ...row,
          writtenAt,
          notice: JSON.parse(notice) as Notice,
        })),
    addDelivery: (channel: string, notice: Notice): void => {
      connection
        .query<unknown, Values>(
          `INSERT INTO notice_delivery (id, channel, notice, written_at, next_at)
           VALUES ($id, $channel, $notice, $at, $at)`,
        )
        .run({
          id: crypto.randomUUID(),
          channel,
          notice: JSON.stringify(notice),
          at: notice.at,
        })
    },
    setDelivery: (id: string, change: { attempts: number; next_at: number }): void =>
      setIn(connection, 'notice_delivery', id, change),
    removeDelivery: (id: string): void => {
      connection.query('DELETE FROM notice_delivery WHERE id = $id').run({ id })
    },
    /** What waits to tell a channel that there is a problem; `name` is the problem's. */
    waitingAbout: (channel: string, name: string) =>
      connection
        .query<{ id: string; event: 'problem' | 'reminder' }, { channel: string; name: string }>(
          `SELECT id, notice ->> 'event' AS event FROM notice_delivery
           WHERE channel = $channel AND notice ->> 'name' = $name
             AND event IN ('problem', 'reminder')`,
        )
        .all({ channel, name }),
    removeDeliveriesOf: (channel: string): void => {
      connection.query('DELETE FROM notice_delivery WHERE channel = $channel').run({ channel })
    },
  }
}
