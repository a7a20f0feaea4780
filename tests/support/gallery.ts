// A complete gallery for one test: its own data folder and clock, listening on the loopback.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { openBucketFor } from '../../src/cli/open-media.ts'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Pause } from '../../src/core/clock.ts'
import { type Config, readConfig } from '../../src/core/config/config.ts'
import { setLogFormat } from '../../src/core/log.ts'
import { createMetrics } from '../../src/operations/metrics/metrics.ts'
import { createServices } from '../../src/services.ts'
import { openLibrary } from '../../src/storage/library.ts'
import { type Browser, openBrowser } from './browser.ts'
import { type DeclaredResponses, declaredResponses } from './declared-responses.ts'
import { folderFaults } from './folder-faults.ts'
import { codeIn, lettersTo } from './mailbox.ts'
import { writeNewDatabase } from './new-gallery.ts'
import { camera } from './photos.ts'
import { ownerPassword, quickClaim } from './quick-claims.ts'
import { ensureServerBundle } from './server-bundle.ts'

export { ownerPassword }

export type Gallery = Awaited<ReturnType<typeof openGallery>>

/**
 * Opens a gallery; `await using` closes it at the end of the test, which fails unless every file
 * has its row and every row its file. `data` opens a folder that another gallery left.
 */
export async function openGallery(
  settings: Partial<Config> & {
    name?: string
    bio?: string
    keepFolder?: boolean
    pause?: Pause
    /** What starts the executable. */
    program?: readonly string[]
  } = {},
) {
  const {
    name = 'Ann Example',
    bio = '',
    keepFolder = false,
    pause,
    program,
    ...changes
  } = settings
  await ensureServerBundle()
  const data = settings.data ?? (await mkdtemp(join(tmpdir(), 'vitrine-test-')))
  const config: Config = { ...readConfig({}, {}), port: 0, ...changes, data }
  setLogFormat(config.log)
  const clock = createClock()
  const library = openLibrary(data)
  writeNewDatabase(library.databasePath)
  const services = createServices(config, library, {
    address: () => address(),
    clock,
    openMetrics: config.metricsToken === undefined ? undefined : createMetrics,
    openBucket: openBucketFor(config),
    ...(pause && { pause }),
    program,
  })
  await services.media.begin()
  await services.intents.recover()
  await library.emptyTemporary()

  let unclaimedVisits = 0
  const address = () => config.publicUrl ?? `http://localhost:${server.port}`
  let app: ReturnType<typeof createApp> | undefined
  let responses: DeclaredResponses | undefined
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    maxRequestBodySize: Number.POSITIVE_INFINITY,
    fetch: async (request, server) =>
      responses!.look(request, await app!.fetch(request, { server })),
  })
  app = createApp(services, () => {
    unclaimedVisits++
  })
  responses = declaredResponses(app)
  const base = `http://127.0.0.1:${server.port}`
  const asVisitor = () => openBrowser(base)

  /** Claims the gallery the first time and signs in after that. */
  const asOwner = async (): Promise<Browser> => {
    const browser = asVisitor()
    const secret = await services.owner.freshSetupSecret({ unlessLive: false })
    const answer = await quickClaim(() =>
      secret
        ? browser.post('/api/setup', { secret, password: ownerPassword, name, bio })
        : browser.post('/api/login', { password: ownerPassword }),
    )
    if (answer.status !== 200) throw new Error(`sign-in answered ${await answer.text()}`)
    return browser
  }

  /**
   * Registers and opens the link in the e-mail; an address that was just sent one gets no other.
   */
  const asGuest = async (
    name: string,
    email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`,
  ): Promise<Browser> => {
    const browser = asVisitor()
    const letters = () => lettersTo({ data, services }, email)
    const known = (await letters()).length
    await browser.data('/api/guest', { method: 'POST', body: { name, email } })
    const letter = (await letters())[known]
    if (!letter) throw new Error(`nothing was sent to ${email}`)
    await browser.data(`/api/guest/verify?code=${codeIn(letter)}`)
    return browser
  }

  return {
    services,
    config,
    clock,
    base,
    port: server.port!,
    data,
    address,
    asVisitor,
    asOwner,
    asGuest,
    unclaimedVisits: () => unclaimedVisits,
    /** Stops without checking the folder and leaves it for the next gallery. */
    abandon: async () => {
      await server.stop(true)
      await Promise.all([services.mail.stop(), services.safety.stop()])
      setLogFormat('text')
      services.close()
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop(true)
      await Promise.all([services.mail.stop(), services.safety.stop()])
      setLogFormat('text')
      const problems = [...(await folderFaults(services)), ...responses.problems]
      services.close()
      if (!keepFolder) await rm(data, { recursive: true, force: true })
      if (problems.length > 0)
        throw new Error(`the data folder is inconsistent:\n${problems.join('\n')}`)
    },
  }
}

/** A clock that stands still until it is advanced, in ms. */
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

/** The form of an upload; `name` is the client's file name. */
export function uploadForm(
  bytes: Uint8Array,
  { name = 'DSC_0001.jpg', type = 'image/jpeg', ...fields }: Record<string, string> = {},
): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('image', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name)
  return form
}

export function send(
  owner: Browser,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
): Promise<Response> {
  return owner.request('/api/local/upload', { method: 'PUT', body: uploadForm(bytes, fields) })
}

/**
 * Uploads a photo that must be accepted; the clock advances by a second so that lists have an
 * order.
 */
export async function upload(
  gallery: Gallery,
  owner: Browser,
  bytes: Uint8Array | Promise<Uint8Array> = camera(),
  fields: Record<string, string> = {},
): Promise<Photo> {
  gallery.clock.advance(1000)
  const answer = await send(owner, await bytes, fields)
  if (answer.status !== 200) throw new Error(`upload answered ${await answer.text()}`)
  return (await answer.json()).data
}

/** Creates an album with these photos; with `isPhotostream` it becomes the photostream. */
export async function makeAlbum(
  owner: Browser,
  name: string,
  photos: { id: string }[] = [],
  { isPhotostream = false } = {},
): Promise<Album> {
  const album = await owner.data<Album>('/api/albums', {
    method: 'POST',
    body: { name, description: '', coverPic: '' },
  })
  if (isPhotostream) {
    await owner.data('/api/user/config', {
      method: 'POST',
      body: { photoStreamAlbumId: album.id },
    })
  }
  await owner.data(`/api/albums/${album.id}/photos/add`, {
    method: 'PUT',
    body: { photoIds: photos.map((photo) => photo.id) },
  })
  return album
}

/** A public photo and its owner's browser. */
export async function publicPhoto(
  gallery: Gallery,
  bytes: Uint8Array | Promise<Uint8Array> = camera(),
) {
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner, bytes)
  const album = await makeAlbum(owner, 'Photostream', [photo], { isPhotostream: true })
  return { owner, photo, album }
}
