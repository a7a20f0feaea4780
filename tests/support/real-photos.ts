import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Glob } from 'bun'
import type { Need } from './needs.ts'

const folder = resolve(import.meta.dir, '../../../shared/photos')

/** Whether the folder of real camera files exists; tests that need it are skipped otherwise. */
export const hasRealPhotos = existsSync(folder)

export const needsRealPhotos: Need = {
  isMet: hasRealPhotos,
  otherwise: 'the real camera files are missing',
}

/** The real camera files whose path matches, in order; none if there is no such folder. */
export function realPhotos(pattern = '*/*.{jpg,jpeg}'): string[] {
  if (!hasRealPhotos) return []
  return [...new Glob(pattern).scanSync({ cwd: folder, absolute: true })].sort()
}

export async function readBytes(path: string): Promise<Uint8Array> {
  return new Uint8Array(await Bun.file(path).arrayBuffer())
}
