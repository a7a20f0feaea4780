import { countOf } from '../contract/text/counts.ts'
import type { Config } from '../core/config/config.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { warn } from '../core/log.ts'
import { readSecretKeyFile } from '../core/secret-key.ts'
import { shellWord } from '../core/shell-word.ts'
import { formatBytes } from '../operations/backup/free-space.ts'
import { restoreBackup } from '../operations/backup/restore-backup.ts'
import type { Afterwards } from '../operations/backup/restored-database.ts'
import { backupTarget } from './backup-target.ts'
import { bucketFilesFor } from './bucket-files.ts'
import { examineFolder } from './examine-folder.ts'
import { explainCopyErrors } from './explain-copy-errors.ts'
import { noPermissions } from './permissions-warning.ts'
import { progressOn } from './progress.ts'
import { print, printProblem } from './terminal.ts'

/** @returns 0, or 1 if something is missing from the backup. */
export async function restore(
  config: Config,
  { paths, at, isTakingOver }: { paths: string[]; at: string | undefined; isTakingOver: boolean },
): Promise<number> {
  const [path] = paths
  if (path === undefined || paths.length > 1) {
    throw new ConfigError('restore needs the folder or bucket of one backup; see vitrine --help.')
  }
  const { data, secretKeyFile } = config
  examineFolder(data)
  const secretKey = secretKeyFile === undefined ? undefined : readSecretKeyFile(secretKeyFile, warn)
  const progress = progressOn(process.stdout, 'Restoring')
  try {
    const { folder, store } = await backupTarget(config, path)
    const full = `${data} is full: free some space there, and run the restore again, which continues.`
    const again = 'Run the restore again, which continues.'
    const report = await explainCopyErrors({ data, backup: folder, full, again }, () =>
      restoreBackup({
        data,
        folder,
        store,
        at,
        secretKey,
        isTakingOver,
        onProgress: progress.show,
        openBucket: bucketFilesFor(config),
      }),
    )
    progress.clear()
    const { snapshot, restored, hasItsKey, faults, afterwards, bucket } = report
    const { name, photos, bytes, hasSecret } = snapshot
    const what = faults.length === 0 ? 'Restored' : 'Restored, but not completely:'
    print(
      `${what} ${countOf(photos, 'photo')} (${formatBytes(bytes)}) from the snapshot ${name} to ${data}`,
    )
    print(`Verified: the database, and the md5 of ${verified(restored, faults.length)}`)
    if (bucket) {
      print(
        `The photos are in ${bucket.name}: ${countOf(bucket.uploaded, 'file')} uploaded, ${bucket.present} already there`,
      )
    }
    if (report.isOpenToOthers) printProblem(noPermissions(data))
    if (hasSecret && !hasItsKey) {
      print(`The key in ${secretKeyFile} is not the one in the backup.`)
    }
    for (const line of linesOf(afterwards, { hasSecret, hasItsKey })) print(line)
    for (const fault of faults) printProblem(fault)
    if (report.isBackupDamaged) {
      printProblem(adviceFor({ folder, data, home: bucket?.name ?? data }))
    }
    return faults.length > 0 ? 1 : 0
  } finally {
    progress.clear()
  }
}

type Places = { readonly folder: string; readonly data: string; readonly home: string }

const adviceFor = ({ folder, data, home }: Places): string =>
  `If you have another backup of this gallery, "vitrine check --repair --from FOLDER --data ${shellWord(data)}" puts the originals back from there; copy other files to the same paths in ${home}. If the gallery that it came from still runs, run "vitrine backup ${shellWord(folder)} --verify" there, which replaces them in the backup, and restore into another empty folder. Otherwise upload or import the photos again: "vitrine check" names them, and each gets its original back.`

const verified = (restored: number, lost: number): string =>
  lost === 0
    ? 'every file'
    : `${restored} of ${countOf(restored + lost, 'file')}; the rest could not be restored`
function* linesOf(
  afterwards: Afterwards,
  keys: { hasSecret: boolean; hasItsKey: boolean },
): Generator<string> {
  const { hasOwner, hasGuests, backupFolders, needsSecrets } = afterwards
  if (!hasOwner) yield 'This gallery has no owner yet: the next start prints a setup link.'
  else if (hasGuests) {
    yield 'Everyone has to sign in again: you with your password, guests with a new link by e-mail.'
  } else yield 'You have to sign in again, with your password.'
  if (backupFolders.length > 0) {
    const folders = new Intl.ListFormat('en').format(backupFolders)
    yield `Backups into ${folders} are off until you press "Back up here again" in Account → Safety, because the first gallery may still use ${backupFolders.length === 1 ? 'this folder' : 'these folders'}.`
  }
  if (needsSecrets && !keys.hasSecret) {
    yield 'The secrets and tokens of webhooks, ntfy and Gotify are in no backup: enter them again in Account → Safety.'
  }
  const drive = driveLine(afterwards, keys)
  if (drive !== undefined) yield drive
}

function driveLine(
  { drive }: Afterwards,
  { hasSecret, hasItsKey }: { hasSecret: boolean; hasItsKey: boolean },
): string | undefined {
  if (drive === 'never connected') return undefined
  if (drive === 'connected' && hasItsKey) return 'Google Drive stays connected.'
  const client =
    hasSecret && hasItsKey
      ? ''
      : '; a client ID and secret that you had entered there are needed again too'
  return `Google Drive has to be connected again on the account page${client}.`
}
