import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '../../core/database/open-read-only.ts'
import type { Bucket } from '../bucket.ts'
import type { Library } from '../library.ts'
import { type MediaPlace, mediaStore } from '../store.ts'
import { type BucketRetryOptions, createBucketRetry } from './bucket-retry.ts'
import { createMover } from './mover.ts'
import { toBucket } from './to-bucket.ts'
import { toFolder } from './to-folder.ts'
import { wantedStore } from './wanted.ts'

type Parts = BucketRetryOptions & {
  readonly reader: Pick<Reader, 'connection'>
  readonly library: Library
  readonly bucket: Bucket
  readonly to: MediaPlace
}

/** Where the gallery's files are, and the id in the marker of its bucket. */
export function placeOf(reader: Pick<Reader, 'connection'>) {
  const rows = mediaStore(reader)
  return { place: rows.place(), libraryId: rows.libraryId() }
}

/** For the command, which copies while the server runs, and compares contents. */
export const moveBeside = (parts: Parts) => {
  const temporary = () =>
    join(parts.library.root, 'tmp', `${stagingPrefix}${randomBytes(16).toString('hex')}`)
  return moverOf({ ...parts, temporary, trustsSizes: false })
}

/** For the server, which finishes a move whose files the command has verified. */
export const moveWithin = (parts: Parts) =>
  moverOf({ ...parts, temporary: parts.library.temporary, trustsSizes: true })

/** Unlike those of other names, such files in tmp/ survive the start of a server. */
const stagingPrefix = 'move-'

/** Removes what a killed move left in tmp/. No other move may be running. */
export async function removeStaging({ root }: Library): Promise<void> {
  for (const name of await readdir(join(root, 'tmp')).catch(() => [])) {
    if (name.startsWith(stagingPrefix)) await rm(join(root, 'tmp', name), { force: true })
  }
}

function moverOf(parts: Parts & { temporary: () => string; trustsSizes: boolean }) {
  const { reader, to } = parts
  const route = to === 'bucket' ? toBucket(parts) : toFolder(parts)
  return createMover({ store: wantedStore(reader), route, retry: createBucketRetry(parts) })
}
