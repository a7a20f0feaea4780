import type { Clock, Pause } from '../core/clock.ts'
import type { Config } from '../core/config/config.ts'
import type { Store } from '../core/database/open.ts'
import type { SecretKey } from '../core/secret-key.ts'
import type { Gallery } from '../gallery/gallery.ts'
import type { RenderQueue } from '../images/render-queue.ts'
import type { People } from '../people/people.ts'
import type { Library } from '../storage/library.ts'
import type { MediaPlaces } from '../storage/media-places.ts'
import { createGoogle } from './drive/create-drive.ts'
import { createFolders } from './folders/folders.ts'
import { createIntake } from './intake/intake.ts'
import { createRunningImports } from './intake/running-imports.ts'
import { createJobs } from './jobs/jobs.ts'
import { createRunner } from './jobs/runner.ts'
import type { NoteImport } from './note-import.ts'

/** How photos are imported: by upload, from Google Drive and from followed folders. */
export function createImports(
  parts: Gallery &
    People & {
      config: Config
      library: Library
      store: Store
      clock: Clock
      pause: Pause
      secretKey: SecretKey
      /** Where visitors find the site. */
      address: () => string
      queue: RenderQueue
      media: MediaPlaces
      noteImport: NoteImport
    },
) {
  const intake = createIntake(parts)
  const runner = createRunner(parts)
  const jobs = createJobs({ ...parts, runner })
  const google = createGoogle({ ...parts, ...intake, runner, jobs })
  return {
    ...intake,
    ...google,
    runner,
    jobs,
    imports: createRunningImports(),
    sources: createFolders({ ...parts, ...intake, ...google }),
  }
}
