import type { Clock, Pause } from '../../core/clock.ts'
import type { Config } from '../../core/config/config.ts'
import type { Store } from '../../core/database/open.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import type { MailQueue } from '../../people/mail/queue.ts'
import type { Owner } from '../../people/owner/owner.ts'
import type { Incoming } from '../intake/incoming.ts'
import type { Ingest } from '../intake/ingest.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Runner } from '../jobs/runner.ts'
import type { NoteImport } from '../note-import.ts'
import { createClientChoice } from './client-choice.ts'
import { createConnection } from './connection.ts'
import { createConnectionLostNotice } from './connection-lost-notice.ts'
import { createDrive } from './drive.ts'
import { driveFailures } from './failures.ts'
import { createFolder } from './folder.ts'
import { createDriveImport } from './import.ts'
import { createFileImport } from './import-file.ts'
import { driveImport } from './import-jobs.ts'
import { createDriveSources } from './source-driver.ts'
import { driveStore } from './store.ts'

/** Google Drive: the import from its folder, which is a job, and the driver that follows folders. */
export function createGoogle(parts: {
  store: Store
  config: Config
  secretKey: SecretKey
  clock: Clock
  pause: Pause
  /** Where visitors find the site. */
  address: () => string
  ingest: Ingest
  incoming: Incoming
  noteImport: NoteImport
  runner: Runner
  jobs: Jobs
  mail: MailQueue
  owner: Pick<Owner, 'siteName'>
}) {
  const { store, config, secretKey, address, runner } = parts
  const rows = driveStore(store)
  const failures = driveFailures(store, config.maxUpload)
  const client = createClientChoice({ rows, secretKey, configured: config })
  const connection = createConnection({
    ...parts,
    rows,
    settings: client.settings,
    callbackUrl: () => `${address()}/api/drive/callback`,
    lostNotice: createConnectionLostNotice({ ...parts, rows }),
  })
  const folder = createFolder({ store, rows, connection })
  const known = { ...parts, rows, failures, connection, folder }
  const importFile = createFileImport(known)
  runner.register(driveImport, createDriveImport({ ...known, importFile }))
  return {
    drive: createDrive({ ...known, client }),
    driveSources: createDriveSources(known),
  }
}
