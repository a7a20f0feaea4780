/** `size` is that of the file; `md5` is that of its content, if it is known without reading it. */
export type StoredFile = {
  readonly path: string
  readonly size: number
  readonly md5: string | undefined
}

/**
 * The files of a backup outside the file system, by the paths that they would have in a backup
 * folder. All methods throw an Error with one line if the place cannot be reached or refuses.
 */
export type BackupStore = {
  /** The address at which a person finds it, such as s3://bucket/folder. */
  readonly name: string
  /** The files whose paths start with the prefix, in no particular order. */
  list(prefix: string): AsyncGenerator<StoredFile>
  /**
   * Stores a new file; one that is there already is never replaced, and must be removed first.
   * @throws WrongContent if the file at `source` is not as expected.
   */
  put(path: string, source: string, expected: { size: number; md5: string }): Promise<void>
  /**
   * Writes the content to a new file, which is not synced; false if there is no such file. Nothing
   * is left on failure.
   * @throws WrongContent if the content is not the expected one, or was changed.
   */
  fetch(path: string, target: string, expected?: { md5: string }): Promise<boolean>
  /** Also succeeds if there is no such file. */
  remove(path: string): Promise<void>
}

/** A store, and the key that encrypts what is put there; without one, it is put there as it is. */
export type StoreAccess = { readonly store: BackupStore; readonly key: string | undefined }
