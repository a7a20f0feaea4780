import type { Omissions } from '../../contract/imports/omissions.ts'
import type { SourceKind } from '../../contract/imports/source-words.ts'
import type { NewSource } from '../../contract/imports/sources.ts'
import { AppError } from '../../core/errors.ts'

/** The source itself cannot be used now, so that the run ends; the reason is for the owner. */
export class SourceError extends AppError {}

/** The file is no longer what was listed; the next run imports it. */
export class ChangedMeanwhile extends AppError {
  constructor() {
    super(409, 'the file was changed while it was read')
  }
}

/** A file as its source lists it. */
export type ListedItem = {
  /** What the source knows it by: a Drive file's id, or the path within a folder. */
  readonly item: string
  /** The path within the source, with '/' between folders. */
  readonly path: string
  readonly bytes: number
  /** Changes with the content: for Drive its md5 or revision, for a folder its time of change. */
  readonly version: string
  /**
   * Changes whenever anything about the file does, even if `version` was reset, but also when its
   * content stays the same; null if the source does not know it.
   */
  readonly changed: string | null
  /** Null if the source knows it only after reading the file. */
  readonly md5: string | null
  /** The md5 that was imported before the file belonged to a source, if that was different. */
  readonly formerMd5?: string
  /** What a file keeps when it is renamed, such as its inode, if that is known. */
  readonly identity: string | null
  /** ISO date of its last change or creation, shown to the owner. */
  readonly date: string | null
  /** Why it cannot be read, if it is known already. */
  readonly blockedBy: string | null
}

/** What is known of an item since it was last applied. */
export type KnownItem = Pick<
  ListedItem,
  'item' | 'path' | 'bytes' | 'version' | 'changed' | 'md5' | 'identity'
> & {
  /** The photo's id; null if it was deleted here, or the file could not be imported. */
  readonly photo: string | null
  readonly isGone: boolean
}

export type Listing = {
  /** With 'whole', known items that are not listed are gone, except those in `unreadable`. */
  readonly kind: 'whole' | 'changes'
  readonly items: readonly ListedItem[]
  /** With 'changes', the known items that are gone. */
  readonly gone: readonly string[]
  /** Folders that could not be read, '' for none; what is known of files in them is kept. */
  readonly unreadable: readonly string[]
  /** What it did not list, unless it lists only changes. */
  readonly omitted?: Omissions
  /** Passed to the next listing; with null, everything is listed again. */
  readonly cursor: string | null
}

type SourceFolder = {
  readonly id: string
  /** The path on the machine, or the Drive folder's id. */
  readonly location: string
  readonly name: string
  readonly hasSubfolders: boolean
}

/**
 * What a kind of source must be able to do. Every method can throw a SourceError, which ends the
 * run.
 */
export type SourceDriver<Kind extends SourceKind = SourceKind> = {
  readonly kind: Kind
  /**
   * What is stored of a new source.
   * @throws AppError 400, 404 or 409 if it cannot be used.
   */
  readonly check: (
    wanted: Extract<NewSource, { kind: Kind }>,
  ) => Promise<{ location: string; name: string }>
  /** With a cursor of the last listing that was applied, it may list only what has changed. */
  readonly list: (
    source: SourceFolder,
    options: {
      readonly cursor: string | null
      /** The items as of the last run, to find those in a folder that was moved or removed. */
      readonly known: () => Iterable<KnownItem>
      readonly signal: AbortSignal
    },
  ) => Promise<Listing>
  /**
   * Reads a file that was listed.
   * @throws ChangedMeanwhile, also at the end; AppError if it cannot be read. The run continues.
   */
  readonly read: (
    source: SourceFolder,
    item: ListedItem,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<Uint8Array>>
  /** Calls `onChange` when something may have changed. @returns a function that ends this. */
  readonly watch?: (source: SourceFolder, onChange: () => void) => () => void
  /**
   * Of files that have just changed, those that are still being written; they are left for a run
   * that follows soon.
   */
  readonly unsettled?: (
    source: SourceFolder,
    items: readonly ListedItem[],
    signal: AbortSignal,
  ) => Promise<ReadonlySet<string>>
}

/** Why a file could not be imported; undefined for what is not about the file. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof AppError) return error.message
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return 'Vitrine may not read this file'
    case 'EIO':
      return 'the disk reports an error'
    default:
      return undefined
  }
}
