import type { Config } from '../core/config/config.ts'
import { type Bucket, openBucket } from '../storage/bucket.ts'

/** The configured bucket, if any; nothing is requested yet. */
export function bucketOf(config: Config): Bucket | undefined {
  const { media, mediaEndpoint, mediaRegion, mediaKeyId, mediaSecret } = config
  if (!media || !mediaKeyId || !mediaSecret) return undefined
  return openBucket({
    address: media,
    endpoint: mediaEndpoint,
    region: mediaRegion,
    keyId: mediaKeyId,
    secret: mediaSecret,
  })
}

/** The bucket as written in the settings, without a secret. */
export function bucketName({ media }: Pick<Config, 'media'>): string | undefined {
  if (!media) return undefined
  return `s3://${media.bucket}${media.prefix === '' ? '' : `/${media.prefix}`}`
}
