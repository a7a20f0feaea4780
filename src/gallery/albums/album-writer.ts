import { type AlbumOrder, albumOrders } from '../../contract/albums/album-orders.ts'
import type { AlbumChange, NewAlbum } from '../../contract/albums/albums.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Photos } from '../photos/photos.ts'
import { coverAfter } from './album-cover.ts'
import { albumNameKey } from './album-name.ts'
import { type AlbumRules, orderOfRule, requireOrderOfRule } from './rules.ts'
import type { AlbumRow, AlbumStore } from './store.ts'

export type AlbumWriter = ReturnType<typeof createAlbumWriter>

/** Checks what the owner enters for an album, and writes it. Inside Store.write. */
export function createAlbumWriter({
  albums,
  photos,
  rules,
}: {
  albums: AlbumStore
  photos: Pick<Photos, 'matching' | 'pictureReference'>
  rules: AlbumRules
}) {
  return {
    /** @throws AppError 409 if the name is taken, 400 for an invalid cover or order. */
    insert: (album: NewAlbum): AlbumRow => {
      const { name, description, code, orderBy, rule } = album
      const nameKey = freeNameKey(albums, name)
      const cover = photos.pictureReference(album.coverPic, 'coverPic')
      requireOrderOfRule(rule, orderBy)
      const row = albums.insert({
        id: Bun.randomUUIDv7(),
        name,
        nameKey,
        description,
        coverPic: cover.pic,
        coverPhoto: cover.photo,
        code,
        orderBy,
        rule,
      })
      if (rule !== '') rules.fill(row, photos.matching)
      return requireRow(albums, row.id)
    },
    /** @throws AppError as `insert`, and 409 for a rule of the photostream. */
    update: (row: AlbumRow, change: AlbumChange): void => {
      const name = change.name ?? row.name
      const { rule, isNewRule, orderBy } = ruleAfter(albums, row, change)
      albums.set({
        rowId: row.row_id,
        name,
        nameKey: freeNameKey(albums, name, row),
        description: change.description ?? row.description,
        ...coverAfter(photos, row, change.coverPic),
        code: change.code ?? row.code,
        orderBy,
        downloadable: Number(change.downloadable ?? row.downloadable),
        rule,
      })
      if (isNewRule) rules.fill({ row_id: row.row_id, rule }, photos.matching)
      arrange(albums, row, orderBy)
    },
  }
}

/** @throws AppError 404 */
export function requireRow(albums: AlbumStore, id: string): AlbumRow {
  const row = albums.byId(id)
  if (!row) throw notFound()
  return row
}

/** The normalised name. @throws AppError 409 if another album has it. */
function freeNameKey(albums: AlbumStore, name: string, own?: AlbumRow): string {
  const nameKey = albumNameKey(name)
  const other = albums.byNameKey(nameKey)
  if (other && other.row_id !== own?.row_id) {
    throw new AppError(409, 'an album with this name already exists', { field: 'name' })
  }
  return nameKey
}

/** @throws AppError 409 for a rule of the photostream, 400 for a manual order with a rule. */
function ruleAfter(albums: AlbumStore, row: AlbumRow, change: AlbumChange) {
  const rule = change.rule ?? row.rule
  const isNewRule = rule !== row.rule && rule !== ''
  if (isNewRule) refusePhotostream(albums, row)
  const orderBy = change.orderBy ?? orderOfRule(rule, row.order_by)
  requireOrderOfRule(rule, orderBy)
  return { rule, isNewRule, orderBy }
}

function refusePhotostream(albums: AlbumStore, { row_id: album }: AlbumRow): void {
  if (!albums.isPhotostream(album)) return
  throw new AppError(409, 'the photostream cannot be a smart album; choose its photos yourself', {
    field: 'rule',
  })
}

/** A manual order starts from the current order; the others are derived from dates. */
function arrange(albums: AlbumStore, before: AlbumRow, orderBy: AlbumOrder): void {
  if (orderBy === before.order_by) return
  if (orderBy === albumOrders.manual) albums.setOrder(before.row_id, null)
  else albums.reorder(before.row_id)
}
