import type { Viewer } from '../contract/viewer.ts'
import type { Store } from '../database/open.ts'

/** Whom a query is for: the owner, a visitor, or a visitor who has proven album codes. */
export type Audience = 'owner' | 'visitor' | 'granted'

/** SQL for the row id of the photostream's album. */
export const photostream = '(SELECT photostream_album FROM ux_config)'

/** SQL for whether a row of `album` is open: to everyone without a code, else to who has proven it. */
export const albumIsOpen = (audience: Audience): string => {
  if (audience === 'owner') return '1'
  if (audience === 'visitor') return "album.code = ''"
  return "(album.code = '' OR album.row_id IN (SELECT value FROM json_each($grants)))"
}

/**
 * SQL for whether a row of `photo` is visible, in every query that can return one: the owner sees
 * every photo, everyone else those in the photostream or in an album that is open to them.
 */
export const photoIsVisible = (audience: Audience): string =>
  audience === 'owner'
    ? '1'
    : `EXISTS (SELECT 1 FROM album_photo JOIN album ON album.row_id = album_photo.album
        WHERE album_photo.photo = photo.row_id
          AND (${albumIsOpen(audience)} OR album.row_id = ${photostream}))`

const audienceOf = ({ isOwner, grants }: Viewer): Audience => {
  if (isOwner) return 'owner'
  return grants.length > 0 ? 'granted' : 'visitor'
}

/** One query for every audience; the grants are bound where its SQL asks for them. */
export function queryByViewer<Row, Parameters extends Record<string, string | number>>(
  { connection }: Pick<Store, 'connection'>,
  sql: (audience: Audience) => string,
) {
  const made = (audience: Audience) =>
    connection.query<Row, Record<string, string | number>>(sql(audience))
  const queries = { owner: made('owner'), visitor: made('visitor'), granted: made('granted') }
  const bound = ({ grants }: Viewer, audience: Audience, parameters: Parameters) =>
    audience === 'granted' ? { ...parameters, grants: JSON.stringify(grants) } : parameters
  return {
    get: (viewer: Viewer, parameters: Parameters): Row | undefined => {
      const audience = audienceOf(viewer)
      return queries[audience].get(bound(viewer, audience, parameters)) ?? undefined
    },
    all: (viewer: Viewer, parameters: Parameters): Row[] => {
      const audience = audienceOf(viewer)
      return queries[audience].all(bound(viewer, audience, parameters))
    },
  }
}
