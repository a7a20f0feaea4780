import { CryptoHasher } from 'bun'
import type { Bucket } from './bucket.ts'
import { BucketError } from './bucket-error.ts'

/** The object that says which gallery a bucket's folder belongs to. */
export const markerKey = 'vitrine.json'
const markerBytes = 4096
/** The folders of a gallery; other objects do not matter. */
const folders = ['originals/', 'cameras/', 'renditions/']

/** A person has to decide what to do; the message says how. */
export class ForeignBucketError extends Error {
  override readonly name = 'ForeignBucketError'
}

/**
 * Marks the bucket's folder as this gallery's, unless it belongs to another one. If two galleries
 * try at the same time, one succeeds.
 * @throws ForeignBucketError, BucketError
 */
export async function claimBucket(bucket: Bucket, libraryId: string): Promise<'claimed' | 'ours'> {
  const owner = await ownerOf(bucket)
  if (owner !== undefined) return ours(owner, libraryId)
  for (const folder of folders) {
    for await (const _ of bucket.list(folder)) throw unmarked(libraryId)
  }
  const bytes = new TextEncoder().encode(markerFor(libraryId))
  const md5 = new CryptoHasher('md5').update(bytes).digest('hex')
  try {
    await bucket.create(markerKey, { bytes }, { size: bytes.length, md5 }, 'application/json')
    return 'claimed'
  } catch (error) {
    if (!(error instanceof BucketError) || error.kind !== 'conflict') throw error
    return ours(await ownerOf(bucket), libraryId)
  }
}

/**
 * For programs that only read the folder: it must be this gallery's already.
 * @throws ForeignBucketError, BucketError
 */
export async function requireOwnBucket(bucket: Bucket, libraryId: string): Promise<void> {
  const owner = await ownerOf(bucket)
  if (owner === undefined) {
    throw new ForeignBucketError(
      `This bucket folder has no file ${markerKey} that says which gallery it belongs to. Check that --media (VITRINE_MEDIA) names the right bucket and prefix; if the photos in it are this gallery’s, upload ${markerKey} with the text ${markerFor(libraryId).trim()}`,
    )
  }
  ours(owner, libraryId)
}

const markerFor = (libraryId: string) => `${JSON.stringify({ library: libraryId })}\n`

function ours(owner: string | undefined, libraryId: string): 'ours' {
  if (owner === libraryId) return 'ours'
  throw new ForeignBucketError(
    'This bucket folder belongs to another gallery. Nothing in it was changed. Choose another prefix with --media, such as s3://BUCKET/another-name.',
  )
}

const unmarked = (libraryId: string) =>
  new ForeignBucketError(
    `This bucket folder already contains photos, but not the file ${markerKey} that says which gallery they belong to. Nothing in it was changed. Choose another prefix with --media, such as s3://BUCKET/another-name; or, if the photos are this gallery’s, upload ${markerKey} with the text ${markerFor(libraryId).trim()}`,
  )

/** Undefined if the bucket has no marker. */
async function ownerOf(bucket: Bucket): Promise<string | undefined> {
  const found = await bucket.read(markerKey)
  if (!found) return undefined
  if (found.size > markerBytes) {
    await found.body.cancel()
    throw unreadable()
  }
  try {
    const { library } = JSON.parse(await new Response(found.body).text()) as { library: unknown }
    if (typeof library === 'string') return library
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw unreadable()
}

const unreadable = () =>
  new ForeignBucketError(
    `The file ${markerKey} in this bucket folder does not say which gallery the folder belongs to. Nothing was changed. Choose another prefix with --media, or put back the file that was there.`,
  )
