import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** A file system, or a part of one, that is mounted somewhere. */
type Mount = {
  /** Such as '8:17'. */
  readonly device: string
  /** The folder of the file system that is mounted: not '/' for a bind mount or a subvolume. */
  readonly root: string
  readonly point: string
}

/** Where a path is mounted; undefined where Linux's /proc is not available. */
export function mountOf(path: string, mounts = readMounts()): Mount | undefined {
  let found: Mount | undefined
  // The last mount at a point hides the earlier ones.
  for (const mount of mounts) {
    const isAbove = isBelow(path, mount.point)
    if (isAbove && mount.point.length >= (found?.point.length ?? 0)) found = mount
  }
  return found
}

/** The same for one folder however it is reached, as realpath does not see through bind mounts. */
export function placeOnDisk(path: string, mounts = readMounts()): string | undefined {
  const mount = mountOf(path, mounts)
  return mount && `${mount.device}:${join(mount.root, path.slice(mount.point.length))}`
}

/** Whether a path is a folder or below it. */
export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(/[/\\]$/.test(folder) ? folder : folder + sep)

/** See proc_pid_mountinfo(5): id, parent, device, root, mount point, … */
function readMounts(): Mount[] {
  try {
    return parseMounts(readFileSync('/proc/self/mountinfo', 'utf8'))
  } catch {
    return []
  }
}

export const parseMounts = (text: string): Mount[] =>
  text.split('\n').flatMap((line) => {
    const [, , device, root, point] = line.split(' ')
    if (!device || !root || !point) return []
    return [{ device, root: unescaped(root), point: unescaped(point) }]
  })

/** The kernel writes blanks as \040. */
const unescaped = (text: string) =>
  text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
