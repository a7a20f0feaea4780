import { z } from 'zod'
import { line } from '../envelope.ts'
import { batchLimits } from '../limits.ts'
import { schema } from '../schema.ts'

const ids = schema(() => z.array(z.uuid()).min(1).max(batchLimits.photos))
const words = schema(() =>
  z
    .array(line(batchLimits.keyword).refine((word) => word !== '', 'must not be empty'))
    .max(batchLimits.keywords)
    .default([]),
)
const right = (max: number) =>
  line(max)
    .transform((text) => text || null)
    .nullable()
    .optional()
    .describe('unchanged if absent')

/** One kind of change, made to several photos at once. */
export const BatchChange = schema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('addToAlbum'), albumId: z.uuid() }),
    z.object({ kind: z.literal('removeFromAlbum'), albumId: z.uuid() }),
    z.object({ kind: z.literal('makePublic') }),
    z.object({ kind: z.literal('makePrivate') }),
    z.object({
      kind: z.literal('keywords'),
      add: words().describe('added to photos that do not have them'),
      remove: words(),
    }),
    z.object({
      kind: z.literal('rights'),
      creator: right(batchLimits.creator),
      copyright: right(batchLimits.copyright),
    }),
    z.object({ kind: z.literal('trash') }),
  ]),
)
export type BatchChange = z.infer<ReturnType<typeof BatchChange>>
export type BatchChangeInput = z.input<ReturnType<typeof BatchChange>>

export const Batch = schema(() =>
  z.object({
    ids: ids().describe('of photos'),
    change: BatchChange(),
  }),
)

export const BatchPhotos = schema(() => z.object({ ids: ids() }))

const byHand = schema(() =>
  z
    .boolean()
    .describe('whether the owner added or removed it by hand; rules leave such photos alone'),
)

/** A photo's place in an album; `position` is its place in a manual order. */
const Place = schema(() =>
  z.object({
    added: z.int(),
    addedAt: z.int().nullable(),
    position: z.int().nullable(),
    byHand: byHand(),
  }),
)
export type Place = z.infer<ReturnType<typeof Place>>

/** Texts from a file may be longer than those that can be entered here. */
const text = schema(() => z.string().max(10_000))

/** A part of undoing a change. Its values come from the response to the change. */
export const UndoStep = schema(() =>
  z.object({
    ids: ids(),
    change: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('putBackInAlbum'),
        albumId: z.uuid(),
        places: z.array(Place()).max(batchLimits.photos).describe('one for each of the photos'),
      }),
      z.object({
        kind: z.literal('removeFromAlbum'),
        albumId: z.uuid(),
        byHand: byHand(),
        gaveCover: z
          .boolean()
          .optional()
          .describe('whether one of the photos became the cover of an album without one'),
      }),
      z.object({
        kind: z.literal('putBackKeywords'),
        add: z
          .array(z.object({ keyword: text(), position: z.int().nonnegative() }))
          .max(batchLimits.keywords)
          .describe('in ascending order of their positions'),
        remove: z.array(text()).max(batchLimits.keywords),
      }),
      z.object({
        kind: z.literal('putBackRights'),
        creator: text().nullable().optional(),
        copyright: text().nullable().optional(),
      }),
      z.object({ kind: z.literal('restore') }),
    ]),
  }),
)
export type UndoStep = z.infer<ReturnType<typeof UndoStep>>

export const Undo = schema(() =>
  z.object({ steps: z.array(UndoStep()).min(1).max(batchLimits.photos) }),
)

/** An album that contains some of the photos. */
const ShowingAlbum = schema(() =>
  z.object({
    id: z.uuid(),
    name: z.string(),
    fillsItself: z.boolean(),
  }),
)

export const BatchResult = schema(() =>
  z
    .object({
      changed: z.number().int().describe('the number of photos that were changed'),
      undo: z
        .array(UndoStep())
        .describe('what POST /photos/batch/undo needs; empty if nothing changed'),
      stillVisibleIn: z
        .array(ShowingAlbum())
        .optional()
        .describe('after makePrivate: public albums that still show some of the photos'),
    })
    .meta({ ref: 'BatchResult' }),
)
export type BatchResult = z.infer<ReturnType<typeof BatchResult>>

export const UndoneBatch = schema(() => z.object({ changed: z.number().int() }))

const counted = schema(() => z.number().int().describe('of the photos'))

/** What photos have in common. */
export const BatchSummary = schema(() =>
  z
    .object({
      photos: z.number().int(),
      public: counted().describe('how many of the photos are in the photostream'),
      albums: z
        .array(z.object({ id: z.uuid(), name: z.string(), photos: counted() }))
        .describe('albums with some of the photos, without smart albums'),
      keywords: z.array(z.object({ keyword: z.string(), photos: counted() })),
      creator: z.string().nullable().optional().describe('absent if the photos differ'),
      copyright: z.string().nullable().optional().describe('absent if the photos differ'),
    })
    .meta({ ref: 'BatchSummary' }),
)
export type BatchSummary = z.infer<ReturnType<typeof BatchSummary>>
