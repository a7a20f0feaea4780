// A gallery whose files are in a bucket, and that is not running.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type Bucket, openBucket } from '../../src/storage/bucket.ts'
import { bucketFiles } from '../../src/storage/bucket-files.ts'
import { libraryAt } from '../../src/storage/library.ts'
import type { OpenBucketFiles } from '../../src/storage/media-files.ts'
import type { Ceph } from './ceph.ts'
import { deleteForGood } from './delete-for-good.ts'
import { filesIn } from './folder-faults.ts'
import { makeAlbum, openGallery, upload } from './gallery.ts'
import { camera } from './photos.ts'

const bucketFolders = ['originals', 'renditions', 'cameras', 'removed']

export type BucketGallery = Awaited<ReturnType<typeof openBucketGallery>>

/**
 * Three photos, the first in the album "Iceland", a camera with a picture, and an original that was
 * kept when its photo was deleted.
 */
export async function openBucketGallery(ceph: Ceph) {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const gallery = await openGallery({ data })
  const owner = await gallery.asOwner()
  const photos = []
  for (const [index, title] of ['Sunset', 'Glacier', 'Geyser'].entries()) {
    const sourceId = `IMG_${index + 1}.jpg`
    photos.push(await upload(gallery, owner, camera({ title }), { sourceId }))
  }
  await makeAlbum(owner, 'Iceland', [photos[0]!])
  const [seen] = await owner.data<{ id: string }[]>('/api/cameras')
  await gallery.services.cameras.setImageFromUpload(seen!.id, await camera())
  const removed = await upload(gallery, owner, camera({ title: 'Removed' }))
  await deleteForGood(gallery.services, removed.id, false)
  const id = gallery.services.store.connection
    .query<{ id: string }, []>('SELECT library_id AS id FROM library')
    .get()!.id
  gallery.services.store.connection.run("UPDATE library SET media = 'bucket'")
  await gallery.abandon()

  const name = await ceph.makeBucket()
  const address = { bucket: name, prefix: 'gallery' }
  const bucket = openBucket({ ...ceph, address })
  const library = libraryAt(data)
  const put = (key: string, bytes: Uint8Array) =>
    bucket.create(
      key,
      { bytes: bytes as Uint8Array<ArrayBuffer> },
      { size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') },
      extname(key) === '.jpg' ? 'image/jpeg' : 'image/avif',
    )
  const contents = new Map<string, Buffer>()
  for (const folder of bucketFolders) {
    for (const key of await filesIn(data, folder)) {
      contents.set(key, readFileSync(join(data, key)))
      await put(key, contents.get(key)!)
      rmSync(join(data, key))
    }
  }
  const asked = { list: 0, head: 0, download: 0 }
  const counting = (method: keyof typeof asked) => {
    asked[method]++
    return bucket
  }
  const counted: Bucket = {
    ...bucket,
    list: (...words) => counting('list').list(...words),
    head: (...words) => counting('head').head(...words),
    download: (...words) => counting('download').download(...words),
  }
  const open: OpenBucketFiles = async ({ library }) =>
    bucketFiles({
      bucket: counted,
      library,
      address: `s3://${name}/gallery`,
      awsFlags: ' --region us-east-1',
      onListed: () => undefined,
    })

  return {
    data,
    library,
    libraryId: id,
    /** Of the bucket. */
    name,
    bucket,
    photos,
    removed,
    /** What was put into the bucket, by its key. */
    contents,
    /** What commands have asked of the bucket. */
    asked,
    open,
    put,
    [Symbol.asyncDispose]: async () => rmSync(data, { recursive: true, force: true }),
  }
}
