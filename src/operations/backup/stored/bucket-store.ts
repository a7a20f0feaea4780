import type { Bucket } from '../../../storage/bucket.ts'
import { downloadTo } from '../../../storage/download-to.ts'
import type { BackupStore } from '../backup-store.ts'
import { WrongContent } from '../place-file.ts'

/** A file that arrives damaged is requested again, as the connection may be to blame. */
const attempts = 2

/** A bucket of an S3 service; `name` is its address as the owner knows it. */
export function bucketStore(bucket: Bucket, name: string): BackupStore {
  return {
    name,
    list: async function* (prefix) {
      let areMd5s: boolean | undefined
      for await (const { key, size, md5 } of bucket.list(prefix)) {
        // With KMS no ETag is an md5, which only a single object's headers tell.
        areMd5s ??= (await bucket.head(key))?.md5 !== undefined
        yield { path: key, size, md5: areMd5s ? md5 : undefined }
      }
    },
    put: async (path, source, expected) => {
      await bucket.create(path, { path: source }, expected, 'application/octet-stream')
    },
    fetch: async (path, target, expected) => {
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const found = await bucket.read(path)
        if (!found) return false
        const md5 = expected?.md5 ?? found.md5
        if (await downloadTo(target, found, { size: found.size, ...(md5 && { md5 }) })) return true
      }
      throw new WrongContent(path)
    },
    remove: (path) => bucket.remove(path),
  }
}
