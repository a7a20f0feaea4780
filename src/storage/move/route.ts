import type { ListedObject } from '../bucket-list.ts'
import type { MediaPlace } from '../store.ts'
import type { WantedFile } from './wanted.ts'

/** The result of copying: the size of the copy, or what is wrong with the file. */
export type Copied = { readonly bytes: number } | 'missing' | 'damaged' | 'conflict'

/** One direction of a move. The signal that it was created with stops it. */
export type Route = {
  readonly to: MediaPlace
  /** Originals without a photo, at the source. */
  removed(): AsyncIterable<string>
  /** The files at the target, if it can be listed. */
  listing?(): AsyncIterable<ListedObject>
  /**
   * Whether the target may have the file, which then has to be compared. Only without a listing.
   */
  isThere?(file: WantedFile): boolean
  /**
   * Compares the target's file of this key. Its content is read only if its md5 is not known
   * otherwise.
   */
  compare(file: WantedFile): Promise<'same' | 'different' | 'absent'>
  /** Copies a file that the target does not have. Only derived files are replaced. */
  copy(file: WantedFile): Promise<Copied>
  /** Whether copying a file also verifies the copy. */
  readonly isVerifying: boolean
  /** Removes a copy from the target. */
  remove(key: string): Promise<void>
}
