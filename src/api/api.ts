import { Hono } from 'hono'
import { albumPhotoRoutes, albumRoutes, photoAlbumRoutes } from '../gallery/albums/routes.ts'
import { batchRoutes } from '../gallery/batch/routes.ts'
import { cameraRoutes, cameraUploadRoutes } from '../gallery/cameras/routes.ts'
import { cardRoutes } from '../gallery/cards/routes.ts'
import { evidenceRoutes } from '../gallery/insights/routes.ts'
import { pageRoutes } from '../gallery/pages/routes.ts'
import { pictureRoutes } from '../gallery/photos/picture-routes.ts'
import { readAgainRoutes } from '../gallery/photos/read-again/routes.ts'
import { editRoutes, photoRoutes, versionRoutes } from '../gallery/photos/routes.ts'
import { placeRoutes } from '../gallery/places/routes.ts'
import { ruleRoutes } from '../gallery/rules/routes.ts'
import { sharingRoutes } from '../gallery/settings/sharing/routes.ts'
import { uxConfigRoutes } from '../gallery/settings/ux-config/routes.ts'
import { trashRoutes } from '../gallery/trash/routes.ts'
import type { Env } from '../http/env.ts'
import { jsonBodies } from '../http/json-body.ts'
import { methodNotAllowed, shadowedPaths } from '../http/method-not-allowed.ts'
import { routeTable } from '../http/route.ts'
import type { Web } from '../http/web.ts'
import { driveRoutes } from '../imports/drive/routes.ts'
import { sourceRoutes } from '../imports/folders/routes.ts'
import { pendingUploadRoutes, uploadRoutes } from '../imports/intake/routes.ts'
import { commentRoutes } from '../people/comments/routes.ts'
import { guestRoutes } from '../people/guests/routes.ts'
import { likeRoutes } from '../people/likes/routes.ts'
import { ownerRoutes, signInRoutes } from '../people/owner/routes.ts'
import type { Services } from '../services.ts'
import { createHandlers } from './handlers.ts'
import { metricsDeclaration, siteRoutes } from './site-routes.ts'

/** The *-routes.ts files are the table of contents of the API. */
export function createApi(services: Services, web: Web) {
  const h = createHandlers(services, web)

  const api = new Hono<Env>()
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
    .route('/', cardRoutes(services))
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
    .route('/', siteRoutes(h))
    .route('/', sourceRoutes(services))

  if (h.metrics) api.get('/metrics', metricsDeclaration, ...h.metrics)
  h.document(api)
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
