import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** What a gallery's folder has from its first start on. */
const own = ['vitrine.db', 'originals', 'renditions']
/** System folders and home folders, where changing all files would do harm. */
const shared =
  /^(\/|[A-Z]:\\?|\/(bin|boot|dev|etc|home|lib\w*|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|Library|System|Volumes)|\/(home|Users|var|usr|run|opt|private)\/[^/]+)$/

/**
 * Whether this is certainly the folder of a gallery and of nothing else, so that a command that
 * changes everything in it can be suggested. A folder that cannot be read may be anything.
 */
export function isGalleryFolder(root: string): boolean {
  if (shared.test(resolve(root))) return false
  try {
    const names = new Set(readdirSync(root))
    return own.every((name) => names.has(name))
  } catch {
    return false
  }
}
