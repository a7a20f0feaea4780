import { delimiter, resolve } from 'node:path'
import { type BucketAddress, parseBucketAddress } from './bucket-address.ts'
import { bucketEndpoint, bucketKeyId, bucketRegion } from './config-media.ts'
import { endOfValue, type Reader, ValueProblem } from './config-values.ts'

/** Whether a backup is in a bucket, by the text that names it. */
export const isBucketAddress = (text: string): boolean => /^s3:/i.test(text)

/**
 * A bucket's address as it is shown and compared.
 * @throws ValueProblem if it is none.
 */
export function backupBucket(text: string): string {
  const address = parseBucketAddress(text.trim())
  if (!address) {
    throw new ValueProblem(
      'must be a folder, or a bucket with or without a prefix, such as s3://backups/gallery',
    )
  }
  return `s3://${address.bucket}${address.prefix === '' ? '' : `/${address.prefix}`}`
}

/** The colon of a bucket's address separates nothing. */
const separator = delimiter === ':' ? /(?<!(?:^|:)s3):/i : delimiter

/** A flag is given once for each place, a variable separates them as PATH does. */
const backupPlaces: Reader<string[]> = (text) => {
  const texts = text.includes(endOfValue) ? text.split(endOfValue) : text.split(separator)
  const given = texts.filter((place) => place !== '')
  return [
    ...new Set(
      given.map((place) => (isBucketAddress(place) ? backupBucket(place) : resolve(place))),
    ),
  ]
}

/** Where the gallery backs itself up. */
export const backupSettings = {
  backup: {
    flag: 'backup',
    value: 'TARGET',
    fallback: '',
    help: 'a folder or s3://BUCKET/PREFIX into which the gallery backs itself up; several times for several (in the variable, as in PATH)',
    read: backupPlaces,
    isList: true,
  },
  backupEndpoint: {
    flag: 'backup-endpoint',
    value: 'URL',
    fallback: undefined,
    help: "the S3 service for backups in buckets (default: Amazon's in the region)",
    read: bucketEndpoint,
  },
  backupRegion: {
    flag: 'backup-region',
    value: 'REGION',
    fallback: 'us-east-1',
    help: 'the region of these buckets',
    read: bucketRegion,
  },
  backupKeyId: {
    flag: 'backup-key-id',
    value: 'ID',
    fallback: undefined,
    help: 'the ID of the access key; required for backups in buckets',
    read: bucketKeyId,
  },
} as const

/** Where the photos and their backups are, as the settings say. */
type Places = {
  readonly media?: BucketAddress | undefined
  readonly mediaEndpoint?: string | undefined
  readonly backupEndpoint?: string | undefined
}

/** What is wrong with a bucket's address for backups, in a sentence without its beginning. */
export function placeProblem(places: Places, bucket: string): string | undefined {
  const { media, mediaEndpoint, backupEndpoint } = places
  const address = parseBucketAddress(bucket)
  if (!media || address?.bucket !== media.bucket || mediaEndpoint !== backupEndpoint)
    return undefined
  const isWithin = (inner: string, outer: string) =>
    outer === '' || inner === outer || inner.startsWith(`${outer}/`)
  if (!isWithin(address.prefix, media.prefix) && !isWithin(media.prefix, address.prefix)) {
    return undefined
  }
  return 'must not be in the place of the photos themselves: choose another prefix, or better another bucket'
}

type Given = {
  readonly backup?: unknown
  readonly backupKeyId?: unknown
  readonly backupSecret?: unknown
}

/** What is wrong with the combination of the settings for backups. */
export function backupProblem({ backup, backupKeyId, backupSecret }: Given): string | undefined {
  const needsBucket = (backup as readonly string[]).some(isBucketAddress)
  if (!needsBucket) return undefined
  return missingAccess({ backupKeyId, backupSecret })
}

/** What the settings lack for backups in buckets, in one sentence. */
export function missingAccess(given: Omit<Given, 'backup'>): string | undefined {
  if (!given.backupKeyId) {
    return '--backup-key-id (VITRINE_BACKUP_KEY_ID) is required for backups in a bucket.'
  }
  return given.backupSecret
    ? undefined
    : 'VITRINE_BACKUP_SECRET or VITRINE_BACKUP_SECRET_FILE is required for backups in a bucket.'
}
