import { rm, writeFile } from 'node:fs/promises'
import { AppError } from '../contract/app-error.ts'
import type { Store } from '../database/open.ts'
import { handle } from '../http/route.ts'
import type { Library } from '../images/library.ts'
import { warn } from '../log.ts'
import { version } from '../version.ts'

/** 503 if the database or the folder is not writable. */
export const healthHandler = ({ store, library }: { store: Store; library: Library }) =>
  handle(async (c) => {
    const probe = library.temporary()
    try {
      // An immediate transaction takes the write lock; an empty one costs no fsync.
      await store.note(() => undefined)
      await writeFile(probe, 'x')
    } catch (error) {
      warn(`The data folder is not writable: ${String(error)}`)
      throw new AppError(503, 'the data folder is not writable')
    } finally {
      // Where tmp/ is not a folder, this fails as well.
      await rm(probe, { force: true }).catch(() => undefined)
    }
    return c.json({ data: { status: 'ok' as const, version } })
  })
