import { join } from 'node:path'
import type { Config } from '../config.ts'
import { bucketMedia } from '../media/bucket-media.ts'
import { createMediaCache } from '../media/media-cache.ts'
import type { OpenBucket } from '../media/places.ts'
import { createReadiness } from '../media/readiness.ts'
import { bucketOf } from './media-bucket.ts'

/** How a program that has the folder reaches its bucket, if one is configured. */
export function openBucketFor(config: Config): OpenBucket | undefined {
  const bucket = bucketOf(config)
  if (!bucket) return undefined
  return ({ library, libraryId }) => {
    const cache = createMediaCache({
      folder: join(library.root, 'media-cache'),
      budget: config.mediaCache,
      onEvicted: () => undefined,
    })
    const { ready } = createReadiness({ bucket, libraryId })
    return bucketMedia({ bucket, library, cache, ready })
  }
}
