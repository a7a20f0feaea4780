import type { Config } from '../core/config/config.ts'
import { createFailures } from '../storage/bucket-failures.ts'
import { createBucketMedia } from '../storage/bucket-media.ts'
import { createMediaCache } from '../storage/media-cache.ts'
import type { OpenBucket } from '../storage/media-places.ts'
import { createReadiness } from '../storage/readiness.ts'
import { bucketName, bucketOf } from './media-bucket.ts'

/** How a program that has the folder reaches its bucket, if one is configured. */
export function openBucketFor(config: Config): OpenBucket | undefined {
  const bucket = bucketOf(config)
  if (!bucket) return undefined
  return ({ library, libraryId, isInUse, onEvicted }) => {
    const folder = library.mediaCache
    const cache = createMediaCache({ folder, budget: config.mediaCache, onEvicted })
    const failures = createFailures()
    const readiness = createReadiness({ bucket, libraryId, address: bucketName(config), isInUse })
    const { ready } = readiness
    return {
      media: createBucketMedia({ bucket, library, cache, ready, failures }),
      health: () => ({
        cacheBytes: cache.bytes(),
        trouble: readiness.trouble() ?? failures.trouble(),
      }),
      close: () => {
        readiness.stop()
        cache.close()
      },
    }
  }
}
