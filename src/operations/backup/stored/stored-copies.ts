import { rm, stat } from 'node:fs/promises'
import { md5Of } from '../../../images/md5.ts'
import type { BackupStore, StoredFile } from '../backup-store.ts'
import { type Copies, type CopyWriter, sharedFolders, withCopy } from '../copies.ts'
import { type PlacedSource, WrongContent } from '../place-file.ts'

type Parts = {
  readonly store: BackupStore
  /** What the store contains, by path; kept up to date by all methods. */
  readonly files: Map<string, StoredFile>
  /** Makes the path of a temporary file. */
  readonly scratch: () => string
}

/** The copies of a backup in a store. */
export function storedCopies(parts: Parts): Copies {
  const { store, files, scratch } = parts
  const fetchTo = (path: string) => async (target: string) => {
    if (!(await store.fetch(path, target))) throw new WrongContent(path)
  }
  return {
    nameOf: (path) => `${store.name}/${path}`,
    find: (path) => files.get(path),
    findOwn: (path) => files.get(path),
    md5Of: async (path) =>
      files.get(path)?.md5 ?? (await withCopy(fetchTo(path), scratch(), (copy) => md5Of(copy))),
    isWhole: (path, md5) => isWhole(path, md5, parts),
    source: fetchTo,
    duplicate: fetchTo,
    writer: () => storeWriter(parts),
    shared: async () => [...files.keys()].filter(isShared),
    removeShared: async (paths) => {
      for (const path of paths) {
        await store.remove(path)
        files.delete(path)
      }
    },
  }
}

const isShared = (path: string): boolean =>
  sharedFolders.some((folder) => path.startsWith(`${folder}/`))

async function isWhole(path: string, md5: string, { store, scratch }: Parts): Promise<boolean> {
  const target = scratch()
  try {
    return await store.fetch(path, target, { md5 })
  } catch (error) {
    if (error instanceof WrongContent) return false
    throw error
  } finally {
    await rm(target, { force: true })
  }
}

/** Stores a file of this machine under a path that is free. */
export async function putFile(store: BackupStore, path: string, file: string): Promise<StoredFile> {
  const facts = await factsOf(file)
  await store.put(path, file, facts)
  return { path, ...facts }
}

async function factsOf(file: string): Promise<{ size: number; md5: string }> {
  const { size } = await stat(file)
  return { size, md5: await md5Of(file) }
}

/** Uploads are durable as soon as the service has confirmed them. */
function storeWriter({ store, files, scratch }: Parts): CopyWriter {
  const upload = async (path: string, file: string, expected: string | undefined) => {
    const facts = await factsOf(file)
    if (expected !== undefined && facts.md5 !== expected) throw new WrongContent(path)
    // Only a damaged copy is in its way, or an older picture of a camera.
    if (files.has(path)) await store.remove(path)
    files.delete(path)
    await store.put(path, file, facts)
    files.set(path, { path, ...facts })
    return { md5: facts.md5, bytes: facts.size, method: 'uploaded' as const }
  }
  return {
    place: (source: PlacedSource, path, expected) =>
      withCopy(source, scratch(), (file) => upload(path, file, expected)),
    sync: () => Promise.resolve(),
  }
}
