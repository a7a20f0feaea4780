import { changeCopy, openForReading } from '../../core/database/snapshot.ts'
import { md5Of } from '../../images/md5.ts'
import type { WritableFiles } from '../../storage/media-files.ts'
import { type RenditionKey, renditionKey } from '../../storage/media-keys.ts'
import type { BackupFolder } from './backup-folder.ts'
import { withCopy } from './copies.ts'
import type { Progress } from './copy-files.ts'
import type { Manifest } from './manifest.ts'
import { WrongContent } from './place-file.ts'

/** What a restore has uploaded to a bucket. */
export type Put = {
  /** The bucket's address, as the owner knows it. */
  readonly name: string
  readonly uploaded: number
  /** Files that were there already, with the right md5. */
  readonly present: number
  readonly faults: string[]
}

type Upload = { readonly path: string; readonly md5: string; readonly size: number }

/** Requests at a time. */
const lanes = 8
const namedCount = 3
const batchSize = 5000

/** Whether a file of a snapshot belongs in the bucket of a gallery that has one. */
export const isInBucket = (path: string): boolean => /^(originals|cameras|removed)\//.test(path)

/**
 * Uploads the files of a snapshot that the bucket does not have.
 * @throws Error with one line if it has other content under one of their keys.
 */
export async function putIntoBucket({
  backup,
  manifest,
  bucket,
  scratch,
  onProgress,
}: {
  backup: BackupFolder
  manifest: Manifest
  bucket: WritableFiles
  /** Makes the path of a temporary file. */
  scratch: () => string
  onProgress: (progress: Progress) => void
}): Promise<Put> {
  const faults: string[] = []
  /** Those with something else under their key come first: the restore may end there. */
  const doubtful: Upload[] = []
  const missing: Upload[] = []
  let present = 0
  for (const [path, md5] of manifest) {
    if (!isInBucket(path)) continue
    const found = await bucket.recall(path)
    const source = backup.copies.find(path)
    if (found?.md5 === md5) present++
    else if (!source) faults.push(`${path} is missing from the backup`)
    else (found ? doubtful : missing).push({ path, md5, size: source.size })
  }

  let uploaded = 0
  let bytes = 0
  const total = doubtful.length + missing.length
  const putAll = async (files: readonly Upload[]): Promise<string[]> => {
    const others: string[] = []
    let next = 0
    const putSome = async () => {
      for (let file = files[next++]; file; file = files[next++]) {
        const outcome = await put(file, { backup, bucket, scratch: scratch() })
        if (outcome === 'damaged') faults.push(`${file.path} is damaged in the backup`)
        else if (outcome === 'other') others.push(file.path)
        else {
          uploaded++
          bytes += file.size
        }
        onProgress({ done: uploaded + faults.length, total, bytes })
      }
    }
    const putting = await Promise.allSettled(Array.from({ length: lanes }, putSome))
    for (const outcome of putting) if (outcome.status === 'rejected') throw outcome.reason
    return others
  }
  for (const files of [doubtful, missing]) refuseOthers(await putAll(files), bucket)
  return { name: bucket.nameOf('').slice(0, -1), uploaded, present, faults }
}

/** 'other' if the bucket has other content under the key. */
async function put(
  { path, md5, size }: Upload,
  parts: { backup: BackupFolder; bucket: WritableFiles; scratch: string },
): Promise<'uploaded' | 'damaged' | 'other'> {
  const { backup, bucket, scratch } = parts
  try {
    return await withCopy(backup.copies.source(path), scratch, async (source) => {
      if ((await md5Of(source)) !== md5) return 'damaged'
      return (await bucket.add(path, source, { size, md5 })) ? 'uploaded' : 'other'
    })
  } catch (error) {
    if (error instanceof WrongContent) return 'damaged'
    throw error
  }
}

function refuseOthers(paths: readonly string[], bucket: WritableFiles): void {
  if (paths.length === 0) return
  const named = paths.slice(0, namedCount).map(bucket.nameOf).join(', ')
  const rest = paths.length > namedCount ? ` and ${paths.length - namedCount} more` : ''
  throw new Error(
    `The bucket has other content than the backup under these names: ${named}${rest}. Vitrine never replaces an object. Move or delete them there, for example with aws s3 mv, and run the restore again, which continues.`,
  )
}

/**
 * Those of the database at `path` that the bucket does not have are rendered on request and then
 * kept, as after an import: no file has the size 0.
 */
export async function forgetLostRenditions(path: string, bucket: WritableFiles): Promise<void> {
  for (let after: Place = [0, '', 0, '']; ; ) {
    const rows = renditionsAfter(path, after)
    const last = rows.at(-1)
    if (!last) return
    after = placeOf(last)
    const lost: Place[] = []
    for (const row of rows) {
      const found = await bucket.recall(renditionKey(row.file_name, row))
      if (found?.size !== row.bytes) lost.push(placeOf(row))
    }
    if (lost.length > 0) changeCopy(path, [forgetting(lost)])
  }
}

type Row = RenditionKey & { photo: number; file_name: string; bytes: number }
type Place = [photo: number, variant: string, width: number, format: string]

const placeOf = ({ photo, variant, width, format }: Row): Place => [photo, variant, width, format]

function renditionsAfter(path: string, after: Place): Row[] {
  const { connection } = openForReading(path)
  try {
    return connection
      .query<Row, (string | number)[]>(
        `SELECT rendition.*, photo.file_name
         FROM rendition JOIN photo ON photo.row_id = rendition.photo
         WHERE (photo, variant, rendition.width, format) > (?, ?, ?, ?)
         ORDER BY photo, variant, rendition.width, format LIMIT ${batchSize}`,
      )
      .all(...after)
  } finally {
    connection.close()
  }
}

const forgetting = (places: readonly Place[]): string =>
  `UPDATE rendition SET bytes = 0 WHERE (photo, variant, width, format) IN
     (SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3
      FROM json_each('${JSON.stringify(places).replaceAll("'", "''")}'))`
