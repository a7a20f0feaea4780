/** A complete file on this machine's disk. */
export type LocalFile = { readonly path: string; readonly bytes: number }

/** A file in tmp/ that was received whole; `md5` is in hexadecimal digits. */
export type ReceivedFile = { readonly path: string; readonly bytes: number; readonly md5: string }

/**
 * A file that was put into the media store, under an original's key, before there is a photo for
 * it.
 */
export type StoredFile = Pick<ReceivedFile, 'md5' | 'bytes'> & { readonly original: string }

/**
 * Where originals, camera pictures and renditions are: in the data folder or in a bucket. Keys are
 * those of media-keys.ts.
 *
 * With a bucket, every method except `openLocal`, `addLocal` and `removeLocal` throws AppError 503
 * with Retry-After when the bucket does not respond in time, and those that add files 507 when it
 * is full.
 */
export type Media = {
  readonly kind: 'folder' | 'bucket'
  /**
   * The file, fetched first if necessary; it stays for at least a minute, unless it is removed.
   * @returns undefined if it certainly does not exist, or does not have the size `bytes`.
   */
  open(key: string, bytes?: number): Promise<LocalFile | undefined>
  /** Its first bytes, without fetching the rest of it. @returns undefined if there is no file. */
  beginning(key: string, bytes: number): Promise<Uint8Array | undefined>
  /** Like `open`, for a file that was added with addLocal. */
  openLocal(key: string, bytes?: number): Promise<LocalFile | undefined>
  /** Compares the stored file with this one; an unreadable file counts as different. */
  compare(key: string, file: ReceivedFile): Promise<'same' | 'different' | 'absent'>
  /** In bytes, without fetching the file; undefined if there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /**
   * Makes a file of tmp/ permanent, and never replaces another one. The file is moved or copied.
   */
  addFile(key: string, file: ReceivedFile): Promise<void>
  /** Like `addFile`, for the content of a small file. */
  addBytes(key: string, bytes: Uint8Array): Promise<void>
  /** Replaces a damaged or missing file with a complete one from tmp/. */
  replaceFile(key: string, file: ReceivedFile): Promise<void>
  /** Files that can be made again; each replaces one of the same key. */
  addDerived(files: readonly (readonly [key: string, bytes: Uint8Array])[]): Promise<void>
  /** Adds a file on this machine only, where it may be deleted at any time to free space. */
  addLocal(key: string, bytes: Uint8Array): Promise<void>
  /** Ignores files that do not exist. In a bucket, all are tried even if one fails. */
  remove(keys: readonly string[]): Promise<void>
  /** Removes only the copies on this machine's disk. */
  removeLocal(keys: readonly string[]): Promise<void>
  /** Moves a file, if it exists, to another key, or to a similar one if that is in use. */
  move(from: string, to: string): Promise<void>
  /**
   * Moves a file that may still be wanted to quarantine/; in a bucket it stays where it is, and
   * `vitrine check` reports it.
   * @returns its path in the data folder, or undefined if it was not moved.
   */
  moveToQuarantine(key: string): Promise<string | undefined>
  /**
   * Runs work that adds files and then the rows that name them: the place of the files does not
   * change meanwhile. Such work must not contain other such work.
   */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Whether there is space on this machine's disk. */
  hasSpace(use: 'photos' | 'derived'): Promise<boolean>
}
