import type { Viewer } from '../../contract/people/viewer.ts'
import type { Store } from '../../core/database/open.ts'

export type Audience = 'owner' | 'visitor' | 'granted'

export const photostream = '(SELECT photostream_album FROM ux_config)'

/** Without a code to everyone, otherwise to those who have proven it. */
export const albumIsOpen = (audience: Audience): string => {
  if (audience === 'owner') return '1'
  if (audience === 'visitor') return "album.code = ''"
  return "(album.code = '' OR album.row_id IN (SELECT value FROM json_each($grants)))"
}

/**
 * SQL for whether a row of `photo` is visible; part of every query that returns something of a photo
 * to a viewer. Lists are row ids without this check, which `photos.read` makes. The owner sees every
 * photo, everyone else those in the photostream or in an album open to them.
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

/**
 * One query per audience, prepared on first use: most processes never see all audiences, and a
 * prepared query keeps memory. Grants are bound only where the SQL uses them.
 */
export function queryByViewer<Row, Parameters extends Record<string, string | number>>(
  { connection }: Pick<Store, 'connection'>,
  sql: (audience: Audience) => string,
) {
  const prepare = (audience: Audience) =>
    connection.query<Row, Record<string, string | number>>(sql(audience))
  const prepared: Partial<Record<Audience, ReturnType<typeof prepare>>> = {}
  const query = (audience: Audience) => (prepared[audience] ??= prepare(audience))
  const bound = ({ grants }: Viewer, audience: Audience, parameters: Parameters) =>
    audience === 'granted' ? { ...parameters, grants: JSON.stringify(grants) } : parameters
  return {
    get: (viewer: Viewer, parameters: Parameters): Row | undefined => {
      const audience = audienceOf(viewer)
      return query(audience).get(bound(viewer, audience, parameters)) ?? undefined
    },
    all: (viewer: Viewer, parameters: Parameters): Row[] => {
      const audience = audienceOf(viewer)
      return query(audience).all(bound(viewer, audience, parameters))
    },
  }
}
