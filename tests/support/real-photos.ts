import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Glob } from 'bun'

const folder = resolve(import.meta.dir, '../../../shared/photos')

/** Whether the folder of real camera files is there; tests that need it skip when it is not. */
export const hasRealPhotos = existsSync(folder)

/** The real camera files whose path matches, in order; none where there is no such folder. */
export function realPhotos(pattern = '*/*.{jpg,jpeg}'): string[] {
  if (!hasRealPhotos) return []
  return [...new Glob(pattern).scanSync({ cwd: folder, absolute: true })].sort()
}

export async function readBytes(path: string): Promise<Uint8Array> {
  return new Uint8Array(await Bun.file(path).arrayBuffer())
}
