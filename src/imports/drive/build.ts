import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { Incoming } from '../intake/incoming.ts'
import type { Ingest } from '../intake/ingest.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { NoteImport } from '../note-import.ts'
import type { Pause } from './back-off.ts'
import { createClientChoice } from './client.ts'
import { createConnection } from './connection.ts'
import { createDrive, driveImport } from './drive.ts'
import { driveFailures } from './failures.ts'
import { createFolder } from './folder.ts'
import { createDriveImport } from './import.ts'
import { createFileImport } from './import-file.ts'
import { createLostMail } from './lost-mail.ts'
import type { SourceErrors } from './read-source.ts'
import { createDriveSources } from './source-driver.ts'
import { driveStore } from './store.ts'

type Choice = Parameters<typeof createClientChoice>[0]

/**
 * Builds Google Drive and connects its parts. `work` is what the job runner does; `withJobs`
 * completes the rest once there are jobs.
 */
export function buildDrive(parts: {
  store: Store
  secretKey: Choice['secretKey']
  config: Choice['configured'] & { readonly maxUpload: number }
  callbackUrl: () => string
  ingest: Ingest
  incoming: Incoming
  noteImport: NoteImport
  clock: Clock
  pause: Pause
  errors: SourceErrors
  letters: Omit<Parameters<typeof createLostMail>[0], 'rows' | 'clock'>
}) {
  const { store, secretKey, config, callbackUrl, ingest, incoming, noteImport, clock } = parts
  const { pause, letters, errors } = parts
  const rows = driveStore(store)
  const client = createClientChoice({ rows, secretKey, configured: config })
  const { settings } = client
  const connection = createConnection({
    store,
    rows,
    secretKey,
    clock,
    settings,
    callbackUrl,
    pause,
    lostMail: createLostMail({ ...letters, rows, clock }),
  })
  const folder = createFolder({ store, rows, connection })
  const failures = driveFailures(store, config.maxUpload)
  const importFile = createFileImport({
    store,
    rows,
    failures,
    ingest,
    incoming,
    noteImport,
    clock,
    pause,
  })
  const importFromDrive = createDriveImport({
    store,
    rows,
    failures,
    connection,
    folder,
    importFile,
    clock,
    pause,
  })
  return {
    folder,
    work: { [driveImport]: importFromDrive },
    driveSources: createDriveSources({ connection, folder, rows, pause, errors }),
    withJobs: (jobs: Jobs) =>
      createDrive({ store, connection, folder, rows, failures, jobs, client }),
  }
}
