import { availableParallelism } from 'node:os'
import { anonymousVisitor } from './contract/people/viewer.ts'
import { defaultSiteName } from './contract/vocabulary.ts'
import { type Clock, systemClock } from './core/clock.ts'
import type { Config } from './core/config/config.ts'
import { openStore } from './core/database/open.ts'
import { recentWarnings, warn } from './core/log.ts'
import { notePicture } from './core/memory.ts'
import { openSecretKey, openSecretKeyFile } from './core/secret-key.ts'
import { version } from './core/version.ts'
import { createAlbums } from './gallery/albums/albums.ts'
import { createArchives } from './gallery/albums/archive.ts'
import { createGrants } from './gallery/albums/grants.ts'
import { createAlbumRules } from './gallery/albums/rules.ts'
import { albumStore } from './gallery/albums/store.ts'
import { createBatch } from './gallery/batch/batch.ts'
import { createCameraCounts, prepareCameraCounts } from './gallery/cameras/camera-counts.ts'
import { createCameras } from './gallery/cameras/cameras.ts'
import { fetchImage } from './gallery/cameras/fetch-image-lazily.ts'
import { cameraStore } from './gallery/cameras/store.ts'
import { createCardFiles } from './gallery/cards/card-files.ts'
import { createCards } from './gallery/cards/cards.ts'
import { buildEvidence } from './gallery/insights/build.ts'
import { buildPages } from './gallery/pages/build.ts'
import { buildChanges } from './gallery/photos/build.ts'
import { createFilterEngine } from './gallery/photos/filter/engine.ts'
import { createPhotoMatcher } from './gallery/photos/filter/matches-photo.ts'
import { createIntents } from './gallery/photos/intents.ts'
import { photoLists } from './gallery/photos/lists.ts'
import { createNewestPhotos } from './gallery/photos/newest.ts'
import { originalsWatch } from './gallery/photos/originals-watch.ts'
import { createPhotos } from './gallery/photos/photos.ts'
import { createPictures } from './gallery/photos/pictures.ts'
import { readFile } from './gallery/photos/read-again/read-file.ts'
import { renderPicture } from './gallery/photos/render-picture.ts'
import { renditionStore } from './gallery/photos/renditions.ts'
import { photoStore } from './gallery/photos/store.ts'
import { versionRows } from './gallery/photos/version-rows.ts'
import { buildPlaces } from './gallery/places/build.ts'
import { createMapTiles } from './gallery/places/map-tiles.ts'
import { buildRules } from './gallery/rules/build.ts'
import { createSharing } from './gallery/settings/sharing/sharing.ts'
import { sharingStore } from './gallery/settings/sharing/store.ts'
import { uxConfigStore } from './gallery/settings/ux-config/store.ts'
import { createUxConfig } from './gallery/settings/ux-config/ux-config.ts'
import { buildTrash } from './gallery/trash/build.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { createRenderQueue } from './images/render-queue.ts'
import { type Pause, pauseForReal } from './imports/drive/back-off.ts'
import { buildDrive } from './imports/drive/build.ts'
import { buildSources } from './imports/folders/build.ts'
import { ChangedMeanwhile, SourceError } from './imports/folders/driver.ts'
import { buildIntake, reading } from './imports/intake/build.ts'
import { createRunningImports } from './imports/intake/running-imports.ts'
import { buildJobs } from './imports/jobs/build.ts'
import type { NoteImport } from './imports/note-import.ts'
import { createEpoch } from './operations/backup/epoch.ts'
import { failedBackup, incompleteBackup, lastBackup } from './operations/backup/last-backup.ts'
import type { createMetrics } from './operations/metrics/metrics.ts'
import { metricsStore } from './operations/metrics/store.ts'
import { buildDamage } from './operations/status/build.ts'
import { createStatus } from './operations/status/status.ts'
import { createComments } from './people/comments/comments.ts'
import { commentStore } from './people/comments/store.ts'
import { buildGuests } from './people/guests/build.ts'
import { createLikes } from './people/likes/likes.ts'
import { likeStore } from './people/likes/store.ts'
import { buildMail } from './people/mail/build.ts'
import { connectionLostMessage, verificationMessage } from './people/mail/messages.ts'
import { createKnownBrowsers } from './people/owner/known-browsers.ts'
import { createOwner } from './people/owner/owner.ts'
import { createSessions } from './people/owner/sessions.ts'
import { ownerStore } from './people/owner/store.ts'
import type { Library } from './storage/library.ts'
import { mediaPlaces, type OpenBucket } from './storage/places.ts'

