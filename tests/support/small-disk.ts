import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './executable.ts'
import type { Need } from './needs.ts'

const mounted: string[] = []

/** Mounts a file system in memory. The default size has 20 MB for the unpacked image library. */
export function mountSmall(folder: string, size = '48m'): boolean {
  if (process.platform !== 'linux') return false
  const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]
  const { exitCode } = Bun.spawnSync(['mount', ...options])
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

/** Leaves this many bytes free, as far as a file can. */
export function fillUp(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const size = Math.max(0, bavail * bsize - bytes)
  writeFileSync(join(folder, `filler-${crypto.randomUUID()}`), Buffer.alloc(size))
}

export function freeUp(folder: string): void {
  for (const name of new Bun.Glob('filler-*').scanSync(folder)) rmSync(join(folder, name))
}

/** Makes a folder available at another path too. */
export function bindMount(source: string, point: string): void {
  const { exitCode, stderr } = Bun.spawnSync(['mount', '--bind', source, point])
  if (exitCode !== 0) throw new Error(stderr.toString())
  mounted.push(point)
}

export function unmount(point: string): void {
  mounted.splice(mounted.indexOf(point), 1)
  Bun.spawnSync(['umount', '-l', point])
}
