import { filesIn } from './folder-faults.ts'
import type { Gallery } from './gallery.ts'

/** As when other files have taken their space: files used in the last minute would stay. */
export async function evictAll({ data, services }: Gallery): Promise<void> {
  const folder = 'media-cache'
  const keys = (await filesIn(data, folder)).map((file) => file.slice(folder.length + 1))
  await services.media.removeLocal(keys.filter((key) => /^(originals|renditions)\//.test(key)))
  await services.pictures.forget(keys)
}
