import { Hono } from 'hono'
import { z } from 'zod'
import { albumCalls } from '../albums/routes.ts'
import { cameraCalls } from '../cameras/routes.ts'
import { commentCalls } from '../comments/routes.ts'
import { Album, ItemCount } from '../contract/albums.ts'
import { Camera } from '../contract/cameras.ts'
import { Comment } from '../contract/comments.ts'
import { DriveFile, DriveStatus } from '../contract/drive.ts'
import { Guest, Registration } from '../contract/guests.ts'
import { Job, LatestJob } from '../contract/jobs.ts'
import { Like, Liked } from '../contract/likes.ts'
import { Authenticated, Health, User } from '../contract/owner.ts'
import { Page } from '../contract/pages.ts'
import { Photo, PhotoList } from '../contract/photos.ts'
import { UxConfig } from '../contract/ux-config.ts'
import { driveCalls } from '../drive/routes.ts'
import { guestCalls } from '../guests/routes.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { Cookies } from '../http/cookie.ts'
import type { Env } from '../http/env.ts'
import { guestLimits, guestRoom } from '../http/guest-limits.ts'
import { jsonBodies } from '../http/json-body.ts'
import { methodNotAllowed, shadowedPaths } from '../http/method-not-allowed.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { anybody, guest, member, owner } from '../http/route.ts'
import { streamedJson } from '../http/streamed-json.ts'
import { hasRoom } from '../images/library.ts'
import { imageCalls } from '../images/routes.ts'
import { uploadCalls } from '../intake/routes.ts'
import { likeCalls } from '../likes/routes.ts'
import { ownerCalls } from '../owner/routes.ts'
import { pageCalls } from '../pages/routes.ts'
import { createListAnswer } from '../photos/list-answer.ts'
import { photoCalls } from '../photos/routes.ts'
import type { Services } from '../services.ts'
import { uxConfigCalls } from '../ux-config/routes.ts'
import { healthCall } from './health.ts'
import { documentCalls } from './openapi.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const picture = { media: 'image/jpeg' }

/**
 * The product's table of contents: every call it answers, below /api, with who may call it, what it
 * does and what it answers. What a caller may not see is a 404, as if it were not there.
 */
