import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ownValue } from '../../contract/own-value.ts'
import { type BucketAddress, parseBucketAddress } from './bucket-address.ts'
import { byteCount, matching, publicUrl, type Reader, ValueProblem } from './config-values.ts'

const bucketAddress: Reader<BucketAddress> = (text) => {
  const address = parseBucketAddress(text.trim())
  if (address) return address
  throw new ValueProblem('must be a bucket with or without a prefix, such as s3://photos/gallery')
}

/** Photos are private, so they are sent over public networks only encrypted. */
export const bucketEndpoint: Reader<string> = (text) => {
  const origin = publicUrl(text)
  if (origin.startsWith('https:') || isLocal(new URL(origin).hostname)) return origin
  throw new ValueProblem(
    'must start with https://, unless the server is on this computer or in a private network',
  )
}

const localRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal']

/** Names without a dot are local ones, such as those of other containers. */
function isLocal(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address)) return localRanges.includes(ipaddr.process(address).range())
  return !address.includes('.') || /\.(localhost|local|internal)$/.test(address)
}

export const bucketRegion = matching(/^[a-z0-9-]{1,64}$/i, 'must be a region such as eu-central-1')

export const bucketKeyId = matching(
  /^[!-~]{1,200}$/,
  'must be the ID of an access key, without spaces',
)

/** Where originals and their renditions are kept, if not in the data folder. */
export const mediaSettings = {
  media: {
    flag: 'media',
    value: 's3://BUCKET/PREFIX',
    fallback: undefined,
    help: 'keeps photos in a bucket of an S3 service (default: in the data folder)',
    read: bucketAddress,
  },
  mediaEndpoint: {
    flag: 'media-endpoint',
    value: 'URL',
    fallback: undefined,
    help: "the S3 service (default: Amazon's in the region)",
    read: bucketEndpoint,
  },
  mediaRegion: {
    flag: 'media-region',
    value: 'REGION',
    fallback: 'us-east-1',
    help: "the bucket's region",
    read: bucketRegion,
  },
  mediaKeyId: {
    flag: 'media-key-id',
    value: 'ID',
    fallback: undefined,
    help: 'the ID of the access key; required with --media',
    read: bucketKeyId,
  },
  mediaCache: {
    flag: 'media-cache',
    value: 'SIZE',
    fallback: '20GiB',
    help: 'how much of the bucket is kept in the data folder',
    read: byteCount,
  },
} as const

type Given = {
  readonly media?: unknown
  readonly mediaEndpoint?: unknown
  readonly mediaKeyId?: unknown
  readonly mediaSecret?: unknown
}

type Environment = Readonly<Record<string, string | undefined>>

/** An option that makes no sense without a bucket, if one is set. */
function bucketOption({ mediaEndpoint, mediaKeyId }: Given): string | undefined {
  if (mediaEndpoint) return '--media-endpoint (VITRINE_MEDIA_ENDPOINT)'
  return mediaKeyId ? '--media-key-id (VITRINE_MEDIA_KEY_ID)' : undefined
}

/** What is wrong with the combination of a bucket's settings. */
export function mediaProblem(given: Given, environment: Environment): string | undefined {
  if (!given.media) {
    const extra = bucketOption(given)
    return extra && `${extra} needs a bucket: set --media (VITRINE_MEDIA) too.`
  }
  if (!given.mediaKeyId) {
    return '--media-key-id (VITRINE_MEDIA_KEY_ID) is required when photos are kept in a bucket.'
  }
  if (!given.mediaSecret) {
    return 'VITRINE_MEDIA_SECRET or VITRINE_MEDIA_SECRET_FILE is required when photos are kept in a bucket.'
  }
  // Bun would send it together with this key, and the service would reject the request.
  const token = ['AWS_SESSION_TOKEN', 'S3_SESSION_TOKEN'].find((name) =>
    ownValue(environment, name),
  )
  return token && `${token} must not be set when photos are kept in a bucket.`
}
