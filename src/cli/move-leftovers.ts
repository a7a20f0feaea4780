import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { countOf } from '../contract/text/counts.ts'
import type { Config } from '../core/config/config.ts'
import { shellWord } from '../core/shell-word.ts'
import { formatBytes } from '../operations/backup/free-space.ts'
import type { Bucket } from '../storage/bucket.ts'
import { type Library, sizeOf } from '../storage/library.ts'
import type { Media } from '../storage/media.ts'
import { bucketName } from './media-bucket.ts'

const folders = ['originals', 'renditions', 'cameras', 'removed'] as const

/** What a move left where the files were, and how to delete it: that is the owner's decision. */
export async function leftoverLines(
  from: Media['kind'],
  { config, library, bucket }: { config: Config; library: Library; bucket: Bucket },
): Promise<string[]> {
  const left = from === 'folder' ? await inFolder(library) : await inBucket(bucket)
  if (left.files === 0) return []
  const place = from === 'folder' ? library.root : bucketName(config)!
  const what = `Left in ${place}: ${countOf(left.files, 'file')} (${formatBytes(left.bytes)}) that the gallery no longer uses.`
  return [
    what,
    'You can delete them once "vitrine check" with the same settings reports no problems:',
    `  ${from === 'folder' ? removeFolders(library) : removeObjects(config)}`,
  ]
}

const removeFolders = ({ root }: Library) =>
  `rm -r ${folders.map((folder) => shellWord(join(root, folder))).join(' ')}`

function removeObjects(config: Config): string {
  const endpoint = config.mediaEndpoint ? ` --endpoint-url ${shellWord(config.mediaEndpoint)}` : ''
  const place = `"${bucketName(config)}/$folder/"`
  return `for folder in ${folders.join(' ')}; do aws s3 rm --recursive ${place}${endpoint} --region ${config.mediaRegion}; done`
}

async function inFolder({ root }: Library) {
  const left = { files: 0, bytes: 0 }
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])
    for (const entry of entries) {
      if (!entry.isFile()) continue
      left.files++
      left.bytes += (await sizeOf(join(entry.parentPath, entry.name))) ?? 0
    }
  }
  return left
}

async function inBucket(bucket: Bucket) {
  const left = { files: 0, bytes: 0 }
  for (const folder of folders) {
    for await (const { size } of bucket.list(`${folder}/`)) {
      left.files++
      left.bytes += size
    }
  }
  return left
}
