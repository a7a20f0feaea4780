// A gallery on the executable for many random requests: it has private photos that none of them may
// show, and is filled again whenever they have emptied it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { startVitrine, temporaryFolder } from './executable.ts'
import { makePhotos, writePhotos } from './made-photos.ts'
import { claim, ownerClient, ownerPassword } from './owner-client.ts'
import { camera } from './photos.ts'
import {
  type Known,
  type ListedRoute,
  metricsToken,
  type RequestViewer,
} from './random-requests.ts'
import { pick } from './random-values.ts'
import type { Random } from './seed.ts'

/** The photos that are left before more are added. */
const fewestPhotos = 8
const albumCode = 'the right code'

type Secret = { readonly id: string; readonly fileName: string; readonly title: string }

export type SweptGallery = Awaited<ReturnType<typeof openSweptGallery>>

export async function openSweptGallery() {
  const server = await startVitrine(join(temporaryFolder(), 'data'), {
    flags: ['--trusted-proxies', '127.0.0.1', '--google-url', 'http://127.0.0.1:9'],
    environment: { VITRINE_METRICS_TOKEN: metricsToken },
  })
  const cookies = { owner: await claim(server), guest: '', 'grant holder': '' }
  const owner = () => ownerClient(server, cookies.owner)
  const create = async <T>(method: string, path: string, body: object): Promise<T> => {
    const answer = await owner().send(method, path, body)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text).data
  }
  let made = 0
  const addPhoto = async (options: Parameters<typeof camera>[0]): Promise<string> => {
    const { id, status, message } = await owner().upload({
      name: `${++made}.jpg`,
      bytes: await camera(options),
    })
    if (!id) throw new Error(`an upload answered ${status}: ${message}`)
    return id
  }
  const addAlbum = async (body: object, photoIds: string[]): Promise<string> => {
    const { id } = await create<Album>('POST', '/api/albums', body)
    await create('PUT', `/api/albums/${id}/photos/add`, { photoIds })
    return id
  }
  const addSecret = async (title: string): Promise<Secret> => {
    const id = await addPhoto({ title, date: null, model: 'Hidden 1' })
    const { fileName } = await owner().json<Photo>(`/api/photos/${id}`)
    return { id, fileName, title }
  }

  const inNoAlbum = [await addSecret('Unseen-5301'), await addSecret('Unseen-5302')]
  const behindCode = [await addSecret('Unseen-5303'), await addSecret('Unseen-5304')]
  const codedIds = behindCode.map(({ id }) => id)
  const codedAlbum = await addAlbum({ name: 'Coded', code: albumCode }, codedIds)
  const isProtected = new Set([...inNoAlbum, ...behindCode].map(({ id }) => id)).add(codedAlbum)

  /** Adds photos, albums and comments. */
  const fill = async () => {
    const gps: [number, number] = [50, 8]
    const options = { gps, lens: 'Zoom 1', keywords: ['Gate'], rating: 4 }
    const photos: string[] = []
    for (let n = 0; n < 12; n++) photos.push(await addPhoto({ ...options, title: `Shown ${n}` }))
    const stream = await addAlbum({ name: `Stream ${++made}` }, photos)
    await create('POST', '/api/user/config', { photoStreamAlbumId: stream })
    await addAlbum({ name: `Gates ${made}`, rule: 'keyword=gate' }, []).catch(() => undefined)
    const family = await addAlbum({ name: `Family ${made}` }, photos.slice(0, 3))
    await create('PUT', `/api/albums/${family}`, { downloadable: true })
  }
  const folders = [join(temporaryFolder(), 'card'), '/nowhere/at/all']
  writePhotos(folders[0]!, await makePhotos(3, { first: 5_000, width: 48, height: 32 }))
  const uploads = await Promise.all(Array.from({ length: 40 }, () => camera({ title: 'Sent' })))
  const interfaceFiles = await interfaceFilesOf(server.address)
  const etags: string[] = []
  const jobs: string[] = []

  /** Everything that requests can name now, without the protected photos and their album. */
  const look = async (): Promise<Known> => {
    const { json } = owner()
    const listOf = async <T>(path: string): Promise<T[]> => {
      const data = await json<T[] | { [key: string]: T[] }>(path)
      return Array.isArray(data) ? data : (Object.values(data).find(Array.isArray) ?? [])
    }
    const idsIn = async (path: string) =>
      (await listOf<{ id: string }>(path)).map(({ id }) => id).filter((id) => !isProtected.has(id))
    const photos = (await listOf<Photo>('/api/photos?limit=500')).filter(
      ({ id }) => !isProtected.has(id),
    )
    const cameras = await idsIn('/api/cameras')
    const lenses = await idsIn('/api/lenses')
    const ids = photos.map(({ id }) => id)
    return {
      photos: ids,
      fileNames: photos.map(({ fileName }) => fileName),
      albums: await idsIn('/api/albums'),
      others: {
        ...{ camera: cameras, cameras, lens: lenses, lenses, keyword: ['gate'], word: ['gate'] },
        ...{ page: ['about', 'resume'], size: ['48', '400'], version: ['1'], job: jobs },
        '': ids.length > 0 ? await idsIn(`/api/comments/${ids[0]}`) : [],
        'read-again': jobs,
        pending: await idsIn('/api/uploads/pending'),
        trash: await idsIn('/api/trash'),
        sources: await idsIn('/api/sources'),
      },
      ...{ folders, interfaceFiles, etags, uploads, origin: server.address },
    }
  }
  const signInAgain = async () => {
    cookies.owner = await postFor(server.address, ++made)('/api/login', { password: ownerPassword })
  }
  const guestAgain = async () => {
    cookies.guest = await newGuest(server, ++made)
  }
  await guestAgain()
  cookies['grant holder'] = await cookieFrom(
    `${server.address}/?code=${encodeURIComponent(albumCode)}`,
  )

  return {
    server,
    /** Of cookies that end no session, or what is made of them. */
    cookieOf: (random: Random, viewer: RequestViewer): string => {
      if (viewer === 'anonymous') return ''
      return viewer === 'stranger' ? forgedCookie(random, cookies) : cookies[viewer]
    },
    signInAgain,
    guestAgain,
    /** Fills the gallery if it is nearly empty. */
    refresh: async (): Promise<{ mutable: Known; all: Known }> => {
      if ((await owner().request('/api/status')).status !== 200) await signInAgain()
      let mutable = await look()
      if (mutable.photos.length < fewestPhotos || mutable.albums.length < 2) {
        await fill()
        mutable = await look()
      }
      const hidden = [...inNoAlbum, ...behindCode]
      const all = {
        ...mutable,
        photos: [...mutable.photos.slice(0, 20), ...hidden.map(({ id }) => id)],
        fileNames: [...mutable.fileNames.slice(0, 20), ...hidden.map(({ fileName }) => fileName)],
        albums: [...mutable.albums.slice(0, 9), codedAlbum],
      }
      return { mutable, all }
    },
    noteEtag: (etag: string) => void (etags.length < 200 && etags.push(etag)),
    noteJob: (id: string) => void (jobs.length < 200 && jobs.push(id)),
    /** The photos that this viewer may never see; the code may be in the address itself. */
    secretsFor: (viewer: RequestViewer, target = ''): readonly Secret[] => {
      if (viewer === 'owner') return []
      const hasCode = viewer === 'grant holder' || target.includes(encodeURIComponent(albumCode))
      return hasCode ? inNoAlbum : [...inNoAlbum, ...behindCode]
    },
  }
}

