/**
 * Where objects are kept; parsed from `s3://bucket/prefix`. The prefix has no slash at its ends.
 */
export type BucketAddress = { readonly bucket: string; readonly prefix: string }

/** S3's limit for a key, with its prefix. */
const keyBytes = 1024
/** Leaves enough characters for the longest key of a gallery. */
const prefixBytes = 512

/** S3's rules for names of buckets; other engines follow them. */
const bucketName = /^(?!\d+(\.\d+){3}$)[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/

export function parseBucketAddress(text: string): BucketAddress | undefined {
  const match = /^s3:\/\/([^/]*)(?:\/(.*))?$/s.exec(text)
  if (!match) return undefined
  const [, bucket = '', path = ''] = match
  const prefix = path.replace(/\/$/, '')
  if (!bucketName.test(bucket)) return undefined
  if (prefix !== '' && (!isPlainPath(prefix) || Buffer.byteLength(prefix) > prefixBytes)) {
    return undefined
  }
  return { bucket, prefix }
}

/** The object's key in its bucket; undefined if a request for it would reach another object. */
export function fullKey({ prefix }: BucketAddress, key: string): string | undefined {
  const whole = prefix === '' ? key : `${prefix}/${key}`
  return isPlainPath(key) && Buffer.byteLength(whole) <= keyBytes ? whole : undefined
}

/** The prefix of the keys in a listing, which is removed from their names. */
export const listedFrom = ({ prefix }: BucketAddress): string => (prefix === '' ? '' : `${prefix}/`)

/**
 * URL parsers resolve dots, and Bun's signer drops slashes at the ends and takes backslashes for
 * slashes.
 */
const isPlainPath = (path: string) =>
  path.isWellFormed() &&
  !/[\p{Cc}\\]/u.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
