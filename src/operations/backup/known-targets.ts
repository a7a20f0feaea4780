import { readFileSync, realpathSync } from 'node:fs'
import * as z from 'zod'
import { schema } from '../../contract/schema.ts'
import { makeFolder } from '../../core/database/folder-owner.ts'
import type { Library } from '../../storage/library.ts'
import { snapshotName } from './backup-folder.ts'
import { incompleteBackup, lastBackup } from './last-backup.ts'
import { isBelow } from './mounts.ts'
import { TargetError } from './target-error.ts'

const target = schema(() =>
  z.object({
    /** The folder's path as it was given, and with its links resolved. */
    folder: z.string(),
    realFolder: z.string(),
    /** Of the backup there; two disks can be mounted at one folder in turn. */
    id: z.string().optional(),
    /** The newest snapshot, '' before the first, and one that a backup was about to add to it. */
    newest: z.string(),
    planned: z.string().optional(),
    onSameDisk: z.boolean(),
    /** Where its disk was mounted; unknown on other systems than Linux. */
    mountPoint: z.string().optional(),
    /** Copies that a backup could not replace, or that a drill found damaged. */
    damaged: z.array(z.string()).optional(),
  }),
)

/** A folder into which this gallery was backed up. */
type Target = Readonly<z.infer<ReturnType<typeof target>>>

/** A folder as it is before a backup into it. */
export type TargetState = {
  readonly folder: string
  readonly realFolder: string
  /** Undefined if it is no backup folder, or not there. */
  readonly backup:
    | { readonly id: string | undefined; readonly newest: string | undefined }
    | undefined
  readonly onSameDisk: boolean
  readonly mountPoint: string | undefined
}

/** How many folders are remembered. */
const keptTargets = 20
/** How many damaged copies in each are. */
const keptDamaged = 1000

type Notes = Pick<
  Library,
  'backups' | 'backupTargetsPath' | 'lastBackupPath' | 'incompleteBackupPath' | 'writeDurably'
>

