import { resolve } from 'node:path'
import { restoreBackup } from '../backup/restore-backup.ts'
import { inWords } from '../backup/room.ts'
import { type Config, ConfigError } from '../config.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { warn } from '../log.ts'
import { readSecretKeyFile } from '../secret-key.ts'
import { examineFolder } from './examine-folder.ts'
import { progressOn } from './progress.ts'
import { count, permissionError } from './terminal.ts'

/** @returns 0, or 1 if something is missing from the backup. */
export async function restore(
  { data, secretKeyFile }: Config,
  { paths, at }: { paths: string[]; at: string | undefined },
): Promise<number> {
  const [path] = paths
  if (path === undefined || paths.length > 1) {
    throw new ConfigError('restore needs the folder of one backup; see vitrine --help.')
  }
  examineFolder(data)
  const secretKey = secretKeyFile === undefined ? undefined : readSecretKeyFile(secretKeyFile, warn)
  const progress = progressOn(process.stdout, 'Restoring')
  try {
    const folder = resolve(path)
    const { snapshot, hasItsKey, faults } = await restoreBackup({
      data,
      folder,
      at,
      secretKey,
      onProgress: progress.show,
    })
    progress.clear()
    const { name, photos, bytes, hasSecret } = snapshot
    console.log(`Restored ${count(photos, 'photo')} (${inWords(bytes)}) from the snapshot ${name}`)
    console.log('Verified: the database, and the md5 of every file')
    console.log(
      'Everybody has to sign in again: you with your password, guests with a new link by e-mail.',
    )
    if (hasSecret && !hasItsKey) {
      console.log(`The key in ${secretKeyFile} is not the one in the backup.`)
    }
    console.log(
      hasItsKey
        ? 'Google Drive stays connected.'
        : 'If Google Drive was connected, connect it again on the account page; a client ID and secret that you had entered there are needed again too.',
    )
    for (const fault of faults) console.error(`vitrine: ${fault}`)
    return faults.length > 0 ? 1 : 0
  } catch (error) {
    progress.clear()
    if (isDiskFull(error)) {
      throw new Error(`${data} is full: free some space there, and run the restore again.`)
    }
    throw permissionError(error) ?? error
  }
}
