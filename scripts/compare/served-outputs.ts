import { cpSync, rmSync } from 'node:fs'
import { pageRules } from '../../src/contract/site/page-table.ts'
import { runCommand, startVitrine } from '../../tests/support/executable.ts'
import { writeOwnPages } from '../../tests/support/own-pages.ts'
import { ownerClient, ownerPassword, signIn } from '../../tests/support/owner-client.ts'
import type { Outputs } from './differences.ts'
import { indented, mask, onePerLine } from './mask.ts'

const environment = { VITRINE_PASSWORD: ownerPassword }
/** Change from request to request, or with the machine. */
const unsteady = /^\/api\/(health|status|metrics)$/

type Ids = { readonly photos: string[]; readonly albums: string[]; readonly code: string }
type Viewer = { readonly name: string; readonly cookie: string }
type Listed = { readonly id: string; readonly name?: string }

/** A gallery with albums, a share code, likes and comments, made by one executable for both. */
export async function makeGallery(executable: string, data: string, photos: string): Promise<void> {
  const words = ['import', photos, '--album', 'Compared', '--photostream', '--data', data]
  await runCommand(words, { executable })
  const server = await startVitrine(data, { executable, environment })
  writeOwnPages(data)
  const owner = ownerClient(server, await signIn(server))
  const [first, second] = await owner.photos()
  await owner.send('POST', '/api/albums', { name: 'Coded', code: 'a code' })
  await owner.send('PUT', `/api/photos/${first!.id}`, {
    title: 'First',
    keywords: ['lake', 'boat'],
  })
  await owner.send('PUT', '/api/places/settings', { whoSees: 'town', homeZones: [] })
  await owner.send('POST', `/api/likes/${first!.id}/like`, {})
  await owner.send('POST', `/api/comments/${second!.id}`, { comment: 'A comment' })
  await server.stop()
}

/** Pages as a visitor and as the owner, and responses to GET requests. */
export async function servedOutputs(
  executable: string,
  data: string,
  gallery: string,
): Promise<Outputs> {
  rmSync(data, { recursive: true, force: true })
  cpSync(gallery, data, { recursive: true })
  const server = await startVitrine(data, { executable, environment })
  const owner = { name: 'owner', cookie: await signIn(server) }
  const get = (path: string, { cookie }: Viewer) =>
    fetch(server.address + path, { headers: { Cookie: cookie }, redirect: 'manual' })
  const json = async <T>(path: string): Promise<T> =>
    ((await (await get(path, owner)).json()) as { data: T }).data
  const albums = await json<(Listed & { code: string })[]>('/api/albums')
  const { photos } = await json<{ photos: Listed[] }>('/api/photos')
  const ids: Ids = {
    photos: photos.map(({ id }) => id),
    albums: albums.map(({ id }) => id),
    code: albums.find(({ code }) => code !== '')?.code ?? '',
  }
  const document = await (await get('/api/openapi.json', owner)).text()
  const outputs = new Map([['openapi: document', mask(indented(document))]])
  const paths = [...pagePaths(ids), ...(await siteFiles(get)), ...apiPaths(document, ids)]
  for (const viewer of [{ name: 'visitor', cookie: '' }, owner]) {
    for (const path of new Set(paths)) {
      const kind = path.startsWith('/api/') ? 'API' : 'page'
      outputs.set(`${kind}: ${path} as ${viewer.name}`, await textOf(await get(path, viewer)))
    }
  }
  await server.stop()
  return outputs
}

async function textOf(response: Response): Promise<string> {
  const { status, headers } = response
  const kept = ['content-type', 'location', 'cache-control', 'content-security-policy', 'link']
  const head = kept.map((name) => `${name}: ${headers.get(name)}`).join('\n')
  const isText = /json|text|xml|manifest/.test(headers.get('content-type') ?? '')
  const body = isText ? await response.text() : `${(await response.arrayBuffer()).byteLength} bytes`
  return mask(`${status}\n${head}\n${indented(onePerLine(body))}\n`)
}

/** Every page of the table, with the ids of the gallery, and some variants of lists. */
function pagePaths({ photos, albums, code }: Ids): string[] {
  const [photo = ''] = photos
  const values: Readonly<Record<string, readonly string[]>> = {
    photoId: photos,
    albumId: albums,
    cameraId: ['Kodak Brownie 127'],
    lensId: ['Dakon 65mm'],
    word: ['lake'],
    setting: ['', 'local', 'sharing', 'status'],
  }
  const fill = (path: string): string[] => {
    const [part, name] = /:(\w+)\??/.exec(path) ?? []
    if (!part || !name) return [path]
    return (values[name] ?? ['']).flatMap((value) =>
      fill(path.replace(part, encodeURIComponent(value)).replace(/\/$/, '') || '/'),
    )
  }
  const pages = Object.values(pageRules).flatMap(({ path }) => fill(path))
  const lists = ['/?offset=5', '/photo?q=lake', '/photo?camera=Kodak', `/photo/${photo}?q=made`]
  const coded = albums.map((id) => `/album/${id}?code=${encodeURIComponent(code)}`)
  return [...pages, ...lists, ...coded, '/missing', '/album/missing', '/photo/missing']
}

/** Feeds, what crawlers read, and embedding. */
async function siteFiles(
  get: (path: string, viewer: Viewer) => Promise<Response>,
): Promise<string[]> {
  const files = ['/robots.txt', '/sitemap.xml', '/feed.atom', '/feed.json', '/manifest.webmanifest']
  const sitemap = await (await get('/sitemap.xml', { name: 'visitor', cookie: '' })).text()
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map((m) => m[1]!)
  return [...files, ...listed]
}

/** Every GET endpoint of the document; ids in addresses are those of a photo and an album. */
function apiPaths(document: string, { photos, albums }: Ids): string[] {
  const { paths } = JSON.parse(document) as { paths: Record<string, object> }
  return Object.entries(paths)
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) => {
      const id = path.startsWith('/api/albums') ? albums[0] : photos[0]
      return path.replaceAll(/\{\w+\}/g, encodeURIComponent(id ?? ''))
    })
    .filter((path) => !unsteady.test(path) && !path.startsWith('/api/download/'))
}