/** The routes of the API's own description. */
export async function listedRoutes(address: string): Promise<ListedRoute[]> {
  const { paths } = (await (await fetch(`${address}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path: path.replace('{commentId}', '{id}').replace(/\{(\w+)\}/g, ':$1'),
      queryNames: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    })),
  )
}

/** The scripts and styles that pages load. */
async function interfaceFilesOf(address: string): Promise<string[]> {
  const page = await (await fetch(address, { headers: { Accept: 'text/html' } })).text()
  return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
    .map(([, path]) => path!)
    .slice(0, 6)
}

async function cookieFrom(address: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual', ...init })
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]!)
  if (cookies.length === 0) throw new Error(`${address}: ${answer.status} set no cookie`)
  return cookies.join('; ')
}

/** Posts from an address of its own, since attempts are limited. @returns the cookie that is set. */
const postFor =
  (address: string, number: number) =>
  (path: string, body: object, cookie = ''): Promise<string> =>
    cookieFrom(address + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `198.51.${(number >> 8) & 255}.${number & 255}`,
        ...(cookie && { Cookie: cookie }),
      },
    })

/** Registers a guest and opens the link in the e-mail. @returns the session's cookie. */
async function newGuest({ address, data }: { address: string; data: string }, number: number) {
  const email = `guest-${number}@example.org`
  const post = postFor(address, number)
  const registration = await post('/api/guest', { name: `Guest ${number}`, email })
  const outbox = join(data, 'outbox')
  for (let tries = 0; tries < 100; tries++) {
    const letters = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
    const letter = letters.find((text) => text.includes(email))
    const code = letter && /\/guest\?code=([\w-]{43})/.exec(letter)?.[1]
    if (code) return post('/api/guest/verify', { code }, registration)
    await Bun.sleep(50)
  }
  throw new Error(`no letter to ${email}`)
}

/** None, or what looks like a session but is none. */
function forgedCookie(random: Random, { owner, guest }: { owner: string; guest: string }): string {
  // Every cookie of the session, not at its end, whose last bits may mean nothing.
  const changed = (cookie: string) =>
    cookie.replace(/=(.)/g, (_, first: string) => (first === 'A' ? '=B' : '=A'))
  return pick(random, [
    ...[
      '',
      '',
      '',
      changed(owner),
      changed(guest),
      'vitrine_owner=',
      '=;;; vitrine_owner',
      '=',
      ';',
    ],
    ...['vitrine_owner=x; vitrine_guest=y', 'vitrine_albums=~~.~', 'vitrine_known=%00; a="b'],
    `vitrine_owner=${'x'.repeat(6_000)}`,
    `vitrine_albums=${`${'0'.repeat(36)}.x~`.repeat(60)}`,
    `vitrine_registration=${'%ff'.repeat(20)}`,
    `vitrine_guest=${/=([^;]*)/.exec(owner)?.[1]}`,
  ])
}
