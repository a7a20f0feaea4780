import type { Viewer } from '../../contract/people/viewer.ts'
import { shapedPicture } from '../../contract/photos/aspect.ts'
import type { Photos } from '../photos/photos.ts'
import type { AlbumRow, AlbumStore, VisibleAlbumRow } from './store.ts'

type CoverValues = {
  readonly coverPic: string
  readonly coverPhoto: number | null
  readonly keepsNoCover: number
  readonly hasNewCover: number
}

/**
 * The cover of an album after the owner changed it to the address `coverPic`, or left it as it is.
 * Taking it away lasts; an album that had no cover still gets the next photo as its cover.
 * @throws AppError 400 for an invalid address.
 */
export function coverAfter(
  photos: Pick<Photos, 'pictureReference'>,
  row: AlbumRow,
  coverPic: string | undefined,
): CoverValues {
  if (coverPic === undefined) {
    return {
      coverPic: row.cover_pic,
      coverPhoto: row.cover_photo,
      keepsNoCover: row.keeps_no_cover,
      hasNewCover: row.has_new_cover,
    }
  }
  const { pic, photo } = photos.pictureReference(coverPic, 'coverPic')
  const isTakenAway = pic === '' && (row.keeps_no_cover === 1 || hasCover(row))
  return {
    coverPic: pic,
    coverPhoto: photo,
    keepsNoCover: Number(isTakenAway),
    hasNewCover: 0,
  }
}

/** A cover whose photo was deleted has an address of this gallery, but no photo. */
const hasCover = ({ cover_pic, cover_photo }: AlbumRow): boolean =>
  cover_photo !== null || (cover_pic !== '' && !cover_pic.startsWith('/api/'))

/**
 * Finds the address of each album's cover. If its photo was deleted or the viewer may not see it, that
 * is the first of the album's photos that they may see, or ''.
 */
export function createCoverAddresses({
  albums,
  photos,
}: {
  albums: Pick<AlbumStore, 'firstPhotos'>
  photos: Pick<Photos, 'pictureAddresses'>
}) {
  return (rows: readonly VisibleAlbumRow[], viewer: Viewer): string[] => {
    const covers = rows.map((row) => ({ pic: row.cover_pic, photo: row.cover_photo }))
    const addresses = photos.pictureAddresses(covers, viewer)
    const lacking = rows.filter(
      ({ cover_pic }, index) => cover_pic !== '' && addresses[index] === '',
    )
    if (lacking.length === 0) return addresses
    const firstOf = new Map(
      albums
        .firstPhotos(
          lacking.map((row) => row.row_id),
          viewer,
        )
        .map((first) => [first.album, shapedPicture(first)]),
    )
    return rows.map((row, index) => addresses[index] || (firstOf.get(row.row_id) ?? ''))
  }
}
