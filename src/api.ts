import { Hono } from 'hono'
import { albumPhotoRoutes, albumRoutes, photoAlbumRoutes } from './gallery/albums/routes.ts'
import { batchRoutes } from './gallery/batch/routes.ts'
import { cameraRoutes, cameraUploadRoutes } from './gallery/cameras/routes.ts'
import { evidenceRoutes } from './gallery/insights/routes.ts'
import { pageRoutes } from './gallery/pages/routes.ts'
import { pictureRoutes } from './gallery/photos/picture-routes.ts'
import { readAgainRoutes } from './gallery/photos/read-again/routes.ts'
import { editRoutes, photoRoutes, versionRoutes } from './gallery/photos/routes.ts'
import { placeRoutes } from './gallery/places/routes.ts'
import { ruleRoutes } from './gallery/rules/routes.ts'
import { sharingRoutes } from './gallery/settings/sharing/routes.ts'
import { uxConfigRoutes } from './gallery/settings/ux-config/routes.ts'
import { shareImageRoutes } from './gallery/share-images/routes.ts'
import { trashRoutes } from './gallery/trash/routes.ts'
import type { Env } from './http/env.ts'
import { jsonBodies } from './http/json-body.ts'
import { methodNotAllowed, shadowedPaths } from './http/method-not-allowed.ts'
import { documentRoutes } from './http/openapi/openapi.ts'
import { routeTable } from './http/route.ts'
import type { Web } from './http/web.ts'
import { driveRoutes } from './imports/drive/routes.ts'
import { sourceRoutes } from './imports/folders/routes.ts'
import { pendingUploadRoutes, uploadRoutes } from './imports/intake/routes.ts'
import { metricsRoutes } from './operations/metrics/routes.ts'
import { noticeRoutes } from './operations/notices/routes.ts'
import { originalsRoutes } from './operations/originals/routes.ts'
import { safetyRoutes } from './operations/safety/routes.ts'
import { statusRoutes } from './operations/status/routes.ts'
import { commentRoutes } from './people/comments/routes.ts'
import { guestRoutes } from './people/guests/routes.ts'
import { likeRoutes } from './people/likes/routes.ts'
import { ownerRoutes, signInRoutes } from './people/owner/routes.ts'
import type { Services } from './services.ts'
import { oEmbedRoutes } from './site/embeds/routes.ts'

/** The table of contents: each feature's routes.ts declares its routes, with their handlers. */
export function createApi(services: Services, web: Web) {
  const { metrics, config } = services
  // The same object as `api`: the document describes all routes, its own included.
  const all = new Hono<Env>()
  const api = all
    .route('/', uploadRoutes(services))
    .route('/', cameraUploadRoutes(services))
    .use(jsonBodies)
    .route('/', photoRoutes(services, web))
    .route('/', photoAlbumRoutes(services, web))
    .route('/', editRoutes(services))
    .route('/', pictureRoutes(services))
    .route('/', albumRoutes(services, web))
    .route('/', albumPhotoRoutes(services, web))
    .route('/', cameraRoutes(services, web))
    .route('/', versionRoutes(services))
    .route('/', pendingUploadRoutes(services))
    .route('/', trashRoutes(services))
    .route('/', readAgainRoutes(services))
    .route('/', batchRoutes(services))
    .route('/', evidenceRoutes(services, web))
    .route('/', shareImageRoutes(services))
    .route('/', signInRoutes(services, web))
    .route('/', ownerRoutes(services, web))
    .route('/', guestRoutes(services, web))
    .route('/', likeRoutes(services, web))
    .route('/', commentRoutes(services, web))
    .route('/', placeRoutes(services, web))
    .route('/', ruleRoutes(services))
    .route('/', uxConfigRoutes(services, web))
    .route('/', sharingRoutes(services))
    .route('/', pageRoutes(services))
    .route('/', driveRoutes(services, web))
    .route('/', oEmbedRoutes(services))
    .route('/', statusRoutes(services))
    .route('/', documentRoutes(all))
    .route('/', sourceRoutes(services))
    .route('/', safetyRoutes(services))
    .route('/', noticeRoutes(services))
    .route('/', originalsRoutes(services))

  // Without a token there is no such address.
  if (metrics && config.metricsToken !== undefined) {
    api.route('/', metricsRoutes({ metrics, token: config.metricsToken }, web))
  }
  api.all('*', methodNotAllowed(api.routes))

  const guarded = new Hono<Env>()
  for (const [path, refuse] of shadowedPaths(api.routes)) guarded.all(path, refuse)
  return guarded.route('/', api)
}

/** For the typed client: `hc<Api>('/')` of hono/client. */
export type Api = ReturnType<typeof createApi>

export const changingGets = ({ routes }: Api) =>
  new Map(
    routeTable(routes).flatMap(({ path, changes }) => (changes ? [[`/api${path}`, changes]] : [])),
  )
