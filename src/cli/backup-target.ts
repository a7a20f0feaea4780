import { existsSync, readFileSync } from 'node:fs'
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
import type { StoreAccess } from '../operations/backup/backup-store.ts'
import {
  type OpenSavedCopies,
  type SavedCopies,
  savedCopiesIn,
  savedCopiesInStore,
} from '../operations/backup/saved-copy.ts'
import { libraryAt } from '../storage/library.ts'

/** The address of a bucket, or the path of a folder. */
export type BackupTarget = { readonly folder: string; readonly store?: StoreAccess }

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
  const store = bucketStore(openBucket({ address, ...access }), folder)
  return { folder, store: { store, key: await backupKeyOf(config) } }
}

/** @throws ConfigError if it is no key. */
async function backupKeyOf({ data, backupKey }: Config): Promise<string | undefined> {
  const path = libraryAt(data).backupKeyPath
  const text = backupKey ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
  if (text === undefined) return undefined
  const { parseBackupKey } = await import('../operations/backup/sealed/backup-key.ts')
  try {
    return await parseBackupKey(text)
  } catch (error) {
    const source = backupKey === undefined ? path : 'VITRINE_BACKUP_KEY (or the file it names)'
    throw new ConfigError(`${source}: ${(error as Error).message}`)
  }
}

/** Each backup is opened once, and a bucket listed once. */
export function savedCopiesFor(config: Config): OpenSavedCopies {
  const opened = new Map<string, Promise<SavedCopies>>()
  const open = async (text: string) => {
    const { folder, store } = await backupTarget(config, text)
    return store
      ? savedCopiesInStore(store, libraryAt(config.data).temporary)
      : savedCopiesIn(folder)
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
