// The drive's services without HTTP, connected to a fake drive.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBucketFor } from '../../src/cli/open-media.ts'
import type { Job } from '../../src/contract/imports/jobs.ts'
import type { Pause } from '../../src/core/clock.ts'
import { type Config, readConfig } from '../../src/core/config/config.ts'
import { AppError } from '../../src/core/errors.ts'
import { createMetrics } from '../../src/operations/metrics/metrics.ts'
import { createServices } from '../../src/services.ts'
import { openLibrary } from '../../src/storage/library.ts'
import type { FakeDrive } from './fake-drive.ts'
import type { Entry } from './fake-drive-entry.ts'
import { folderFaults } from './folder-faults.ts'
import { camera } from './photos.ts'

const address = 'http://gallery.test'
export const session = 'the session token of the owner'

export type DriveGallery = Awaited<ReturnType<typeof openDriveGallery>>

/**
 * A gallery whose pauses take no time unless they are held; `pauses` has their lengths in ms.
 * Closing it fails the test unless the data folder is consistent.
 */
export async function openDriveGallery(
  fake: FakeDrive,
  {
    keepFolder = false,
    holdsPauses = false,
    ...changes
  }: Partial<Config> & { keepFolder?: boolean; holdsPauses?: boolean } = {},
) {
  const data = changes.data ?? (await mkdtemp(join(tmpdir(), 'vitrine-test-')))
  const config: Config = {
    ...readConfig({}, {}),
    googleClientId: fake.clientId,
    googleClientSecret: fake.clientSecret,
    googleUrl: fake.url,
    ...changes,
    data,
  }
  const pauses: number[] = []
  let held = holdsPauses ? Promise.withResolvers<void>() : undefined
  const pause: Pause = async (ms, signal) => {
    signal?.throwIfAborted()
    pauses.push(ms)
    if (!held) return
    const stopped = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
    await Promise.race([held.promise, stopped])
  }
  const clock = createClock()
  const library = openLibrary(data)
  const openMetrics = config.metricsToken === undefined ? undefined : createMetrics
  const services = createServices(config, library, {
    address: () => address,
    clock,
    pause,
    openMetrics,
    openBucket: openBucketFor(config),
  })
  await services.media.begin()
  await services.intents.recover()
  await library.emptyTemporary()
  services.runner.start()
  services.sources.start()
  const { drive } = services

  /** Goes to Google and back, like the owner's browser. */
  const returnFromGoogle = async (
    redir: '/user/drive' | '/account/drive' = '/user/drive',
    mayStopImport = false,
  ) => {
    const google = await drive.begin(session, redir, mayStopImport)
    const answer = await fetch(google, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    return {
      path: back.origin + back.pathname,
      state: back.searchParams.get('state') ?? '',
      code: back.searchParams.get('code') ?? undefined,
    }
  }

  return {
    data,
    services,
    drive,
    clock,
    pauses,
    /** From now on a pause lasts until it is released. */
    holdPauses: () => {
      held = Promise.withResolvers()
    },
    releasePauses: () => {
      held?.resolve()
      held = undefined
    },
    returnFromGoogle,
    connect: async () => drive.finish(session, await returnFromGoogle()),
    importAll: async (fileIds?: string[]): Promise<Job> => {
      const { id } = await drive.schedule(fileIds ? { fileIds } : {})
      return services.jobs.awaited(id, 60_000)
    },
    /** Closes without finishing anything, as far as one process can; the folder is kept. */
    abandon: async () => {
      await services.runner.stop()
      await services.sources.stop()
      services.close()
    },
    [Symbol.asyncDispose]: async () => {
      await services.runner.stop()
      await services.sources.stop()
      await services.mail.stop()
      const problems = await folderFaults(services)
      services.close()
      if (!keepFolder) await rm(data, { recursive: true, force: true })
      if (problems.length > 0)
        throw new Error(`the data folder is inconsistent:\n${problems.join('\n')}`)
    },
  }
}

/** A connected gallery whose folder in the drive has so many photos. */
export async function openImport(
  fake: FakeDrive,
  count: number,
  settings: Parameters<typeof openDriveGallery>[1] = {},
): Promise<{ gallery: DriveGallery; folder: string; files: Entry[] }> {
  const gallery = await openDriveGallery(fake, settings)
  await gallery.connect()
  const folder = fake.addFolder('Photos')
  const files: Entry[] = []
  for (let n = 0; n < count; n++) {
    files.push(fake.addFile(folder, { name: `photo-${n}.jpg`, bytes: await camera() }))
  }
  await gallery.drive.setFolder({ driveFolderName: 'Photos' })
  return { gallery, folder, files }
}

/** The md5s of all photos in the gallery. */
export const importedMd5s = ({ services }: DriveGallery): string[] =>
  services.store.connection
    .query<{ md5: string }, []>('SELECT md5 FROM photo')
    .all()
    .map((row) => row.md5)
    .sort()
export const md5sOf = (files: readonly Entry[]): string[] =>
  files.map((file) => file.md5Checksum!).sort()

/** The error that a route would answer. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw new Error(`expected an AppError, got ${error}`)
  return error
}

function createClock(start = Date.UTC(2026, 0, 2, 3, 4, 5)) {
  let now = start
  let elapsed = 0
  return {
    now: () => now,
    elapsed: () => elapsed,
    advance: (ms: number) => {
      now += ms
      elapsed += ms
    },
    /** What happens when the machine's clock is set: no time passes. */
    setBy: (ms: number) => {
      now += ms
    },
  }
}
