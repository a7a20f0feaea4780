// Galleries of this process with their photos in a bucket.
import type { Config } from '../../src/config.ts'
import type { Ceph } from './ceph.ts'
import { filesIn } from './folder-faults.ts'
import type { Gallery } from './gallery.ts'

/** The settings of a gallery in a new bucket. */
export async function bucketSettings(ceph: Ceph): Promise<Partial<Config>> {
  return {
    media: { bucket: await ceph.makeBucket(), prefix: 'gallery' },
    mediaEndpoint: ceph.endpoint,
    mediaRegion: ceph.region,
    mediaKeyId: ceph.keyId,
    mediaSecret: ceph.secret,
  }
}

/** As when other files have taken their space: files used in the last minute would stay. */
export async function evictAll({ data, services }: Gallery): Promise<void> {
  const folder = 'media-cache'
  const keys = (await filesIn(data, folder)).map((file) => file.slice(folder.length + 1))
  await services.media.removeLocal(keys.filter((key) => /^(originals|renditions)\//.test(key)))
  await services.pictures.forget(keys)
}
