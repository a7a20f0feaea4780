import { resolve } from 'node:path'
import { type Afterwards, restoreBackup } from '../backup/restore-backup.ts'
import { inWords } from '../backup/room.ts'
import { type Config, ConfigError } from '../config.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { examineFolder } from './examine-folder.ts'
import { progressOn } from './progress.ts'
import { count, permissionError } from './terminal.ts'

/** @returns 0, or 1 if something is missing from the backup. */
export async function restore(
  { data }: Config,
  { paths, at }: { paths: string[]; at: string | undefined },
): Promise<number> {
  const [path] = paths
  if (path === undefined || paths.length > 1) {
    throw new ConfigError('restore needs the folder of one backup; see vitrine --help.')
  }
  examineFolder(data)
  const progress = progressOn(process.stdout, 'Restoring')
  try {
    const folder = resolve(path)
    const { snapshot, faults, afterwards } = await restoreBackup({
      data,
      folder,
      at,
      onProgress: progress.show,
    })
    progress.clear()
    const { name, photos, bytes, hasSecret } = snapshot
    console.log(
      `Restored ${count(photos, 'photo')} (${inWords(bytes)}) from the snapshot ${name} to ${data}`,
    )
    console.log('Verified: the database, and the md5 of every file')
    for (const line of linesOf(afterwards, { hasSecret })) console.log(line)
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

function* linesOf(
  { hasOwner, hasGuests, drive }: Afterwards,
  { hasSecret }: { hasSecret: boolean },
): Generator<string> {
  if (!hasOwner) yield 'This gallery has no owner yet: the next start prints a setup link.'
  else if (hasGuests) {
    yield 'Everybody has to sign in again: you with your password, guests with a new link by e-mail.'
  } else yield 'You have to sign in again, with your password.'
  if (drive === 'connected') yield 'Google Drive stays connected.'
  if (drive !== 'lost') return
  const client = hasSecret
    ? ''
    : '; a client ID and secret that you had entered there are needed again too'
  yield `Google Drive has to be connected again on the account page${client}.`
}
