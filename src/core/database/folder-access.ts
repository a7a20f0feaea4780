import { readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { shellWord } from '../shell-word.ts'

/** What a person can do about a data folder that cannot be used. */
export const otherDataFolder = 'choose another folder with --data'

/**
 * Who may not use `path` in the folder `root`, who may, and what to do, in one line. `other` says
 * how to choose another folder.
 */
export function noAccess(path: string, root: string, other = otherDataFolder): string {
  const user = process.geteuid?.()
  const [known, owner] = nearestOwner(path)
  if (root.startsWith(join(known, '/')) && isMissing(root)) {
    return `${root} does not exist, and user ${user} may not create it in ${known}. Create it and make that user its owner, or ${other}.`
  }
  const isGallery = isGalleryFolder(root)
  if (owner === user) {
    // Suggests changing everything in a folder only if it is certainly Vitrine's.
    const how = isGallery ? `-R u+rwX ${shellWord(root)}` : `u+rwX ${shellWord(known)}`
    return `${known} is not readable and writable for user ${user}, who runs Vitrine. Allow it, for example with: chmod ${how}`
  }
  const refusal = `${known} belongs to user ${owner}, but Vitrine runs as user ${user} and may not read and write it.`
  // The files of a backup can be links of the gallery's own, whose owner would change as well.
  return isGallery && other === otherDataFolder
    ? `${refusal} Run Vitrine as user ${owner}, or change the owner: chown -R ${user} ${shellWord(root)}`
    : `${refusal} Run ${other === otherDataFolder ? 'Vitrine' : 'the command'} as user ${owner}, or ${other}.`
}

/** The owner of the path itself, or of the folder that hides it. */
function nearestOwner(path: string): [path: string, owner: number | undefined] {
  for (let known = path; ; known = dirname(known)) {
    try {
      return [known, statSync(known).uid]
    } catch {
      if (known === dirname(known)) return [path, undefined]
    }
  }
}

function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** What a gallery's folder has from its first start on. */
const own = ['vitrine.db', 'originals', 'renditions']
/** System folders and home folders, where changing all files would do harm. */
const shared =
  /^(\/|[A-Z]:\\?|\/(bin|boot|dev|etc|home|lib\w*|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|Library|System|Volumes)|\/(home|Users|var|usr|run|opt|private)\/[^/]+)$/

/**
 * Whether this is certainly the folder of a gallery and of nothing else, so that a command that
 * changes everything in it can be suggested. A folder that cannot be read may be anything.
 */
function isGalleryFolder(root: string): boolean {
  if (shared.test(resolve(root))) return false
  try {
    const names = new Set(readdirSync(root))
    return own.every((name) => names.has(name))
  } catch {
    return false
  }
}
