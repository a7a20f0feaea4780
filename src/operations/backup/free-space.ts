import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** Reserved for the snapshot of the database, in bytes. */
const marginBytes = 16 * 2 ** 20

/**
 * Files on the same file system are cloned or linked, which needs no space. Those of a bucket are
 * on no file system of this machine.
 * @throws Error with one line if files from another one do not fit.
 */
export async function requireSpace(
  files: readonly { readonly size: number }[],
  folder: string,
  from: string | undefined,
): Promise<void> {
  if (from !== undefined && statSync(folder).dev === statSync(from).dev) return
  const needed = files.reduce((sum, { size }) => sum + size, 0)
  const { bavail, bsize } = await statfs(folder)
  if (needed + marginBytes <= bavail * bsize || needed === 0) return
  throw new Error(
    `There is not enough space in ${folder}: ${formatBytes(needed)} and a reserve of ${formatBytes(marginBytes)} for the database are needed, and ${formatBytes(bavail * bsize)} are free. Nothing was changed.`,
  )
}

/** '12.3 GB'. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}
