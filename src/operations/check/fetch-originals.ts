import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Library } from '../../storage/library.ts'
import { originalKey } from '../../storage/media-keys.ts'
import type { OpenSavedCopies } from '../backup/saved-copy.ts'
import type { FetchOrders, OriginalsMessage } from '../originals/messages.ts'
import { fetchCopy } from './put-back.ts'
import type { CheckedPhoto, CheckStore } from './store.ts'

type Parts = {
  readonly store: CheckStore
  readonly library: Library
  readonly openSaved: OpenSavedCopies
}

/** Copies originals from the first backup that has them right to tmp/, where the server takes them. */
export async function* fetchOriginals(
  { originals, folders }: FetchOrders,
  parts: Parts,
): AsyncGenerator<OriginalsMessage> {
  for (const original of originals) {
    const photo = parts.store.original(original)
    yield photo ? await fetchOriginal(photo, folders, parts) : { kind: 'whole', original }
  }
}

async function fetchOriginal(
  { original, bytes, md5 }: CheckedPhoto,
  folders: readonly string[],
  { library, openSaved }: Parts,
): Promise<OriginalsMessage> {
  let reason = reasonWithoutCopy(folders)
  for (const folder of folders) {
    try {
      const copy = (await openSaved(folder))(originalKey(original), bytes)
      if (copy === undefined) continue
      const path = await fetchCopy(copy.source, md5, library)
      return { kind: 'fetched', original, path, bytes, md5 }
    } catch (error) {
      reason = (error as Error).message
    }
  }
  return { kind: 'not fetched', original, reason }
}

function reasonWithoutCopy(folders: readonly string[]): string {
  if (folders.length === 0) return 'there is no backup yet'
  // What a bucket answered is the reason of its own.
  const missing = folders.filter((folder) => isAbsolute(folder) && !isFolder(folder))
  if (missing.length === 0) return 'no backup has a good copy of it'
  return `no backup that can be reached now has it, and ${missing.join(' and ')} cannot be reached`
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