export type Services = ReturnType<typeof createServices>

/** The caller must hold the data folder's lock. `address` is where visitors find the site. */
export function createServices(
  config: Config,
  library: Library,
  {
    address = () => config.publicUrl ?? `http://localhost:${config.port}`,
    clock = systemClock,
    pause = pauseForReal,
    openMetrics,
    openBucket,
  }: {
    address?: () => string
    clock?: Clock
    pause?: Pause
    /** Loaded by the caller, because few galleries have metrics and prom-client takes memory. */
    openMetrics?: typeof createMetrics | undefined
    /** Loaded by the caller if a bucket is configured. */
    openBucket?: OpenBucket | undefined
  } = {},
) {
  // First, so that nothing is changed if it is missing.
  const keyElsewhere = config.secretKeyFile && openSecretKeyFile(config.secretKeyFile, warn)
  const { damage, reserve, watch } = buildDamage({ library, clock, warn })
  const store = openStore(library.databasePath, watch)
  const key = keyElsewhere || openSecretKey(library.secretKeyPath)
  const queue = createRenderQueue(availableParallelism(), notePicture)

  const metrics = openMetrics?.({
    ...{ store: metricsStore(store), clock, folder: library.root, version, queue },
    lastBackupAt: () => lastBackup(library)?.at,
  })
  const noteImport: NoteImport = metrics?.noteImport ?? (() => {})

  const sharing = createSharing(store, sharingStore(store))
  const keepsAiOut = () => sharing.get().keepAiOut
  const placeRules = buildPlaces(store)
  const photoRows = photoStore(store, placeRules.shown)
  const versionsOfPhotos = versionRows(store)
  const renditions = renditionStore(store)
  const albumRows = albumStore(store)
  const ownerRow = ownerStore(store)

  const media = mediaPlaces({
    ...{ store, library, openBucket, requireOriginals: damage.requireOriginals },
    onEvicted: (keys) => void pictures.forget(keys).catch(() => undefined),
  })
  damage.watch(originalsWatch(store, library, media))
  const intents = createIntents(store, library, media)
  const albumRules = createAlbumRules(albumRows, createPhotoMatcher(store))
  const { onChanged, ...withRules } = buildRules({
    ...{ store, clock, albums: albumRows, fillAlbums: albumRules.refresh },
    later: () => ({ albums, photos }),
  })
  const photos = createPhotos({
    ...{ store, photos: photoRows, versions: versionsOfPhotos, renditions, intents },
    lists: photoLists(store, createFilterEngine(store)),
    onChanged,
    removeTrash: (removeFiles) => trash.removeAll(removeFiles),
  })
  photoRows.mergeCameraSpellings(onChanged)
  const places = placeRules.withPhotos(photos)
  const { hasAny: hasPlaces } = places
  const mapTiles = createMapTiles(library.mapTilesPath, warn)
  const pages = buildPages({ store, library, clock })
  const albums = createAlbums({ store, albums: albumRows, photos, rules: albumRules, hasPlaces })
  const uxConfig = createUxConfig(store, uxConfigStore(store), albums.reorder)
  const wrongCodes = createRateLimit(clock, {
    count: 10,
    windowMs: 60_000,
    message: 'too many wrong codes; wait a minute',
  })
  const mail = buildMail({ store, config, library, key, clock })
  const making = {
    ...{ store, photos: photoRows, renditions, intents, library, media, queue, clock, keepsAiOut },
  }
  const trash = buildTrash({
    ...{ ...making, photos, render: renderPicture },
    ...{ onChanged, onRestored: albumRows.returnPhoto },
  })
  const { maxUpload, maxPixels } = config
  const receiving = { ...making, trash, maxPixels, onChanged, onNewFile: withRules.rules.runOn }
  const { inOrder, ...changes } = buildChanges({
    ...{ ...receiving, versions: versionsOfPhotos, reading, chosen: photos },
    onDated: albumRows.reorderPhoto,
  })
  const { versions } = changes
  const intake = buildIntake({
    ...receiving,
    photos,
    albums,
    inOrder,
    versions,
    maxUpload,
    readOriginal: (original) => readFile(original, media),
  })
  const { ingest, incoming, waiting } = intake
  const pictures = createPictures(making)
  const siteName = () => owner.user(anonymousVisitor).name || defaultSiteName

  const { folder, work, driveSources, withJobs } = buildDrive({
    ...{ store, secretKey: key, config, ingest, incoming, noteImport, clock, pause },
    callbackUrl: () => `${address()}/api/drive/callback`,
    errors: { SourceError, ChangedMeanwhile },
    letters: { mail, writeMessage: connectionLostMessage, address, siteName },
  })
  const sources = buildSources({
    ...{ store, library, clock, photos, trash, albums, albumRows, noteImport },
    ...{ ingest, incoming, waiting, versions, drivers: { drive: driveSources } },
  })
  const owner = createOwner({ store, owner: ownerRow, photos, chosenFolder: folder.chosen, clock })
  const { runner, jobs } = buildJobs({ store, clock, work })
  const drive = withJobs(jobs)
  const imports = createRunningImports()
  const likes = createLikes(store, likeStore(store), photos)
  const cameraCounts = createCameraCounts(store.version, photos)
  return {
    config,
    address,
    clock,
    pause,
    library,
    media,
    store,
    epoch: createEpoch(store, library),
    intents,
    photos,
    trash,
    newestPhotos: createNewestPhotos(store, { photos, renditions }),
    albums,
    grants: createGrants(albumRows, key, wrongCodes),
    uxConfig,
    batch: createBatch({ store, photos, albums, uxConfig, trash, intents }),
    places,
    sharing,
    ...withRules,
    ...{ pages, mapTiles },
    owner,
    mail,
    queue,
    ...buildGuests({ store, mail, writeMessage: verificationMessage, address, siteName, clock }),
    likes,
    evidence: buildEvidence({ photos, likeCounts: likes.counts }),
    comments: createComments(store, commentStore(store), photos, clock),
    sessions: createSessions(store, ownerRow, clock),
    knownBrowsers: createKnownBrowsers(key, ownerRow),
    pictures,
    archives: createArchives({ albums, photos, pictures }),
    cameras: createCameras({
      store,
      cameras: cameraStore(store, photoRows.cameraIdOf),
      counts: cameraCounts,
      prepareCounts: prepareCameraCounts(cameraCounts, photos),
      intents,
      media,
      queue,
      fetchImage,
    }),
    cards: createCards({
      ...{ photos, albums, pictures, uxConfig, queue, keepsAiOut },
      files: createCardFiles(library),
    }),
    ...{ ...changes, ...intake },
    metrics,
    noteImport,
    runner,
    jobs,
    drive,
    driveSources,
    imports,
    sources,
    status: createStatus({
      ...{ version, config, library, clock, photos, media, drive, jobs, imports, sources, mail },
      lastBackup: () => lastBackup(library),
      incompleteBackup: () => incompleteBackup(library),
      failedBackup: () => failedBackup(library),
      ...{ warnings: recentWarnings, damage },
      fileFaults: () =>
        [...pages.faults(), mapTiles.fault()].filter((fault) => fault !== undefined),
    }),
    ...{ damage, reserve },
    close: () => {
      changes.readAgain.close()
      withRules.ruleRuns.stop()
      intents.stop()
      media.close()
      store.close()
    },
  }
}
