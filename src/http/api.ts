import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { albumRoutes } from '../albums/routes.ts'
import { AppError } from '../contract/app-error.ts'
import { imageRoutes } from '../images/routes.ts'
import { uploadRoutes } from '../intake/routes.ts'
import { signInRoutes, userRoutes } from '../owner/routes.ts'
import { createListAnswer } from '../photos/list-answer.ts'
import { allPhotosRoutes, photoRoutes } from '../photos/routes.ts'
import type { Services } from '../services.ts'
import { uxConfigRoutes } from '../ux-config/routes.ts'
import type { Env } from './env.ts'
import { healthRoutes } from './health.ts'
import { createRateLimit } from './rate-limit.ts'
import type { OwnerCookie } from './viewer.ts'

/** The largest JSON body, in bytes. */
const jsonLimit = 1024 * 1024
const minuteMs = 60_000

/** The product's table of contents: every call it answers, below /api. */
export function createApi(services: Services, cookie: OwnerCookie) {
  const { photos, albums, pictures, ingest, owner, sessions, uxConfig, library, clock } = services
  const dataVersion = services.store.version
  const loginLimit = createRateLimit(clock, {
    count: 10,
    windowMs: minuteMs,
    message: 'too many tries; wait a minute',
  })
  const wholeLists = createRateLimit(clock, {
    count: 30,
    windowMs: minuteMs,
    message: 'whole lists were asked for too often; use limit and offset',
  })
  const answerList = createListAnswer(photos, wholeLists)
  const smallBodies = bodyLimit({
    maxSize: jsonLimit,
    onError: () => {
      throw new AppError(413, 'the request is larger than 1 MiB')
    },
  })
  const photoParts = {
    photos,
    library,
    sourceNameOf: services.photoRows.sourceNameOf,
    answerList,
    dataVersion,
  }

  return new Hono<Env>()
    .route('/local', uploadRoutes({ ingest, photos, maxUpload: services.config.maxUpload }))
    .use(smallBodies)
    .route('/', imageRoutes({ pictures }))
    .route('/', signInRoutes({ owner, sessions, cookie, loginLimit }))
    .route('/photos', photoRoutes(photoParts))
    .route('/photo', allPhotosRoutes({ photos }))
    .route('/albums', albumRoutes({ albums, answerList, dataVersion }))
    .route('/user/config', uxConfigRoutes({ uxConfig, dataVersion }))
    .route('/user', userRoutes({ owner, dataVersion }))
    .route('/health', healthRoutes(services))
}

/** The typed client's view of the API: `hc<Api>('/')` of hono/client. */
export type Api = ReturnType<typeof createApi>
