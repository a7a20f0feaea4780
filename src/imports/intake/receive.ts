import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { diskFull } from '../../core/database/disk-full.ts'
import { AppError } from '../../core/errors.ts'
import type { Library } from '../../storage/library.ts'
import type { Media, ReceivedFile } from '../../storage/media.ts'

/**
 * Only one chunk is in memory.
 * @throws AppError 413 above `limit` bytes, 400 for an empty file, 507 without disk space; then no
 * file is left.
 */
export async function receive(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  { library, media }: { library: Library; media: Media },
): Promise<ReceivedFile> {
  if (!(await media.hasSpace('photos'))) throw diskFull()
  const path = library.temporary()
  const md5 = createHash('md5')
  let bytes = 0
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of stream) {
        bytes += chunk.length
        if (bytes > limit) throw tooLarge(limit)
        md5.update(chunk)
        for (let offset = 0; offset < chunk.length; ) {
          offset += (await file.write(chunk, offset)).bytesWritten
        }
      }
    } finally {
      await file.close()
    }
    if (bytes === 0) throw new AppError(400, 'the file is empty')
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, md5: md5.digest('hex'), bytes }
}

export const tooLarge = (limit: number) =>
  new AppError(413, `the file is larger than the limit of ${sizeInWords(limit)}`)

function sizeInWords(bytes: number): string {
  const mebibytes = bytes / 2 ** 20
  return mebibytes >= 1 ? `${Math.round(mebibytes * 10) / 10} MiB` : `${bytes} bytes`
}