export function createApi(services: Services, cookies: Cookies, cached: AnswerCache) {
  const {
    upload,
    images,
    signIn,
    photos,
    albums,
    cameras,
    guests,
    likes,
    comments,
    drive,
    ...other
  } = createCalls(services, cookies, cached)

  const api = new Hono<Env>()
    // Photos in, which are no JSON.
    .put('/local/upload', owner('Take a photo in', Photo), ...upload.upload)
    .put('/cameras/:id/image/upload', owner("Set a camera's picture", Camera), ...cameras.upload)
    .use(jsonBodies)

    // Signing in
    .post('/login', anybody('Sign the owner in', Authenticated), ...signIn.login)
    .get('/logout', anybody('Sign the owner out', Authenticated), ...signIn.logout)
    .get('/loggedin', anybody('Is the owner signed in?', Authenticated), ...signIn.loggedIn)
    .post('/setup', anybody('Claim a fresh site', Authenticated), ...signIn.setup)

    // The owner, the display, the pages
    .get('/user', anybody("The owner's profile", User), ...signIn.user)
    .put('/user', owner('Change the profile', User), ...signIn.changeUser)
    .put('/user/pic', owner('Change the profile picture', User), ...signIn.changePicture)
    .get('/user/config', anybody('The display settings', UxConfig), ...other.uxConfig.get)
    .post('/user/config', owner('Change the display settings', UxConfig), ...other.uxConfig.change)
    .get('/pages/:page', anybody('The resume or about page', Page), ...other.pages.get)

    // Photos
    .get('/photos', anybody('The photostream; for the owner all', PhotoList), ...photos.list)
    .get('/photos/search', anybody('Photos by camera or words', PhotoList), ...photos.search)
    .get('/photos/:id', anybody('A photo', Photo), ...photos.get)
    .put('/photos/:id', owner("Change a photo's texts", Photo), ...photos.change)
    .delete('/photos/:id', owner('Delete a photo', Photo), ...photos.remove)
    .delete('/photo', owner('Delete every photo', PhotoList), ...photos.removeAll)
    .get('/photos/:id/original', owner("The owner's own file", picture), ...photos.original)
    .get('/photos/:id/albums', anybody('The albums it is in', z.array(Album)), ...photos.albums)
    .put('/photos/:id/albums/set', owner('Put it into albums', z.array(Album)), ...photos.setAlbums)
    .get('/photos/:id/edit/preview', owner('Preview a crop', picture), ...photos.previewEdit)
    .put('/photos/:id/edit', owner('Crop and turn a photo', Photo), ...photos.edit)
    .delete('/photos/:id/edit', owner('Take crop and turn back', Photo), ...photos.restore)

    // Its bytes
    .get('/thumbs/:fileName', anybody('A photo at 400 × 400', picture), ...images.thumb)
    .get('/squares/:fileName', anybody('A photo at 1200 × 1200', picture), ...images.square)
    .get('/portraits/:fileName', anybody('A photo at 1080 × 1350', picture), ...images.portrait)
    .get('/landscapes/:fileName', anybody('A photo at 1200 × 628', picture), ...images.landscape)
    .get('/resizes/:fileName', anybody('A photo in its own shape', picture), ...images.resize)
    .get('/images/:fileName', anybody('A photo in full', picture), ...images.original)

    // Albums
    .get('/albums', anybody('Every album without a code', z.array(Album)), ...albums.list)
    .post('/albums', owner('Add an album', Album), ...albums.create)
    .get('/albums/:id', anybody('An album', Album), ...albums.get)
    .put('/albums/:id', owner('Change an album', Album), ...albums.change)
    .delete('/albums/:id', owner('Delete an album, not its photos', Album), ...albums.remove)
    .get('/albums/:id/photos', anybody("An album's photos", PhotoList), ...albums.photos)
    .put('/albums/:id/photos/add', owner('Add photos to an album', ItemCount), ...albums.addPhotos)
    .put('/albums/:id/photos/delete', owner('Take photos out', ItemCount), ...albums.removePhotos)
    .put('/albums/:id/order', owner('Keep an order by hand', Album), ...albums.order)

    // Cameras
    .get(
      '/cameras',
      anybody('The cameras of the photos one may see', z.array(Camera)),
      ...cameras.list,
    )
    .get('/cameras/:id', anybody('A camera', Camera), ...cameras.get)
    .put('/cameras/:id', owner("Change a camera's specification", Camera), ...cameras.change)
    .put('/cameras/:id/image', owner("Fetch a camera's picture", Camera), ...cameras.fetchImage)
    .get('/cameras/:id/image', anybody("A camera's picture", picture), ...cameras.image)
    .get('/cameras/:id/image/:size', anybody('The same, small', picture), ...cameras.image)

    // Guests
    .get('/guest/is', anybody('Is a guest signed in?', Authenticated), ...guests.is)
    .get('/guest', guest('The guest', Guest), ...guests.get)
    .post('/guest', anybody('Register', Registration), ...guests.register)
    .post('/guest/update', guest('Change name or e-mail', Guest), ...guests.update)
    .get('/guest/verify', anybody("Follow a mail's link here", Guest), ...guests.verify)
    .post('/guest/verify', anybody("Follow a mail's link anywhere", Guest), ...guests.confirm)
    .get('/guest/logout', anybody('Sign the guest out', Authenticated), ...guests.logout)
    .get('/guest/likes', member('The photos one likes', z.array(z.uuid())), ...guests.likes)
    .get('/guest/likes/:photoId', member('Whether one likes a photo', Liked), ...guests.likesPhoto)

    // Likes and comments
    .get('/likes/:photoId', anybody('Who likes a photo', z.array(Like)), ...likes.list)
    .post('/likes/:photoId/like', member('Like a photo', Liked), ...likes.like)
    .post('/likes/:photoId/unlike', member('Like a photo no more', Liked), ...likes.unlike)
    .get('/comments/:photoId', anybody('Comments on a photo', z.array(Comment)), ...comments.list)
    .post('/comments/:photoId', member('Comment on a photo', Comment), ...comments.write)
    .delete('/comments/:photoId/:id', member('Delete a comment', Comment), ...comments.remove)

    // Google Drive
    .get('/drive', owner('The JPEGs in the folder', z.array(DriveFile)), ...drive.list)
    .get('/drive/check', owner('What is new in the folder', z.array(DriveFile)), ...drive.check)
    .get('/drive/authenticated', owner('Is the drive connected?', DriveStatus), ...drive.status)
    .get('/drive/auth', owner('Connect the drive', { redirect: 'To Google' }), ...drive.auth)
    .get('/drive/callback', owner('The way back', { redirect: 'To the screen' }), ...drive.callback)
    .post('/drive/disconnect', owner('Disconnect the drive', Authenticated), ...drive.disconnect)
    .put('/user/gdrive', owner('Choose the folder', User), ...drive.setFolder)
    .post('/drive/job/schedule', owner('Start an import', Job), ...drive.schedule)
    .get('/drive/job', owner('The latest import', LatestJob), ...drive.latest)
    .get('/drive/job/:id', owner('An import', Job), ...drive.job)
    .post('/drive/job/:id/cancel', owner('Cancel an import', Job), ...drive.cancel)
    .put('/drive/upload', owner('Import, and wait for the end', Job), ...drive.upload)

    // The product itself
    .get('/health', anybody('Is it well?', Health), ...other.health)
    .get('/openapi.json', anybody('These calls as OpenAPI 3.1', z.unknown()), ...other.openapi)
    .get('/docs', anybody('These calls to read', { media: 'text/html' }), ...other.docs)

  other.document(api)
  api.all('*', methodNotAllowed(api.routes))

  const guarded = new Hono<Env>()
  for (const [path, refuse] of shadowedPaths(api.routes)) guarded.all(path, refuse)
  return guarded.route('/', api)
}

