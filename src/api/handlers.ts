import { albumHandlers } from '../albums/routes.ts'
import { batchHandlers } from '../batch/routes.ts'
import { cameraHandlers } from '../cameras/routes.ts'
import { cardHandlers } from '../cards/routes.ts'
import { commentHandlers } from '../comments/routes.ts'
import { anonymousVisitor } from '../contract/viewer.ts'
import { defaultSiteName } from '../contract/vocabulary.ts'
import { driveHandlers } from '../drive/routes.ts'
import { embedHandlers } from '../embeds/routes.ts'
import { evidenceHandlers } from '../evidence/routes.ts'
import { guestHandlers } from '../guests/routes.ts'
import type { Cookies } from '../http/cookie.ts'
import { guestLimits, guestRoom } from '../http/guest-limits.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import { streamedJson } from '../http/streamed-json.ts'
import { acceptsFormat } from '../images/accepts.ts'
import { hasRoom } from '../images/library.ts'
import { imageHandlers } from '../images/routes.ts'
import { uploadHandlers } from '../intake/routes.ts'
import { likeHandlers } from '../likes/routes.ts'
import { metricsHandler } from '../metrics/routes.ts'
import { ownerHandlers } from '../owner/routes.ts'
import { pageHandlers } from '../pages/routes.ts'
import { createListResponse } from '../photos/list-response.ts'
import { readAgainHandlers } from '../photos/read-again/routes.ts'
import { photoHandlers } from '../photos/routes.ts'
import { placeHandlers } from '../places/routes.ts'
import { ruleHandlers } from '../rules/routes.ts'
import type { Services } from '../services.ts'
import { sharingHandlers } from '../sharing/routes.ts'
import { sourceHandlers } from '../sources/routes.ts'
import { statusHandlers } from '../status/routes.ts'
import { trashHandlers } from '../trash/routes.ts'
import { uxConfigHandlers } from '../ux-config/routes.ts'
import { healthHandler } from './health.ts'
import { createLimits } from './limits.ts'
import { documentHandlers } from './openapi.ts'

export type Handlers = ReturnType<typeof createHandlers>

export function createHandlers(services: Services, cookies: Cookies, cached: ResponseCache) {
  const { clock, config, library, photos, albums, metrics } = services
  const {
    login,
    knownBrowserLogin,
    wholeLists,
    downloads,
    registrations,
    verifications,
    wrongTokens,
  } = createLimits(clock)
  const sendList = createListResponse(photos, {
    wholeLists,
    stream: streamedJson,
    isSearchOn: config.search,
  })
  const limitGuests = guestLimits(clock)
  const room = guestRoom(() => hasRoom(library.root, 'guests'))
  return {
    upload: uploadHandlers({ ...services, maxUpload: config.maxUpload }),
    images: imageHandlers(services),
    signIn: ownerHandlers({
      ...services,
      cookies,
      loginLimit: login,
      knownLimit: knownBrowserLogin,
      cached,
    }),
    photos: photoHandlers({
      photos,
      trash: services.trash,
      albums,
      edits: services.edits,
      versions: services.versions,
      media: services.media,
      sendList,
      cached,
    }),
    trash: trashHandlers({ ...services, accepts: acceptsFormat }),
    readAgain: readAgainHandlers(services),
    batch: batchHandlers(services),
    albums: albumHandlers({
      ...{ albums, sendList, wholeLists, downloads, cached },
      archives: services.archives,
    }),
    cameras: cameraHandlers({ ...services, cached }),
    evidence: evidenceHandlers({ ...services, cached }),
    cards: cardHandlers(services),
    embeds: embedHandlers({
      ...services,
      ownerName: () => services.owner.user(anonymousVisitor).name || defaultSiteName,
    }),
    guests: guestHandlers({ ...services, cookies, registrations, verifications, room }),
    likes: likeHandlers({ ...services, limitGuests, room }),
    comments: commentHandlers({ ...services, limitGuests, room }),
    drive: driveHandlers({ ...services, cookie: cookies.owner }),
    uxConfig: uxConfigHandlers({ ...services, cached }),
    places: placeHandlers({ ...services, wholeLists, cached }),
    rules: ruleHandlers(services),
    sharing: sharingHandlers(services),
    pages: pageHandlers(services),
    sources: sourceHandlers(services),
    status: statusHandlers(services),
    health: healthHandler(services),
    /** Without a token there is no such address. */
    metrics:
      metrics && config.metricsToken !== undefined
        ? metricsHandler({ metrics, token: config.metricsToken, wrongTokens })
        : undefined,
    ...documentHandlers(),
  }
}
