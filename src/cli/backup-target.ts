import { resolve } from 'node:path'
import { parseBucketAddress } from '../core/config/bucket-address.ts'
import type { Config } from '../core/config/config.ts'
import {
  backupBucket,
  isBucketAddress,
  missingAccess,
  placeProblem,
} from '../core/config/config-backup.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { ValueProblem } from '../core/config/config-values.ts'
import type { BackupStore } from '../operations/backup/backup-store.ts'
import {
  type OpenSavedCopies,
  type SavedCopies,
  savedCopiesIn,
  savedCopiesInStore,
} from '../operations/backup/saved-copy.ts'

/** The address of a bucket, or the path of a folder. */
export type BackupTarget = { readonly folder: string; readonly store?: BackupStore }

/**
 * The backup that a command names: a folder, or a bucket to which nothing is sent yet.
 * @throws ConfigError
 */
export async function backupTarget(config: Config, text: string): Promise<BackupTarget> {
  if (!isBucketAddress(text)) return { folder: resolve(text) }
  const folder = addressOf(text)
  const { backupEndpoint: endpoint, backupRegion: region, backupKeyId, backupSecret } = config
  const overlap = placeProblem(config, folder)
  if (overlap !== undefined) throw new ConfigError(`The backup in ${folder} ${overlap}.`)
  const problem = missingAccess(config)
  if (problem !== undefined) throw new ConfigError(problem)
  const { openBucket } = await import('../storage/bucket.ts')
  const { bucketStore } = await import('../operations/backup/stored/bucket-store.ts')
  const address = parseBucketAddress(folder)!
  const access = { endpoint, region, keyId: backupKeyId!, secret: backupSecret! }
  return { folder, store: bucketStore(openBucket({ address, ...access }), folder) }
}

/** Each backup is opened once, and a bucket listed once. */
export function savedCopiesFor(config: Config): OpenSavedCopies {
  const opened = new Map<string, Promise<SavedCopies>>()
  const open = async (text: string) => {
    const { folder, store } = await backupTarget(config, text)
    return store ? savedCopiesInStore(store) : savedCopiesIn(folder)
  }
  return (text) => {
    const known = opened.get(text) ?? open(text)
    opened.set(text, known)
    return known
  }
}

function addressOf(text: string): string {
  try {
    return backupBucket(text)
  } catch (error) {
    if (!(error instanceof ValueProblem)) throw error
    throw new ConfigError(`${text} ${error.message}.`)
  }
}
