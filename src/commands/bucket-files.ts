import type { Config } from '../config.ts'
import type { OpenBucketFiles } from '../images/media-files.ts'
import { bucketFiles } from '../media/bucket-files.ts'
import { claimBucket, requireOwnBucket } from '../media/marker.ts'
import { bucketName, bucketOf } from './media-bucket.ts'

/** How a command reaches all files of the bucket, if one is configured. */
export function bucketFilesFor(
  config: Config,
  onListed: (count: number) => void = () => undefined,
): OpenBucketFiles | undefined {
  const bucket = bucketOf(config)
  const address = bucketName(config)
  if (!bucket || !address) return undefined
  const { mediaEndpoint, mediaRegion } = config
  return async ({ library, libraryId, isRestoring = false }) => {
    await (isRestoring ? claimBucket : requireOwnBucket)(bucket, libraryId)
    const endpoint = mediaEndpoint ? ` --endpoint-url ${mediaEndpoint}` : ''
    const awsFlags = `${endpoint} --region ${mediaRegion}`
    return bucketFiles({ bucket, library, address, awsFlags, onListed })
  }
}
