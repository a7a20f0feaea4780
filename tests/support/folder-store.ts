// A store for backups whose objects are files in a folder, which a test can read and damage.
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { md5Of } from '../../src/images/md5.ts'
import type { BackupStore } from '../../src/operations/backup/backup-store.ts'
import { WrongContent } from '../../src/operations/backup/place-file.ts'

export function folderStore(root: string): BackupStore {
  return {
    name: root,
    list: async function* (prefix) {
      for (const path of await filesIn(root)) {
        if (!path.startsWith(prefix)) continue
        const { size } = await stat(join(root, path))
        yield { path, size, md5: await md5Of(join(root, path)) }
      }
    },
    put: async (path, source, { size, md5 }) => {
      if ((await stat(source)).size !== size) throw new WrongContent(`${path} has another size`)
      if ((await md5Of(source)) !== md5) throw new WrongContent(`${path} has another md5`)
      const target = join(root, path)
      await mkdir(dirname(target), { recursive: true })
      await copyFile(source, target, constants.COPYFILE_EXCL)
    },
    fetch: async (path, target, expected) => {
      const source = join(root, path)
      if (!(await isFile(source))) return false
      if (expected && (await md5Of(source)) !== expected.md5) {
        throw new WrongContent(`${path} has another md5`)
      }
      await copyFile(source, target, constants.COPYFILE_EXCL)
      return true
    },
    remove: (path) => rm(join(root, path), { force: true }),
  }
}

/** Their paths below the folder, with slashes. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/'),
  )
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
