import { availableParallelism } from 'node:os'
import { type Clock, type Pause, pauseForReal, systemClock } from './core/clock.ts'
import { createKeyedQueue } from './core/concurrency/by-key.ts'
import type { Config } from './core/config/config.ts'
import { openStore } from './core/database/open.ts'
import { createReserve } from './core/database/reserve.ts'
import { recentWarnings, warn } from './core/log.ts'
import { notePicture } from './core/memory.ts'
import { openSecretKey, openSecretKeyFile } from './core/secret-key.ts'
import { version } from './core/version.ts'
import { createAlbums } from './gallery/albums/albums.ts'
import { createArchives } from './gallery/albums/archive.ts'
import { createGrants } from './gallery/albums/grants.ts'
import { createBatch } from './gallery/batch/batch.ts'
import { createCameras } from './gallery/cameras/cameras.ts'
import { createCards } from './gallery/cards/cards.ts'
import { createInsights } from './gallery/insights/insights.ts'
import { createPages } from './gallery/pages/pages.ts'
import { createEdits } from './gallery/photos/edits.ts'
import { createPhotoEvents } from './gallery/photos/events.ts'
import { createIntents } from './gallery/photos/intents.ts'
import { createNewestPhotos } from './gallery/photos/newest.ts'
import { originalsWatch } from './gallery/photos/originals-watch.ts'
import { createPhotos } from './gallery/photos/photos.ts'
import { createPictures } from './gallery/photos/pictures.ts'
import { createReadAgain } from './gallery/photos/read-again/read-again.ts'
import { renditionStore } from './gallery/photos/renditions.ts'
import { photoStore } from './gallery/photos/store.ts'
import { versionRows } from './gallery/photos/version-rows.ts'
import { createVersions } from './gallery/photos/versions.ts'
import { createMapTiles } from './gallery/places/map-tiles.ts'
import { createPlaceRules, createPlaces } from './gallery/places/places.ts'
import { createRules } from './gallery/rules/rules.ts'
import { createSharing } from './gallery/settings/sharing/sharing.ts'
import { createUxConfig } from './gallery/settings/ux-config/ux-config.ts'
import { createTrash } from './gallery/trash/trash.ts'
import { createRenderQueue } from './images/render-queue.ts'
import { createChosenFolder } from './imports/drive/folder.ts'
import { createGoogle } from './imports/drive/google.ts'
import { createFolders } from './imports/folders/folders.ts'
import { createIntake } from './imports/intake/intake.ts'
import { createRunningImports } from './imports/intake/running-imports.ts'
import { createJobs } from './imports/jobs/jobs.ts'
import { createRunner } from './imports/jobs/runner.ts'
import type { NoteImport } from './imports/note-import.ts'
import { createEpoch } from './operations/backup/epoch.ts'
import type { createMetrics } from './operations/metrics/metrics.ts'
import { createDamage } from './operations/status/damage.ts'
import { createStatus } from './operations/status/status.ts'
import { createComments } from './people/comments/comments.ts'
import { createGuests } from './people/guests/guests.ts'
import { createGuestSessions } from './people/guests/sessions.ts'
import { createLikes } from './people/likes/likes.ts'
import { createMailer } from './people/mail/mailer.ts'
import { createMailQueue } from './people/mail/queue.ts'
import { createKnownBrowsers } from './people/owner/known-browsers.ts'
import { createOwner } from './people/owner/owner.ts'
import { createSessions } from './people/owner/sessions.ts'
import type { Library } from './storage/library.ts'
import { mediaPlaces, type OpenBucket } from './storage/places.ts'

export type Services = ReturnType<typeof createServices>

type Options = {
  /** Where visitors find the site. */
  readonly address?: () => string
  readonly clock?: Clock
  readonly pause?: Pause
  /** Loaded by the caller, because few galleries have metrics and prom-client takes memory. */
  readonly openMetrics?: typeof createMetrics | undefined
  /** Loaded by the caller if a bucket is configured. */
  readonly openBucket?: OpenBucket | undefined
}

/**
 * Builds every feature once, each from those above it; what it tells those below goes through
 * `photoEvents`. The caller must hold the data folder's lock.
 */
