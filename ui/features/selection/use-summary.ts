import { useCallback, useState } from 'react'
import type { BatchSummary } from '../../../src/contract/photos/batch.ts'
import { api, unwrap } from '../../kit/api.ts'
import { useResource } from '../../kit/resource.ts'
import { inBatches } from './batches.ts'
import { texts } from './texts.ts'

/** What the photos have in common once that is loaded, or why it is not. */
export function useSummary(ids: readonly string[]) {
  // The dialog is about the photos that were selected when it opened.
  const [photos] = useState(ids)
  const load = useCallback(async () => {
    const parts: BatchSummary[] = []
    for (const ids of inBatches(photos)) {
      parts.push(await unwrap(api.photos.batch.summary.$post({ json: { ids } })))
    }
    return parts.reduce(together)
  }, [photos])
  return useResource(load, { within: texts.failed.load })
}

/** The summary of the photos of both; a right on which they differ is absent. */
function together(one: BatchSummary, other: BatchSummary): BatchSummary {
  const { creator, copyright } = one
  return {
    photos: one.photos + other.photos,
    public: one.public + other.public,
    albums: added([...one.albums, ...other.albums], ({ id }) => id),
    keywords: added([...one.keywords, ...other.keywords], ({ keyword }) => keyword),
    ...(creator === other.creator && { creator }),
    ...(copyright === other.copyright && { copyright }),
  }
}

/** One of each, with the photos of all that have the same key. */
function added<T extends { photos: number }>(all: readonly T[], keyOf: (each: T) => string): T[] {
  const byKey = new Map<string, T>()
  for (const each of all) {
    const photos = each.photos + (byKey.get(keyOf(each))?.photos ?? 0)
    byKey.set(keyOf(each), { ...each, photos })
  }
  return [...byKey.values()]
}
