import { batchLimits } from '../../../src/contract/limits.ts'

/** The ids in parts that one request can change; a selection is always one part, an upload can be several. */
export const inBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / batchLimits.photos) }, (_, index) =>
    ids.slice(index * batchLimits.photos, (index + 1) * batchLimits.photos),
  )
