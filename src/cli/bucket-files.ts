import type { Config } from '../core/config/config.ts'
import { bucketFiles } from '../storage/bucket-files.ts'
import { claimBucket, requireOwnBucket } from '../storage/marker.ts'
import type { OpenBucketFiles } from '../storage/media-files.ts'
import { bucketName, bucketOf } from './media-bucket.ts'

const presentGallery = (address: string) =>
  `${address} already has the photos of this gallery, and two servers must never use them at the same time: what you delete in one is lost in the other. If the machine that used them is gone or stopped for good, restore with --take-over. To try a backup out, choose another prefix, or leave out --media.`

/** How a command reaches all files of the bucket, if one is configured. */
export function bucketFilesFor(
  config: Config,
  onListed: (count: number) => void = () => undefined,
): OpenBucketFiles | undefined {
  const bucket = bucketOf(config)
  const address = bucketName(config)
  if (!bucket || !address) return undefined
  const { mediaEndpoint, mediaRegion } = config
  return async ({ library, libraryId, restoring }) => {
    const found = await (restoring ? claimBucket : requireOwnBucket)(bucket, libraryId)
    if (restoring === 'new' && found === 'ours') throw new Error(presentGallery(address))
    const endpoint = mediaEndpoint ? ` --endpoint-url ${mediaEndpoint}` : ''
    const awsFlags = `${endpoint} --region ${mediaRegion}`
    return bucketFiles({ bucket, library, address, awsFlags, onListed })
  }
}
