import type { Job } from '../../contract/imports/jobs.ts'
import { AppError } from '../../core/errors.ts'

/** The refusal of what would stop or mix up a running import; `details.import` has its id. */
export const importIsRunning = ({ id, folder }: Job): AppError =>
  new AppError(
    409,
    `${folder === null ? 'an import' : `the import from “${folder}”`} is running; wait until it has ended, or cancel it`,
    { import: { id, folder } },
  )

/** What a new connection may do with an import that is running. */
export type RunningImport = {
  readonly isLive: () => boolean
  readonly stop: () => Promise<void>
}
