import { originalKey, removedKey } from '../../storage/media-keys.ts'
import type { IntentFiles } from './intents.ts'

export type PhotoFiles = {
  /** The names of its originals, the present one first. */
  readonly originals: readonly string[]
  /** The keys of its renditions. */
  readonly derived: string[]
}

/** How a photo's files are deleted; without `removeFiles` the originals are moved to removed/. */
export function deletionsOf(
  { originals, derived }: PhotoFiles,
  removeFiles: boolean,
): IntentFiles[] {
  if (removeFiles) return [{ files: [...originals.map(originalKey), ...derived] }]
  return originals.map((original, index) => ({
    files: index === 0 ? derived : [],
    keep: { from: originalKey(original), to: removedKey(original) },
  }))
}