export function createServices(config: Config, library: Library, options: Options = {}) {
  const { clock = systemClock, pause = pauseForReal } = options
  const address = options.address ?? (() => config.publicUrl ?? `http://localhost:${config.port}`)
  // First, so that nothing is changed if it is missing.
  const keyElsewhere = config.secretKeyFile && openSecretKeyFile(config.secretKeyFile, warn)
  const damage = createDamage({ library, clock, warn })
  const reserve = createReserve(library.reservePath, library.renditionsPath)
  const store = openStore(library.databasePath, damage.watching(reserve.release))
  const secretKey = keyElsewhere || openSecretKey(library.secretKeyPath)
  const base = { config, library, store, clock, pause, address, secretKey }

  const queue = createRenderQueue(availableParallelism(), notePicture)
  const metrics = options.openMetrics?.({ ...base, version, queue })
  const noteImport: NoteImport = metrics?.noteImport ?? (() => {})
  const sharing = createSharing(base)
  const placeRules = createPlaceRules(base)
  const photoEvents = createPhotoEvents()
  const photoRows = photoStore(store, placeRules.shown)
  const media = mediaPlaces({
    ...base,
    openBucket: options.openBucket,
    requireOriginals: damage.requireOriginals,
  })
  damage.watch(originalsWatch(store, library, media))
  /** What everything that changes photos or makes pictures of them needs. */
  const pictureParts = {
    ...base,
    queue,
    media,
    photoRows,
    versionRows: versionRows(store),
    renditions: renditionStore(store),
    intents: createIntents(store, library, media),
    inOrder: createKeyedQueue(),
    events: photoEvents,
    keepsAiOut: () => sharing.get().keepAiOut,
  }

  const photos = createPhotos(pictureParts)
  const pictures = createPictures(pictureParts)
  const places = createPlaces({ ...base, placeRules, photos })
  const albums = createAlbums({ ...base, photos, places })
  const uxConfig = createUxConfig({ ...base, albums })
  const trash = createTrash({ ...pictureParts, photos })
  const rules = createRules({ ...base, photos, albums })
  const versions = createVersions({ ...pictureParts, trash })
  photoEvents.changed.on(albums.place, rules.hideKeywords)
  photoEvents.fileAdded.on(rules.runOn)
  photoEvents.dated.on(albums.reorderPhoto)
  photoEvents.restored.on(albums.returnPhoto)
  media.evicted.on((keys) => void pictures.forget(keys).catch(() => undefined))
  photoRows.mergeCameraSpellings(photoEvents.changed.emit)

  const owner = createOwner({ ...base, photos, chosenFolder: createChosenFolder(base) })
  const mail = createMailQueue({ ...base, mailer: createMailer({ ...config, library }) })
  const likes = createLikes({ ...base, photos })
  const intake = createIntake({ ...pictureParts, photos, albums, trash, versions })
  const runner = createRunner(base)
  const jobs = createJobs({ ...base, runner })
  const imports = createRunningImports()
  const google = createGoogle({ ...base, ...intake, noteImport, runner, jobs, mail, owner })
  const following = { ...base, ...intake, ...google, noteImport, photos, albums, trash, versions }
  const sources = createFolders(following)
  const pages = createPages(base)
  const mapTiles = createMapTiles(library.mapTilesPath, warn)
  const readAgain = createReadAgain({ ...pictureParts, photos })
  const seen = { photos, media, drive: google.drive, jobs, imports, sources, mail, damage }

  return {
    ...pictureParts,
    ...intake,
    ...google,
    reserve,
    damage,
    metrics,
    noteImport,
    sharing,
    photos,
    pictures,
    places,
    mapTiles,
    albums,
    uxConfig,
    trash,
    rules,
    versions,
    readAgain,
    owner,
    mail,
    likes,
    runner,
    jobs,
    imports,
    sources,
    pages,
    epoch: createEpoch(store, library),
    edits: createEdits(pictureParts),
    newestPhotos: createNewestPhotos({ ...pictureParts, photos }),
    grants: createGrants({ ...base, albums }),
    batch: createBatch({ ...pictureParts, photos, albums, uxConfig, trash }),
    archives: createArchives({ albums, photos, pictures }),
    cameras: createCameras({ ...pictureParts, photos }),
    cards: createCards({ ...pictureParts, photos, albums, pictures, uxConfig }),
    evidence: createInsights({ photos, likeCounts: likes.counts }),
    guests: createGuests({ ...base, mail, owner }),
    guestSessions: createGuestSessions(base),
    sessions: createSessions(base),
    knownBrowsers: createKnownBrowsers(base),
    comments: createComments({ ...base, photos }),
    status: createStatus({
      ...base,
      ...seen,
      version,
      warnings: recentWarnings,
      fileFaults: () =>
        [...pages.faults(), mapTiles.fault()].filter((fault) => fault !== undefined),
    }),
    close: () => {
      readAgain.close()
      rules.runs.stop()
      pictureParts.intents.stop()
      media.close()
      store.close()
    },
  }
}
