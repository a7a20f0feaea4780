import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { md5Of } from '../../../images/md5.ts'
import type { BackupStore, StoredFile } from '../backup-store.ts'
import { fileAt } from '../file-at.ts'
import { WrongContent } from '../place-file.ts'
import { hasItsTurn } from '../verify-copies.ts'

/** What describes a snapshot. It counts only once the last of them is there. */
export const manifestFile = 'manifest.md5'
export const infoFile = 'snapshot.json'

const fileOfSnapshot = /^snapshots\/([^/]+)\/(.+)$/

/** The files of each snapshot in a store, by its name; also of incomplete ones. */
export function snapshotsIn(paths: Iterable<string>): Map<string, string[]> {
  const snapshots = new Map<string, string[]>()
  for (const path of paths) {
    const [, name, file] = fileOfSnapshot.exec(path) ?? []
    if (name === undefined || file === undefined) continue
    const others = snapshots.get(name)
    if (others) others.push(file)
    else snapshots.set(name, [file])
  }
  return snapshots
}

/** Whether all of the snapshot is there, of which these are the files. */
export const isComplete = (files: readonly string[]): boolean => files.includes(infoFile)

type Parts = {
  readonly store: BackupStore
  readonly files: ReadonlyMap<string, StoredFile>
  /** The folder of the descriptions. */
  readonly root: string
  /** In ms. */
  readonly now: number
}

/**
 * Brings the descriptions of all complete snapshots to a folder, and removes others from it. What is
 * there already and has not changed is not fetched again, unless it has its turn to be read. A
 * damaged one is left out, and is then reported as missing.
 */
export async function fetchDescriptions({ store, files, root, now }: Parts): Promise<void> {
  const folder = join(root, 'snapshots')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const snapshots = [...snapshotsIn(files.keys())].filter(([, names]) => isComplete(names))
  const complete = new Set(snapshots.map(([name]) => name))
  for (const name of readdirSync(folder)) {
    if (!complete.has(name)) await rm(join(folder, name), { recursive: true })
  }
  for (const name of complete) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    for (const file of [infoFile, manifestFile]) {
      const path = `snapshots/${name}/${file}`
      const stored = files.get(path)
      const target = join(root, path)
      if (stored && (await isUnchanged(target, stored, now))) continue
      await rm(target, { force: true })
      if (stored) await fetchWhole(store, path, target)
    }
  }
}

async function isUnchanged(file: string, stored: StoredFile, now: number): Promise<boolean> {
  if (fileAt(file)?.size !== stored.size || hasItsTurn(stored.path, now)) return false
  return stored.md5 === undefined || stored.md5 === (await md5Of(file))
}

/** Leaves nothing if the file is damaged or missing. */
async function fetchWhole(store: BackupStore, path: string, target: string): Promise<void> {
  const staging = `${target}.new`
  await rm(staging, { force: true })
  try {
    if (await store.fetch(path, staging)) await rename(staging, target)
  } catch (error) {
    if (!(error instanceof WrongContent)) throw error
  }
}

/**
 * Brings the other files of a snapshot to the folder, such as its database. @returns what removes
 * them again.
 */
export async function fetchSnapshot(
  name: string,
  { store, files, root }: Omit<Parts, 'now'>,
): Promise<AsyncDisposable> {
  const fetched: string[] = []
  const dispose = async () => {
    for (const path of fetched) await rm(path, { force: true })
  }
  try {
    for (const file of snapshotsIn(files.keys()).get(name) ?? []) {
      const path = `snapshots/${name}/${file}`
      const target = join(root, path)
      if (existsSync(target) && [infoFile, manifestFile].includes(file)) continue
      await rm(target, { force: true })
      await mkdir(join(target, '..'), { recursive: true, mode: 0o700 })
      fetched.push(target)
      await fetchWhole(store, path, target)
    }
  } catch (error) {
    await dispose()
    throw error
  }
  return { [Symbol.asyncDispose]: dispose }
}