/** The typed client's view of the API: `hc<Api>('/')` of hono/client. */
export type Api = ReturnType<typeof createApi>

/** What stands behind the table: every noun's calls, with the limits and the cache they share. */
function createCalls(services: Services, cookies: Cookies, cached: AnswerCache) {
  const { clock, config, library, photos, albums } = services
  const limit = (count: number, windowMs: number, message: string) =>
    createRateLimit(clock, { count, windowMs, message })
  const loginLimit = limit(10, minuteMs, 'too many tries; wait a minute')
  const knownLimit = limit(10, minuteMs, 'too many tries; wait a minute')
  const wholeLists = limit(
    30,
    minuteMs,
    'too many long lists were requested; use a limit of 500 or less and an offset',
  )
  const registrations = limit(20, hourMs, 'too many registrations from here; try again in an hour')
  const verifications = limit(60, minuteMs, 'too many links were followed; wait a minute')
  const answerList = createListAnswer(photos, { wholeLists, stream: streamedJson })
  const limitGuests = guestLimits(clock)
  const room = guestRoom(() => hasRoom(library.root, 'guests'))
  return {
    upload: uploadCalls({ ...services, maxUpload: config.maxUpload }),
    images: imageCalls(services),
    signIn: ownerCalls({ ...services, cookies, loginLimit, knownLimit, cached }),
    photos: photoCalls({
      photos,
      albums,
      edits: services.edits,
      library,
      sourceNameOf: services.photoRows.sourceNameOf,
      isSearchOn: config.search,
      answerList,
      cached,
    }),
    albums: albumCalls({ albums, answerList, wholeLists, cached }),
    cameras: cameraCalls({ ...services, cached }),
    guests: guestCalls({ ...services, cookies, registrations, verifications, room }),
    likes: likeCalls({ ...services, limitGuests, room }),
    comments: commentCalls({ ...services, limitGuests, room }),
    drive: driveCalls({ ...services, cookie: cookies.owner }),
    uxConfig: uxConfigCalls({ ...services, cached }),
    pages: pageCalls(services),
    health: healthCall(services),
    ...documentCalls(),
  }
}
