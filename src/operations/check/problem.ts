import type { Library } from '../../storage/library.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import type { RenditionKey } from '../../storage/media-keys.ts'
import type { PlacedSource } from '../backup/place-file.ts'
import type { SavedCopies } from '../backup/saved-copy.ts'
import type { CheckedPhoto, CheckStore } from './store.ts'

export type CheckParts = {
  readonly store: CheckStore
  readonly library: Library
  readonly files: MediaFiles
  /** The copy of a file in the last backup, if that can be reached now. */
  readonly findSaved?: ((key: string, bytes: number) => string | undefined) | undefined
  /** The copy of a file in the backup that a repair may take originals from. */
  readonly findInBackup?: SavedCopies | undefined
  /** Told of every original of which a bucket knows only the size. */
  readonly countUnhashed: () => void
}

/** What `--repair` can do about a problem. Paths are relative to the data folder. */
export type Repair =
  | { readonly kind: 'move'; readonly path: string }
  /** Renditions, which can be made again. */
  | { readonly kind: 'set aside'; readonly paths: readonly string[]; readonly bytes: number }
  | { readonly kind: 'render'; readonly fileName: string; readonly key: RenditionKey }
  | { readonly kind: 'camera'; readonly id: string }
  | { readonly kind: 'recount' }
  /** Of an original: `from` is its copy in a backup. */
  | {
      readonly kind: 'put back'
      readonly key: string
      readonly from: PlacedSource
      readonly md5: string
      readonly bytes: number
    }
  /** Album: its id. */
  | { readonly kind: 'refill'; readonly album: string }

/** `text` says what is wrong and `advice` what to do about it, both in whole sentences. */
export type Problem = {
  readonly text: string
  readonly advice: string
  readonly repair?: Repair
  readonly isOriginal?: true
  /** Only slows the next visitor: the gallery makes the file again by itself. */
  readonly isMinor?: true
}

/** '"Sunset" (IMG_1.jpg, in the album "Iceland")' */
export function nameOf(photo: CheckedPhoto, store: CheckStore): string {
  const place = placeOf(photo, store)
  return photo.title === ''
    ? `${photo.source_name} (${place})`
    : `"${photo.title}" (${photo.source_name}, ${place})`
}

function placeOf(photo: CheckedPhoto, store: CheckStore): string {
  if (photo.is_trashed === 1) return 'in the trash'
  const albums = store.albumsOf(photo.row_id).map((name) => `"${name}"`)
  if (albums.length === 0) return 'in no album'
  return `in the album${albums.length === 1 ? '' : 's'} ${albums.join(', ')}`
}

/** A repair that does not decode would find nothing wrong with what only decoding found. */
export const repairAdvice = (isFoundByDecoding: boolean): string =>
  `vitrine check ${isFoundByDecoding ? '--deep ' : ''}--repair makes it again.`