/** What earlier backups have noted, the oldest first. */
function knownTargets(library: Notes): readonly Target[] {
  try {
    return z.array(target()).parse(JSON.parse(readFileSync(library.backupTargetsPath, 'utf8')))
  } catch {
    // Versions before this file noted only the last ones.
    return [incompleteBackup(library), lastBackup(library)]
      .filter((note) => note !== undefined)
      .sort((one, other) => one.at - other.at)
      .map(({ folder, at, onSameDisk }) => ({
        folder,
        realFolder: withoutLinks(folder),
        newest: snapshotName(at),
        onSameDisk: onSameDisk !== undefined,
      }))
  }
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** What the owner has to know about a folder that has changed since the last backup. */
export type TargetChange = 'older' | 'newer' | undefined

/**
 * Compares a folder with what earlier backups into it have noted.
 * @throws TargetError with one line if its disk is not there, unless `isNew` says that this is meant.
 */
export function compareTarget(
  library: Notes,
  now: TargetState,
  {
    isNew,
    startOverAdvice = 'add --new-target',
    lastAt,
  }: { isNew: boolean; startOverAdvice?: string | undefined; lastAt?: number | undefined },
): TargetChange {
  if (isNew) return undefined
  const known = knownTargets(library).filter(
    ({ folder, realFolder }) => folder === now.folder || realFolder === now.realFolder,
  )
  const fault = known.length === 0 ? faultOfNoted(now, lastAt) : faultOf(known, now)
  if (fault !== undefined) {
    throw new TargetError(
      'missing',
      `${fault} Nothing was backed up. If a disk should be mounted there, mount it and try again. If this is the right folder, ${startOverAdvice}.`,
    )
  }
  if (known.length === 0) return undefined
  const own = known.findLast(({ id }) => id === now.backup?.id) ?? known.at(-1)!
  const newest = now.backup?.newest
  if (newest === undefined || own.id !== now.backup?.id) return undefined
  if (newest < own.newest) return 'older'
  return newest > (own.planned ?? own.newest) ? 'newer' : undefined
}

function faultOf(known: readonly Target[], now: TargetState): string | undefined {
  const last = known.at(-1)!
  const at = dateOf(last.newest || (last.planned ?? ''))
  // A first backup that was interrupted has left no snapshot that could be missing.
  const finished = known.findLast(({ newest }) => newest !== '')
  if (finished && now.backup === undefined) {
    return `The backup that was made in ${now.folder} on ${dateOf(finished.newest)} is not there.`
  }
  const isFirst = known.findLast(({ id }) => id === now.backup?.id)?.newest === ''
  if (finished && !isFirst && now.backup?.newest === undefined) {
    return `${now.folder} has no snapshot any more, although one was made there on ${dateOf(finished.newest)}.`
  }
  const { mountPoint } = last
  if (mountPoint !== undefined && now.mountPoint !== undefined) {
    // The folder is where it was, but the mount is one further up.
    const isUnmounted = mountPoint !== now.mountPoint && isBelow(mountPoint, now.mountPoint)
    if (isUnmounted && isBelow(now.realFolder, mountPoint)) {
      return `Nothing is mounted at ${mountPoint}, where the disk with the backup of ${at} was.`
    }
  }
  if (now.onSameDisk && !last.onSameDisk) {
    return `${now.folder} is on the same disk as the gallery now, although the backup of ${at} was on another one.`
  }
  return undefined
}

/** The notes of earlier backups are lost, but the caller knows of one. */
function faultOfNoted(now: TargetState, lastAt: number | undefined): string | undefined {
  if (lastAt === undefined || now.backup?.newest !== undefined) return undefined
  return `The backup that was made in ${now.folder} on ${dateOf(snapshotName(lastAt))} is not there.`
}

const dateOf = (snapshot: string) => snapshot.slice(0, 10)

/** To be called before a snapshot is added, and again with `isDone` when it counts. */
export async function noteTarget(
  library: Notes,
  { folder, realFolder, backup, onSameDisk, mountPoint }: TargetState,
  name: string,
  isDone: boolean,
): Promise<void> {
  const known = knownTargets(library)
  const isSame = isOf({ folder, backup })
  const same = known.find(isSame)
  const noted: Target = {
    folder,
    realFolder,
    ...(backup?.id !== undefined && { id: backup.id }),
    newest: isDone ? name : (same?.newest ?? backup?.newest ?? ''),
    ...(!isDone && { planned: name }),
    onSameDisk,
    ...(mountPoint !== undefined && { mountPoint }),
    ...(same?.damaged && { damaged: same.damaged }),
  }
  const others = known.filter((one) => !isSame(one) && !(one.folder === folder && !one.id))
  await write(library, [...others, noted].slice(-keptTargets))
}

/** The damaged copies there of which the last backup knew: every backup reads them again. */
export function damagedIn(
  library: Notes,
  target: Pick<TargetState, 'folder' | 'backup'>,
): ReadonlySet<string> {
  return new Set(knownTargets(library).find(isOf(target))?.damaged)
}

/** Of a target that has been noted. */
export async function noteDamaged(
  library: Notes,
  target: Pick<TargetState, 'folder' | 'backup'>,
  paths: readonly string[],
): Promise<void> {
  const known = knownTargets(library)
  const before = known.find(isOf(target))
  if (!before || (before.damaged === undefined && paths.length === 0)) return
  const { damaged: _, ...others } = before
  const noted = paths.length > 0 ? { ...others, damaged: paths.slice(0, keptDamaged) } : others
  await write(
    library,
    known.map((each) => (each === before ? noted : each)),
  )
}

const isOf =
  ({ folder, backup }: Pick<TargetState, 'folder' | 'backup'>) =>
  (one: Target): boolean =>
    one.folder === folder && one.id === backup?.id

async function write(library: Notes, targets: readonly Target[]): Promise<void> {
  await makeFolder(library.backups)
  const text = `${JSON.stringify(targets)}\n`
  await library.writeDurably(library.backupTargetsPath, new TextEncoder().encode(text))
}
