import type { Config } from '../config.ts'
import { type FolderLock, lockFolder } from '../database/lock.ts'
import { openLibrary } from '../images/library.ts'
import { warn } from '../log.ts'
import { createServices, type Services } from '../services.ts'

/** Services and lock must be kept equally long. */
export type OpenFolder = Services & { readonly lock: FolderLock }

/** Completes what a crash interrupted. @returns undefined if another process has the folder. */
export async function openFolder(
  config: Config,
  options: { address?: () => string } = {},
): Promise<OpenFolder | undefined> {
  const library = openLibrary(config.data)
  const lock = lockFolder(library.lockPath)
  if (!lock) return undefined
  const services = createServices(config, library, options)
  const finished = await services.intents.recover()
  if (finished > 0) {
    warn(
      `Cleaned up ${finished} unfinished ${finished === 1 ? 'change' : 'changes'} from the last run.`,
    )
  }
  await library.emptyTemporary()
  services.pages.writeSamples()
  await services.pages.noticeEdits()
  return { ...services, lock }
}
