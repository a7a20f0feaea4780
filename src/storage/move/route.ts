import type { ListedObject } from '../bucket-list.ts'
import type { MediaPlace } from '../store.ts'
import type { WantedFile } from './wanted.ts'

/** How a copy ended that did not fail: with its size, or with what is wrong with the file. */
export type Copied = { readonly bytes: number } | 'missing' | 'damaged' | 'conflict'

/** One direction of a move. The signal of its maker ends everything it does. */
export type Route = {
  readonly to: MediaPlace
  /** Originals without a photo, at the source. */
  removed(): AsyncIterable<string>
  /** What the target has, where that can be listed. */
  listing?(): AsyncIterable<ListedObject>
  /** Whether the target may have it, and so has to be compared. Where there is no listing. */
  isThere?(file: WantedFile): boolean
  /** What the target has under this key; its content is read only if nothing else tells its md5. */
  compare(file: WantedFile): Promise<'same' | 'different' | 'absent'>
  /** Copies what the target does not have; nothing but a derived file is replaced. */
  copy(file: WantedFile): Promise<Copied>
  /** Whether what was copied has been read back already. */
  readonly isVerifying: boolean
  /** A copy, from the target. */
  remove(key: string): Promise<void>
}
