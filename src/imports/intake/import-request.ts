import { z } from 'zod'
import type { Omissions } from '../../contract/imports/omissions.ts'
import { type MatchRule, matchAnswers } from '../../contract/photos/versions.ts'
import { schema } from '../../contract/schema.ts'

/** How far an import had got when its connection was lost. */
const ImportProgress = schema(() =>
  z.object({
    /** In ms. */
    since: z.number(),
    done: z.array(z.string()),
    /** The number of its first file in the order in which photos are added to albums. */
    place: z.number().int().min(1),
  }),
)
export type ImportProgress = z.infer<ReturnType<typeof ImportProgress>>

const MatchDecision = schema(() =>
  z.object({
    path: z.string(),
    /** Of the PendingUpload. */
    id: z.string(),
    decision: z.enum(['replace', 'keep-both']),
  }),
)
export type MatchDecision = z.infer<ReturnType<typeof MatchDecision>>

/** Paths are absolute. */
export const ImportRequest = schema(() =>
  z.object({
    paths: z.array(z.string().min(1)),
    album: z.string().trim().min(1).max(120).optional(),
    isPhotostream: z.boolean(),
    onMatch: z.enum(matchAnswers).optional(),
    /** The same for all parts of one import. */
    run: z.string().optional(),
    /** Decisions about files that wait since an earlier part; no other files are imported then. */
    decisions: z.array(MatchDecision()).optional(),
    progress: ImportProgress().optional(),
  }),
)
export type ImportRequest = z.infer<ReturnType<typeof ImportRequest>>

export type TargetAlbum = { readonly name: string; readonly isPhotostream: boolean }
/** A photo that was in the gallery already, and the albums that it was not added to. */
export type LeftOut = { readonly id: string; readonly albums: readonly TargetAlbum[] }

/** A file that seems to be a new version of a photo, and waits for a decision. */
export type MatchedFile = {
  readonly id: string
  readonly path: string
  readonly rule: MatchRule
  readonly fileDate: string
  readonly photo: { readonly name: string; readonly addedAt: string }
  /** It could also be another frame of a burst, so it was not replaced although that was wanted. */
  readonly isDoubtful?: boolean
}

/** Progress of an import: one event per file between 'found' and 'end'. */
export type ImportEvent =
  | {
      kind: 'found'
      total: number
      place: number
      publicAlbums: TargetAlbum[]
      omitted?: Omissions
    }
  | { kind: 'imported'; path: string; id: string; warning: string | null; keptBoth?: true }
  | { kind: 'replaced'; path: string; hasLostCrop: boolean; leftOut?: LeftOut }
  | { kind: 'matched'; path: string; match: MatchedFile }
  | { kind: 'restored'; path: string; leftOut?: LeftOut }
  | { kind: 'back from trash'; path: string }
  | { kind: 'duplicate'; path: string; leftOut?: LeftOut }
  | { kind: 'failed'; path: string; reason: string }
  /** Something to say that is about no single file; only before the first and after the last. */
  | { kind: 'remark'; text: string }
  /** `contested` are files that wait although another one of the import matched the same photo. */
  | { kind: 'end'; reason: string | null; contested?: readonly string[] }
