import { rm } from 'node:fs/promises'
import type { BackupStore } from '../backup-store.ts'
import { WrongContent } from '../place-file.ts'
import { createSealedFiles, sizeFromSealed } from './sealed-file.ts'
import { createSealedNames, sealedFolder } from './sealed-names.ts'

/**
 * A store whose files and their paths are encrypted in the folder sealed/ of another store, which
 * may have other files too. `key` comes from createBackupKey or parseBackupKey; `scratch` returns
 * the path of a file that does not exist yet, in which encrypted content is put for a while.
 *
 * Listing skips what is not of this key: a file whose name was damaged or made with another key
 * does not exist, so a backup stores it anew and a check reports it as missing. The size of a file
 * that was cut is less than it should be, and may be below 0. No md5 is known.
 *
 * Encrypting a file twice results in different bytes, so the other store cannot tell that a file
 * that is there already has the same content.
 */
export function sealStore(inner: BackupStore, key: string, scratch: () => string): BackupStore {
  let names: ReturnType<typeof createSealedNames> | undefined
  let files: ReturnType<typeof createSealedFiles> | undefined
  const nameOf = async (path: string) => {
    names ??= createSealedNames(key)
    return (await names).nameOf(path)
  }
  const sealedFiles = () => {
    files ??= createSealedFiles(key)
    return files
  }

  return {
    name: inner.name,
    list: async function* (prefix) {
      names ??= createSealedNames(key)
      const { pathOf } = await names
      for await (const { path: name, size } of inner.list(sealedFolder)) {
        const path = pathOf(name)
        if (!path?.startsWith(prefix)) continue
        yield { path, size: sizeFromSealed(path, size), md5: undefined }
      }
    },
    put: async (path, source, expected) => {
      const sealed = scratch()
      try {
        const facts = await (await sealedFiles()).seal(path, source, sealed, expected)
        await inner.put(await nameOf(path), sealed, facts)
      } finally {
        await rm(sealed, { force: true })
      }
    },
    fetch: async (path, target, expected) => {
      const sealed = scratch()
      try {
        if (!(await inner.fetch(await nameOf(path), sealed))) return false
        const { md5 } = await (await sealedFiles()).open(path, sealed, target)
        if (expected === undefined || md5 === expected.md5) return true
        await rm(target, { force: true })
        throw new WrongContent(`${path} is not as expected`)
      } finally {
        await rm(sealed, { force: true })
      }
    },
    remove: async (path) => inner.remove(await nameOf(path)),
  }
}
