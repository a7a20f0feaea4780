import { temporaryFolder } from './executable.ts'
import type { Need } from './needs.ts'

const mounted: string[] = []

/** Mounts a file system of 48 MB in memory: 20 MB are for the unpacked image library. */
export function mountSmall(folder: string): boolean {
  if (process.platform !== 'linux') return false
  const { exitCode } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder])
  if (exitCode === 0) mounted.push(folder)
  return exitCode === 0
}

export function unmountAll(): void {
  for (const folder of mounted.splice(0)) Bun.spawnSync(['umount', '-l', folder])
}

export const needsMount: Need = {
  isMet: mountSmall(temporaryFolder()),
  otherwise: 'mounting a tmpfs is not permitted',
}
