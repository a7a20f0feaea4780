import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { shellWord } from '../../core/shell-word.ts'

/**
 * A warning if the data folder would be lost with the container: it is in the container's own file
 * system instead of a mounted volume. Undefined elsewhere.
 */
export function volumeWarning(
  folder: string,
  isContainer = inContainer(),
  mounts = readMounts(),
): string | undefined {
  if (!isContainer || mounts === undefined || isOnVolume(folder, mounts)) return undefined
  return `Warning: ${folder} is not a volume, so all photos are lost when the container is removed. Mount one there, for example with: --volume ${shellWord(`vitrine:${folder}`)}. If this is intended, turn this warning off with --volume-warning false (VITRINE_VOLUME_WARNING).`
}

/** Docker and Podman leave a file, Kubernetes and others a variable; process 1 is a container's. */
export function inContainer(): boolean {
  if (process.platform !== 'linux') return false
  const { container, KUBERNETES_SERVICE_HOST } = process.env
  return (
    Boolean(container || KUBERNETES_SERVICE_HOST) ||
    process.pid === 1 ||
    existsSync('/.dockerenv') ||
    existsSync('/run/.containerenv')
  )
}

/** Mounted anywhere below the root, as /data or as a parent of it. */
function isOnVolume(folder: string, mounts: string): boolean {
  const path = existsSync(folder) ? realpathSync(folder) : folder
  return mounts
    .split('\n')
    .map((line) => unescaped(line.split(' ')[4] ?? '/'))
    .some((point) => point !== '/' && (path === point || path.startsWith(`${point}/`)))
}

/** The kernel writes blanks in mountinfo as \040. */
const unescaped = (text: string) =>
  text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

function readMounts(): string | undefined {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return undefined
  }
}
