import type { Database } from 'bun:sqlite'
import { filterValueText } from '../../../contract/search/filter-labels.ts'
import type { Store } from '../../../core/database/open.ts'
import { albumIsOpen, photostream } from '../visibility.ts'
import { Column } from './column.ts'

/** What a filter knows of a photo from the albums that contain it. */
const membershipKeys = ['is', 'albums'] as const
export type MembershipKey = (typeof membershipKeys)[number]

type Membership = {
  /** The value of photos that the query finds, and that of all others. */
  readonly inside: string
  readonly outside: string
  /** Row ids as `photo`. */
  readonly sql: string
}

const memberships: Readonly<Record<MembershipKey, Membership>> = {
  is: {
    inside: 'public',
    outside: 'private',
    sql: `SELECT album_photo.photo FROM album
          CROSS JOIN album_photo ON album_photo.album = album.row_id
          WHERE ${albumIsOpen('visitor')} OR album.row_id = ${photostream}`,
  },
  albums: { inside: 'any', outside: 'none', sql: 'SELECT DISTINCT photo FROM album_photo' },
}

export const isMembershipKey = (key: string): key is MembershipKey =>
  membershipKeys.some((membership) => membership === key)

/**
 * Columns of what albums say about photos. They are read when a filter first needs them, and again
 * after any change: some 20 ms for 100,000 photos.
 */
export function createMemberships({ connection, version }: Pick<Store, 'connection' | 'version'>) {
  const known = new Map<MembershipKey, Column>()
  let current = 0

  /** For row ids below `length`. Do not keep or modify. */
  return (key: MembershipKey, length: number): Column => {
    // What a transaction reads may yet be undone.
    if (connection.inTransaction) return readColumn(connection, key, length)
    if (version() !== current) {
      known.clear()
      current = version()
    }
    const column = known.get(key) ?? readColumn(connection, key, length)
    known.set(key, column)
    return column
  }
}

function readColumn(connection: Database, key: MembershipKey, length: number): Column {
  const { inside, outside, sql } = memberships[key]
  const column = new Column()
  const codeOf = (value: string) =>
    column.dictionary.codeOf(value, () => ({ value, label: filterValueText(key, value) }))
  column.grow(length)
  column.codes.fill(codeOf(outside))
  const code = codeOf(inside)
  const { ids } = connection
    .query<{ ids: string }, []>(`SELECT json_group_array(photo) AS ids FROM (${sql})`)
    .get()!
  for (const rowId of JSON.parse(ids) as number[]) column.codes[rowId] = code
  return column
}
