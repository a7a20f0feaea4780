/** A complete file on this machine's disk. */
export type LocalFile = { readonly path: string; readonly bytes: number }

/** A file in tmp/ that was received whole; `md5` is in hexadecimal digits. */
export type ReceivedFile = { readonly path: string; readonly bytes: number; readonly md5: string }

/** A file that is in the media store before it is a photo's, under the key of that original. */
export type StoredFile = Pick<ReceivedFile, 'md5' | 'bytes'> & { readonly original: string }

/**
 * Where originals, camera pictures and renditions are: in the data folder or in a bucket. Keys are
 * those of media-keys.ts.
 *
 * With a bucket, every method except `openLocal`, `addLocal` and `removeLocal` throws AppError 503
 * with Retry-After when the bucket does not answer in time, and the adding ones 507 when it is full.
 */
export type Media = {
  readonly kind: 'folder' | 'bucket'
  /**
   * The file, fetched first if necessary; it stays for at least a minute, unless it is removed.
   * @returns undefined if there is certainly none, or if it has not the size `bytes`.
   */
  open(key: string, bytes?: number): Promise<LocalFile | undefined>
  /** Its first bytes, without fetching the rest of it. @returns undefined if there is no file. */
  beginning(key: string, bytes: number): Promise<Uint8Array | undefined>
  /** The same as `open` for a file that addLocal has put here. */
  openLocal(key: string, bytes?: number): Promise<LocalFile | undefined>
  /** Whether it is this file; one that cannot be read is different. */
  compare(key: string, file: ReceivedFile): Promise<'same' | 'different' | 'absent'>
  /** In bytes, without fetching the file; undefined if there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Makes a file of tmp/ permanent, and never replaces another one. The file is moved or copied. */
  addFile(key: string, file: ReceivedFile): Promise<void>
  /** The same for the content of a small one. */
  addBytes(key: string, bytes: Uint8Array): Promise<void>
  /** Puts a whole file of tmp/ where a damaged or missing one was. */
  replaceFile(key: string, file: ReceivedFile): Promise<void>
  /** Files that can be made again; each replaces one of the same key. */
  addDerived(files: readonly (readonly [key: string, bytes: Uint8Array])[]): Promise<void>
  /** One for this machine only, where it may be deleted at any time to make room. */
  addLocal(key: string, bytes: Uint8Array): Promise<void>
  /** Those that do not exist do not matter; in a bucket, each is tried even if one fails. */
  remove(keys: readonly string[]): Promise<void>
  /** Only what is on this machine's disk. */
  removeLocal(keys: readonly string[]): Promise<void>
  /** Moves a file, if it exists, to another key, or to a similar one if that is in use. */
  move(from: string, to: string): Promise<void>
  /**
   * Puts a file that may still be wanted where it is out of the way; in a bucket it stays, and
   * `vitrine check` reports it.
   * @returns its path in the data folder, or undefined if it was not moved.
   */
  setAside(key: string): Promise<string | undefined>
  /**
   * Runs work that adds files and then the rows that name them: the place of the files does not
   * change meanwhile. Such work must not contain other such work.
   */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Whether there is space on this machine's disk. */
  hasSpace(use: 'photos' | 'derived'): Promise<boolean>
}
