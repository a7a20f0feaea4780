import { availableParallelism } from 'node:os'
import { type Clock, type Pause, pauseForReal, systemClock } from './core/clock.ts'
import type { Config } from './core/config/config.ts'
import { openStore } from './core/database/open.ts'
import { createReserve } from './core/database/reserve.ts'
import { recentWarnings, warn } from './core/log.ts'
import { noteLargeWork } from './core/memory.ts'
import { openSecretKey, openSecretKeyFile } from './core/secret-key.ts'
import { version } from './core/version.ts'
import { createGallery } from './gallery/gallery.ts'
import { createInsights } from './gallery/insights/insights.ts'
import { originalsWatch } from './gallery/photos/originals-watch.ts'
import { createRenderQueue } from './images/render-queue.ts'
import { createChosenFolder } from './imports/drive/folder.ts'
import { createImports } from './imports/imports.ts'
import { createEpoch } from './operations/backup/epoch.ts'
import type { createMetrics } from './operations/metrics/metrics.ts'
import { createNotices } from './operations/notices/notices.ts'
import { createOriginals } from './operations/originals/originals.ts'
import { createSafety } from './operations/safety/safety.ts'
import { createDamage } from './operations/status/damage.ts'
import { createDiskPace } from './operations/status/disk-pace.ts'
import type { CertificateFault } from './operations/status/problems.ts'
import { createStatus } from './operations/status/status.ts'
import { createPeople } from './people/people.ts'
import type { Library } from './storage/library.ts'
import { createMediaPlaces, type OpenBucket } from './storage/media-places.ts'

export type Services = ReturnType<typeof createServices>

export type ServiceOptions = {
  /** Where visitors find the site. */
  readonly address?: () => string
  readonly clock?: Clock
  readonly pause?: Pause
  /** Loaded by the caller, because few galleries have metrics and prom-client takes memory. */
  readonly openMetrics?: typeof createMetrics | undefined
  /** What starts this program again, if not the running one. */
  readonly program?: readonly string[] | undefined
  /** What is wrong with the certificate of a gallery that has its own domain. */
  readonly certificateFault?: CertificateFault | undefined
  /** Loaded by the caller if a bucket is configured. */
  readonly openBucket?: OpenBucket | undefined
}

/**
 * Creates every feature once, from the lowest floor up; each room does so in its own file. A feature
 * reports to those above it through events (gallery/photos/events.ts). The caller must
 * hold the data folder's lock.
 */
export function createServices(config: Config, library: Library, options: ServiceOptions = {}) {
  const { clock = systemClock, pause = pauseForReal } = options
  const address = options.address ?? (() => config.publicUrl ?? `http://localhost:${config.port}`)
  // First, so that nothing is changed if it is missing.
  const keyElsewhere = config.secretKeyFile && openSecretKeyFile(config.secretKeyFile, warn)
  const damage = createDamage({ library, clock, warn })
  const reserve = createReserve(library.reservePath, library.renditionsPath)
  const store = openStore(library.databasePath, damage.watching(reserve.release))
  const secretKey = keyElsewhere || openSecretKey(library.secretKeyPath)
  const queue = createRenderQueue(availableParallelism(), noteLargeWork)
  const media = createMediaPlaces({
    store,
    library,
    openBucket: options.openBucket,
    requireOriginals: damage.requireOriginals,
  })
  damage.watch(originalsWatch(store, library, media))
  const machine = { config, library, clock, pause, address, damage, program: options.program }
  const base = { ...machine, store, secretKey, queue, media }

  const safety = createSafety(base)
  const gallery = createGallery(base)
  const { photos, pages, mapTiles } = gallery
  const originals = createOriginals({ ...base, photos, safety })
  const metrics = options.openMetrics?.({ ...base, safety, originals, version })
  const noteImport = metrics?.noteImport ?? (() => {})
  const people = createPeople({ ...base, photos, chosenFolder: createChosenFolder(base) })
  const imports = createImports({ ...base, ...gallery, ...people, noteImport })
  const diskPace = createDiskPace(base)
  const status = createStatus({
    ...base,
    ...imports,
    photos,
    trash: gallery.trash,
    mail: people.mail,
    safety,
    originals,
    diskPace,
    version,
    warnings: recentWarnings,
    certificateFault: options.certificateFault ?? (() => undefined),
    fileFaults: () => [...pages.faults(), mapTiles.fault()].filter((fault) => fault !== undefined),
  })

  return {
    ...base,
    ...gallery,
    ...people,
    ...imports,
    reserve,
    metrics,
    noteImport,
    insights: createInsights({ photos, likeCounts: people.likes.counts }),
    epoch: createEpoch(store, library),
    safety,
    diskPace,
    originals,
    status,
    notices: createNotices({ ...base, ...people, status }),
    close: () => {
      gallery.readAgain.close()
      gallery.rules.runs.stop()
      gallery.intents.stop()
      media.close()
      store.close()
    },
  }
}
