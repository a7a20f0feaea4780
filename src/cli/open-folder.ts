import type { Config } from '../core/config/config.ts'
import { type FolderLock, lockFolder } from '../core/database/lock.ts'
import { schemaState } from '../core/database/schema-state.ts'
import { upgradeNote } from '../core/database/upgrade.ts'
import { logInfo, warn } from '../core/log.ts'
import { createServices, type ServiceOptions, type Services } from '../services.ts'
import { libraryAt, openLibrary } from '../storage/library.ts'
import { recoveryAdvice } from '../storage/recovery-advice.ts'
import { inDataFolder } from './examine-folder.ts'

/** Keep the lock as long as the services are used: once garbage-collected, it is released. */
export type OpenFolder = Services & { readonly lock: FolderLock }

type Options = Pick<ServiceOptions, 'address' | 'openMetrics' | 'certificateFault'> & {
  /** Upgrades an older database instead of doing so while it is opened. */
  upgradeFirst?: (databasePath: string) => Promise<void>
}

/**
 * Completes what a crash interrupted. @returns undefined if another process has the folder.
 * @throws Error with one line if the folder cannot be used.
 */
export async function openFolder(
  config: Config,
  options: Options = {},
): Promise<OpenFolder | undefined> {
  return inDataFolder(config.data, () => open(config, options))
}

async function open(config: Config, options: Options): Promise<OpenFolder | undefined> {
  // Before anything is created: the folder of a newer program stays as it is.
  const state = schemaState(libraryAt(config.data).databasePath)
  const library = openLibrary(config.data)
  const lock = lockFolder(library.lockPath)
  if (!lock) return undefined
  if (state === 'old') await options.upgradeFirst?.(library.databasePath)
  const services = createServices(config, library, {
    ...options,
    openBucket: await bucketFor(config),
  })
  if (services.store.upgrade) logInfo(upgradeNote(services.store.upgrade))
  const { epoch, intents } = services
  // An unfinished import of a replica may have been finished in the database that it was made of.
  const isOlderCopy = !epoch.isShared() || (!epoch.isSameFile() && intents.hasUnfinishedImports())
  await services.media.begin()
  const { changes, quarantined } = await intents.recover({ isOlderCopy })
  if (isOlderCopy) {
    const kept =
      services.media.kind === 'bucket'
        ? 'originals that it does not know stay in the bucket, and vitrine check lists them.'
        : `${movedAside(quarantined)}. ${recoveryAdvice(library)}`
    warn(
      `The database is not the one that was last used with the files in ${config.data}; it may be an older copy. Nothing is deleted: ${kept}`.trimEnd(),
    )
  } else if (changes > 0) {
    warn(
      `Cleaned up ${changes} unfinished ${changes === 1 ? 'change' : 'changes'} from the last run.`,
    )
  }
  if (services.media.isBucketUnused()) {
    logInfo(
      'The photos are still in the data folder. To move them to the bucket, run "vitrine media move --to bucket" with the same settings while this gallery is running.',
    )
  }
  // From here on, unfinished imports belong to this very file.
  if (epoch.isMissing() || !epoch.isSameFile()) await renewEpoch(services)
  await library.emptyTemporary()
  services.pages.writeSamples()
  await services.pages.noticeEdits()
  return { ...services, lock }
}

/** Loaded only with a bucket, as it takes memory and time to start. */
async function bucketFor(config: Config) {
  if (!config.media) return undefined
  return (await import('./open-media.ts')).openBucketFor(config)
}

const movedAside = (count: number): string =>
  count === 0
    ? 'originals that it does not know will be moved to quarantine/'
    : `${count} files of unfinished changes were moved to quarantine/`

/**
 * Renews the epoch, so that earlier copies of the database are recognised as older. On a full disk
 * the epoch stays the same.
 */
export const renewEpoch = ({ epoch }: Pick<Services, 'epoch'>): Promise<void> =>
  epoch.renew().catch(() => undefined)

/**
 * Renews the epoch again, so that copies made while the database was in use are recognised as
 * older.
 */
export async function closeFolder(folder: OpenFolder): Promise<void> {
  await renewEpoch(folder)
  folder.close()
  folder.lock.release()
}
