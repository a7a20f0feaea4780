import { readFile, rm } from 'node:fs/promises'
import { type Marker, markerName, parseMarker } from '../backup-folder.ts'
import type { BackupStore, StoreAccess } from '../backup-store.ts'
import { WrongContent } from '../place-file.ts'
import { fingerprintOf } from '../sealed/backup-key.ts'
import { sealStore } from '../sealed/seal-store.ts'

export type UnlockedStore = {
  /** Where everything but the marker is, decrypted if need be. */
  readonly store: BackupStore
  /** Where the marker is, which nothing encrypts. */
  readonly outer: BackupStore
  /** Undefined if the store is no backup yet. */
  readonly marker: Marker | undefined
  /** The fingerprint of the key in use. */
  readonly key: string | undefined
}

/**
 * Reads the marker of a store, and decrypts what it says is encrypted. A store without a marker is
 * encrypted if there is a key.
 * @throws Error with one line if the store does not respond, or the key is missing or another one;
 * TargetError if its marker is damaged.
 */
export async function unlockStore(
  { store: outer, key }: StoreAccess,
  scratch: () => string,
): Promise<UnlockedStore> {
  const text = await readMarkerText(outer, scratch())
  const marker = text === undefined ? undefined : parseMarker(text, outer.name)
  if (marker && marker.key === undefined) return { store: outer, outer, marker, key: undefined }
  if (key === undefined) {
    if (marker) throw new Error(keyNeeded(outer.name))
    return { store: outer, outer, marker, key }
  }
  const fingerprint = fingerprintOf(key)
  if (marker && marker.key !== fingerprint) throw new Error(otherKey(outer.name))
  return { store: sealStore(outer, key, scratch), outer, marker, key: fingerprint }
}

const keyNeeded = (name: string): string =>
  `The backups in ${name} are encrypted. Set VITRINE_BACKUP_KEY_FILE to the path of a file with their key; without it nothing can be restored.`

const otherKey = (name: string): string =>
  `The backups in ${name} are encrypted with another key. Set VITRINE_BACKUP_KEY_FILE to the path of a file with the key that was shown when they were set up.`

/** A damaged one is read as an empty text, which is no marker. */
async function readMarkerText(store: BackupStore, path: string): Promise<string | undefined> {
  try {
    return (await store.fetch(markerName, path)) ? await readFile(path, 'utf8') : undefined
  } catch (error) {
    if (error instanceof WrongContent) return ''
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
