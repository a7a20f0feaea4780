import type { OriginalFault } from '../../contract/site/original-faults.ts'

/** The variable in which the server tells `vitrine check`, started by it, what to do. */
export const originalsVariable = 'VITRINE_ORIGINALS_ORDERS'

/** What that says, as JSON. `folders` are those of backups. */
export type OriginalsOrders = CheckOrders | FetchOrders

/** Reads the damaged originals again, then those whose turn it is, and looks for good copies. */
export type CheckOrders = {
  readonly task: 'check'
  readonly folders: readonly string[]
  /** Undefined if only the damaged ones are read. */
  readonly pass: PassOrders | undefined
}

export type PassOrders = {
  /** The last original that was read. */
  readonly cursor: string
  /** Until all should be read, in ms. */
  readonly leftMs: number
}

/** Copies originals from a backup to tmp/. */
export type FetchOrders = {
  readonly task: 'fetch'
  readonly folders: readonly string[]
  readonly originals: readonly string[]
}

/** What the process says to the server; `original` is the name in the media store. */
export type OriginalsMessage =
  | { readonly kind: 'damaged'; readonly original: string; readonly fault: OriginalFault }
  /** It was damaged before, and is whole or deleted. */
  | { readonly kind: 'whole'; readonly original: string }
  | {
      readonly kind: 'read'
      readonly cursor: string
      readonly read: number
      readonly total: number
      readonly isComplete: boolean
    }
  /** The folder of a backup that has a good copy, if there is one. */
  | { readonly kind: 'copy'; readonly original: string; readonly folder: string | null }
  | {
      readonly kind: 'fetched'
      readonly original: string
      readonly path: string
      readonly bytes: number
      readonly md5: string
    }
  | { readonly kind: 'not fetched'; readonly original: string; readonly reason: string }
  /** All is done. */
  | { readonly kind: 'end' }
