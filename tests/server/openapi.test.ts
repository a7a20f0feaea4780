import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import { createApp } from '../../src/app.ts'
import { type Role, roles } from '../../src/contract/people/roles.ts'
import type { Reading } from '../../src/contract/photos/read-again.ts'
import { filterKeys } from '../../src/contract/search/photo-filter.ts'
import type { Document, Operation } from '../../src/http/openapi/openapi-document.ts'
import { routeTable } from '../../src/http/route.ts'
import { declaredResponses } from '../support/declared-responses.ts'
import { type Gallery, openGallery, publicPhoto } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

/** The letters for the roles in the table below. */
const letters: Record<string, Role> = { A: 'anybody', G: 'guest', R: 'member', O: 'owner' }

/** Every endpoint of the API with its role. */
const agreed = `
A POST   /api/login
A GET    /api/logout
A GET    /api/loggedin
A POST   /api/setup
A GET    /api/places
O GET    /api/places/settings
O PUT    /api/places/settings
A GET    /api/map/tiles
A GET    /api/pages/{page}
O GET    /api/pages/{page}/source
O PUT    /api/pages/{page}
O POST   /api/pages/{page}/preview
O GET    /api/pages/{page}/versions
O GET    /api/pages/{page}/versions/{version}
A GET    /api/user
O PUT    /api/user
O PUT    /api/user/pic
A GET    /api/user/config
O POST   /api/user/config
O GET    /api/sharing
O PUT    /api/sharing
O GET    /api/rules
O PUT    /api/rules
O POST   /api/rules/preview
O POST   /api/rules/apply
O POST   /api/rules/apply/cancel
A GET    /api/photos
A GET    /api/photos/search
A GET    /api/photos/{id}
O PUT    /api/photos/{id}
O DELETE /api/photos/{id}
O DELETE /api/photo
O GET    /api/photos/{id}/versions
O PUT    /api/photos/{id}/version
O GET    /api/uploads/pending
O POST   /api/uploads/pending/{id}
O GET    /api/uploads/pending/{id}/preview
O GET    /api/trash
O DELETE /api/trash
O POST   /api/trash/restore
O POST   /api/trash/delete
O GET    /api/trash/{id}/preview
O POST   /api/photos/batch
O POST   /api/photos/batch/undo
O POST   /api/photos/batch/summary
O GET    /api/photos/{id}/original
A GET    /api/photos/{id}/albums
O PUT    /api/photos/{id}/albums/set
O GET    /api/photos/{id}/edit/preview
O PUT    /api/photos/{id}/edit
O DELETE /api/photos/{id}/edit
O POST   /api/photos/{id}/read-again
O POST   /api/photos/read-again
O GET    /api/photos/read-again/{id}
O GET    /api/photos/read-again/{id}/changes
O POST   /api/photos/read-again/{id}/apply
O DELETE /api/photos/read-again/{id}
A GET    /api/albums
A GET    /api/albums/{id}/download
A GET    /api/cards/site
A GET    /api/cards/albums/{id}
A GET    /api/cards/cameras/{id}
A GET    /api/cards/lenses/{id}
A GET    /api/albums/{id}
O POST   /api/albums
O PUT    /api/albums/{id}
O DELETE /api/albums/{id}
A GET    /api/albums/{id}/photos
O PUT    /api/albums/{id}/photos/add
O PUT    /api/albums/{id}/photos/delete
O PUT    /api/albums/{id}/order
O GET    /api/albums/rule/preview
O PUT    /api/albums/covers/settle
A GET    /api/cameras
A GET    /api/cameras/{id}
O PUT    /api/cameras/{id}
O PUT    /api/cameras/{id}/image
O PUT    /api/cameras/{id}/image/upload
A GET    /api/cameras/{id}/image
A GET    /api/cameras/{id}/image/{size}
A GET    /api/cameras/{id}/evidence
A GET    /api/lenses
A GET    /api/lenses/{id}
A GET    /api/keywords
A GET    /api/keywords/{word}
A GET    /api/archive
A GET    /api/guest/is
G GET    /api/guest
A POST   /api/guest
G POST   /api/guest/update
A GET    /api/guest/verify
A POST   /api/guest/verify
A GET    /api/guest/logout
R GET    /api/guest/likes
R GET    /api/guest/likes/{photoId}
A GET    /api/likes/{photoId}
R POST   /api/likes/{photoId}/like
R POST   /api/likes/{photoId}/unlike
A GET    /api/comments/{photoId}
R POST   /api/comments/{photoId}
R DELETE /api/comments/{photoId}/{commentId}
O PUT    /api/local/upload
A GET    /api/thumbs/{fileName}
A GET    /api/squares/{fileName}
A GET    /api/portraits/{fileName}
A GET    /api/landscapes/{fileName}
A GET    /api/resizes/{fileName}
A GET    /api/images/{fileName}
O GET    /api/status
A GET    /api/health
A GET    /api/oembed
A GET    /api/openapi.json
A GET    /api/docs
O PUT    /api/user/gdrive
O GET    /api/drive/auth
A GET    /api/drive/callback
O GET    /api/drive/authenticated
O GET    /api/drive
O GET    /api/drive/check
O GET    /api/drive/folder
O GET    /api/drive/folders
O GET    /api/drive/failures
O DELETE /api/drive/failures
O DELETE /api/drive/failures/{fileId}
O POST   /api/drive/job/schedule
O GET    /api/drive/job
O GET    /api/drive/job/{id}
O POST   /api/drive/job/{id}/cancel
O PUT    /api/drive/upload
O POST   /api/drive/disconnect
O GET    /api/drive/client
O PUT    /api/drive/client
O DELETE /api/drive/client
O GET    /api/sources
O POST   /api/sources
O GET    /api/sources/{id}
O PUT    /api/sources/{id}
O DELETE /api/sources/{id}
O GET    /api/sources/{id}/plan
O POST   /api/sources/{id}/sync
O POST   /api/sources/{id}/apply
O POST   /api/sources/{id}/cancel
O GET    /api/safety
O PUT    /api/safety
O POST   /api/safety/backup
O POST   /api/safety/key
O DELETE /api/safety/backup
O GET    /api/safety/notices
O POST   /api/safety/notices
O PUT    /api/safety/notices/{id}
O DELETE /api/safety/notices/{id}
O POST   /api/safety/notices/{id}/test
O GET    /api/safety/originals
O POST   /api/safety/originals/check
O POST   /api/safety/originals/put-back`

/** The endpoints that the interface was specified to use. */
const specified = `
GET    /api/albums
GET    /api/albums/{id}
POST   /api/albums
PUT    /api/albums/{id}
DELETE /api/albums/{id}
PUT    /api/albums/{id}/photos/add
PUT    /api/albums/{id}/photos/delete
PUT    /api/albums/{id}/order
GET    /api/albums/{id}/photos
GET    /api/photos
GET    /api/photos/{id}
PUT    /api/photos/{id}
DELETE /api/photos/{id}
DELETE /api/photo
GET    /api/photos/search
GET    /api/photos/{id}/albums
PUT    /api/photos/{id}/albums/set
GET    /api/photos/{id}/edit/preview
GET    /api/comments/{photoId}
POST   /api/comments/{photoId}
GET    /api/likes/{photoId}
POST   /api/likes/{id}/like
POST   /api/likes/{id}/unlike
GET    /api/cameras
GET    /api/cameras/{id}
PUT    /api/cameras/{id}
PUT    /api/cameras/{id}/image
PUT    /api/cameras/{id}/image/upload
GET    /api/user
PUT    /api/user
PUT    /api/user/pic
PUT    /api/user/gdrive
GET    /api/user/config
POST   /api/user/config
POST   /api/login
GET    /api/logout
GET    /api/loggedin
GET    /api/guest
POST   /api/guest
POST   /api/guest/update
GET    /api/guest/is
GET    /api/guest/logout
GET    /api/guest/likes
GET    /api/guest/likes/{id}
GET    /api/guest/verify
GET    /api/drive
GET    /api/drive/check
GET    /api/drive/authenticated
GET    /api/drive/auth
POST   /api/drive/job/schedule
GET    /api/drive/job/{id}
PUT    /api/drive/upload
PUT    /api/local/upload
GET    /api/landscapes/{fileName}
GET    /api/portraits/{fileName}
GET    /api/squares/{fileName}
GET    /api/resizes/{fileName}
GET    /api/images/{fileName}
GET    /api/thumbs/{fileName}
GET    /api/cameras/{id}/image
GET    /api/cameras/{id}/image/{size}`

/** 'GET /api/photos/{}', whatever the parameters are called. */
const shapeOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}|:\w+/g, '{}')}`
const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
const callsOf = (table: string): Record<string, Role> =>
  Object.fromEntries(
    rowsOf(table).map(([letter, method, path]) => [shapeOf(method!, path!), letters[letter!]!]),
  )

type Endpoint = { method: string; path: string; operation: Operation }

async function documentOf(gallery: Gallery): Promise<Document> {
  const answer = await gallery.asVisitor().get('/api/openapi.json')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  return answer.json()
}

const documentedEndpoints = (document: Document): Endpoint[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )

/** The values of a key in every object of the document that has it. */
function everyValue(part: unknown, key: string): unknown[] {
  if (typeof part !== 'object' || part === null) return []
  const own = Object.hasOwn(part, key) ? [(part as Record<string, unknown>)[key]] : []
  return [...own, ...Object.values(part).flatMap((inner) => everyValue(inner, key))]
}

const resolve = (document: Document, ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document)

/** Compiles a schema from anywhere in the document. */
function compiler(document: Document): (schema: unknown) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false })
  ajv.addKeyword('components')
  return (schema) =>
    ajv.compile({ ...(schema as object), components: document.components, $defs: {} })
}

test('the route table and the document have exactly the agreed endpoints, with the same roles', async () => {
  await using gallery = await openGallery()
  const { routes } = createApp(gallery.services, () => undefined)
  const declared = routeTable(routes).map(({ method, path, role }) => [shapeOf(method, path), role])
  const documented = documentedEndpoints(await documentOf(gallery)).map(
    ({ method, path, operation }) => [shapeOf(method.toUpperCase(), path), operation['x-role']],
  )
  expect(Object.fromEntries(declared)).toEqual(callsOf(agreed))
  expect(Object.fromEntries(documented)).toEqual(callsOf(agreed))
})

test('every specified endpoint is among the agreed ones', () => {
  const known = Object.keys(callsOf(agreed))
  const missing = rowsOf(specified)
    .map(([method, path]) => shapeOf(method!, path!))
    .filter((endpoint) => !known.includes(endpoint))
  expect(missing).toEqual([])
  expect(rowsOf(specified).length).toBe(61)
})

test('the document is OpenAPI 3.1, and every reference resolves', async () => {
  await using gallery = await openGallery()
  const document = await documentOf(gallery)
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info).toMatchObject({ title: 'Vitrine', version: expect.any(String) })
  for (const word of ['envelope', 'member', 'details', 'vitrine_albums', '?code=']) {
    expect(document.info.description).toContain(word)
  }
  const references = everyValue(document, '$ref') as string[]
  expect(references.length).toBeGreaterThan(100)
  const dangling = references.filter((ref) => resolve(document, ref) === undefined)
  expect(dangling).toEqual([])
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining([
      'Photo',
      'PhotoList',
      'Album',
      'Camera',
      'Guest',
      'Comment',
      'Like',
      'User',
      'UxConfig',
      'Edit',
      'Error',
    ]),
  )
})

test('every endpoint has a unique name, a section, a summary and its parameters', async () => {
  await using gallery = await openGallery()
  const document = await documentOf(gallery)
  const endpoints = documentedEndpoints(document)
  const names = endpoints.map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([])
  const sections = document.tags.map(({ name }) => name)
  for (const { path, operation } of endpoints) {
    expect(sections).toContain(operation.tags[0])
    expect(operation.summary).not.toBe('')
    expect(roles).toContain(operation['x-role'])
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect([path, declared.map(({ name }) => name)]).toEqual([path, inPath])
    expect(declared.every(({ required }) => required === true)).toBe(true)
    const keys = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(keys).size).toBe(keys.length)
  }
})

test('every schema is JSON Schema 2020-12, and every JSON response and body has one', async () => {
  await using gallery = await openGallery()
  const document = await documentOf(gallery)
  const compile = compiler(document)
  for (const schema of Object.values(document.components.schemas)) compile(schema)
  for (const schema of everyValue(document.paths, 'schema')) {
    expect(Object.keys(schema as object)).not.toEqual([])
    compile(schema)
  }
  for (const { path, operation } of documentedEndpoints(document)) {
    const isLeading = /drive\/(auth|callback)$/.test(path)
    const answered = Object.keys(operation.responses)
    const expected = [isLeading ? '302' : '200', 'default']
    expect([path, answered]).toEqual([path, expect.arrayContaining(expected)])
    if (isLeading) continue
    const contents = everyValue(operation, 'content') as Record<string, { schema?: unknown }>[]
    const json = contents.flatMap((content) => content['application/json'] ?? [])
    expect(json.every(({ schema }) => schema !== undefined)).toBe(true)
  }
  const bounds = [...everyValue(document, 'minimum'), ...everyValue(document, 'maximum')]
  expect(bounds.filter((bound) => !Number.isSafeInteger(bound))).toEqual([])
  expect(bounds).not.toContain(Number.MIN_SAFE_INTEGER)
  expect(bounds).not.toContain(Number.MAX_SAFE_INTEGER)
})

test('the documented refusals follow from the role', async () => {
  await using gallery = await openGallery()
  const document = await documentOf(gallery)
  for (const { method, path, operation } of documentedEndpoints(document)) {
    const { responses, security, 'x-role': role } = operation
    const endpoint = `${method} ${path}`
    const needsSignIn = role !== 'anybody' || endpoint === 'post /api/login'
    expect([endpoint, '401' in responses]).toEqual([endpoint, needsSignIn])
    if (role === 'owner') expect([endpoint, '403' in responses]).toEqual([endpoint, true])
    expect([endpoint, security?.length === 0]).toEqual([endpoint, role === 'anybody'])
  }
  const owner = await gallery.asOwner()
  const scheme = document.components.securitySchemes!.owner
  expect(scheme).toEqual({ type: 'apiKey', in: 'cookie', name: [...owner.cookies.keys()][0]! })
})

test('uploads are forms with one file and documented fields', async () => {
  await using gallery = await openGallery()
  const { paths } = await documentOf(gallery)
  const formOf = (path: string) =>
    (everyValue(paths[path]!.put, 'multipart/form-data') as { schema: object }[])[0]!.schema
  const file = expect.objectContaining({ type: 'string', format: 'binary' })
  expect(formOf('/api/local/upload')).toMatchObject({
    required: ['image'],
    properties: { image: file, sourceId: { type: 'string' }, sourceDate: { type: 'string' } },
  })
  expect(formOf('/api/cameras/{id}/image/upload')).toMatchObject({
    required: ['cameraImage'],
    properties: { cameraImage: file },
  })
})

test('codes and widths are parameters only where they have an effect', async () => {
  await using gallery = await openGallery()
  const endpoints = documentedEndpoints(await documentOf(gallery))
  const taking = (name: string) =>
    endpoints
      .filter(({ operation }) => operation.parameters.some((parameter) => parameter.name === name))
      .map(({ method, path }) => `${method} ${path}`)
      .sort()
  const renditions = ['landscapes', 'portraits', 'resizes', 'squares', 'thumbs']
  expect(taking('w')).toEqual(renditions.map((folder) => `get /api/${folder}/{fileName}`))
  expect(taking('code')).toEqual(
    [
      ...[...renditions, 'images'].map((folder) => `get /api/${folder}/{fileName}`),
      'get /api/albums/{id}',
      'get /api/albums/{id}/download',
      'get /api/albums/{id}/photos',
      'get /api/cards/albums/{id}',
      'get /api/comments/{photoId}',
      // The codes of Google and of the links in e-mails.
      'get /api/drive/callback',
      'get /api/guest/verify',
      'get /api/likes/{photoId}',
      'get /api/photos/{id}',
      'get /api/photos/{id}/albums',
      'get /api/places',
    ].sort(),
  )
})

test('real responses match the document, and its schemas reject others', async () => {
  await using gallery = await openGallery()
  const bytes = camera({ lens: 'XF35mmF1.4 R', title: 'Tor', keywords: ['Gate'] })
  const { owner, photo, album } = await publicPhoto(gallery, bytes)
  await owner.post(`/api/likes/${photo.id}/like`, {})
  await owner.post(`/api/comments/${photo.id}`, { body: 'Well seen' })
  const document = await documentOf(gallery)
  const compile = compiler(document)
  const [lens] = await owner.data<{ id: string }[]>('/api/lenses')
  const [used] = await owner.data<{ id: string }[]>('/api/cameras')
  const [version] = await owner.data<{ id: string }[]>('/api/pages/about/versions')
  const source = await owner.data<{ id: string }>('/api/sources', {
    method: 'POST',
    body: { kind: 'folder', path: import.meta.dir, everyHours: null },
  })
  const ids: Record<string, string> = {
    ...{
      sources: source.id,
      photos: photo.id,
      albums: album.id,
      cameras: used!.id,
      pages: version!.id,
    },
    ...{ lenses: lens!.id, keywords: 'gate' },
  }
  const body = { ids: [photo.id] }
  const reading = await owner.data<Reading>('/api/photos/read-again', { method: 'POST', body })
  const addressOf = (path: string) =>
    path
      .replace('read-again/{id}', `read-again/${reading.id}`)
      .replace(/\{\w+\}/g, (name) =>
        name === '{page}' ? 'about' : (ids[path.split('/')[2]!] ?? photo.id),
      )
  let looked = 0
  for (const { path, method, operation } of documentedEndpoints(document)) {
    const answered = operation.responses[200] as { content?: Record<string, { schema: object }> }
    const schema = answered?.content?.['application/json']?.schema
    // The drive routes have their own tests; here no drive is connected.
    const isElsewhere =
      /search|oembed|logout|verify|guest$|drive$|drive\/(check|folders?$|job\/)/.test(path)
    if (method !== 'get' || !schema || isElsewhere) continue
    const query = path.endsWith('/rule/preview') ? '?rule=rating%3D4..' : ''
    const answer = await owner.get(addressOf(path) + query)
    expect([path, answer.status]).toEqual([path, 200])
    const matches = compile(schema)
    const body = await answer.json()
    expect([path, matches(body), matches.errors]).toEqual([path, true, null])
    if (!path.endsWith('/openapi.json')) expect([path, matches({ data: 7 })]).toEqual([path, false])
    looked++
  }
  expect(looked).toBeGreaterThan(15)
})

test('the documentation page names every endpoint and every schema, and requests nothing from other sites', async () => {
  await using gallery = await openGallery()
  const document = await documentOf(gallery)
  const answer = await gallery.asVisitor().get('/api/docs')
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toContain("style-src 'self'")
  const page = (await answer.text()).replaceAll('<wbr>', '')
  const text = page.replace(/<[^>]*>/g, '')
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!))
  for (const { method, path, operation } of documentedEndpoints(document)) {
    expect(text).toContain(`${method.toUpperCase()} ${path}`)
    expect(ids).toContain(operation.operationId)
  }
  for (const name of Object.keys(document.components.schemas)) {
    expect(ids).toContain(`type-${name}`)
  }
  const links = [...page.matchAll(/ (?:href|src)="([^"]+)"/g)].map((match) => match[1]!)
  expect(links.filter((link) => !/^[#/](?!\/)/.test(link))).toEqual([])
  const anchors = links.filter((link) => link.startsWith('#')).map((link) => link.slice(1))
  expect(anchors.filter((anchor) => !ids.has(anchor))).toEqual([])
  expect(page).not.toMatch(/<script|<style| style=|undefined|\[object/)
})

test('the documentation page’s own style is among the interface’s files and requests nothing', () => {
  const style = readFileSync(join(import.meta.dir, '../../ui/public/docs.css'), 'utf8')
  expect(style).toContain('prefers-color-scheme: dark')
  expect(style).not.toMatch(/@import|url\(/)
})

test('the document and its page are cached, and compressed if the client accepts it', async () => {
  await using gallery = await openGallery()
  const visitor = gallery.asVisitor()
  for (const path of ['/api/openapi.json', '/api/docs']) {
    const first = await (await visitor.get(path)).text()
    const again = await visitor.get(path, { 'accept-encoding': 'br' })
    expect(again.headers.get('content-encoding')).toBe('br')
    expect(await again.text()).toBe(first)
  }
})

test('a response that differs from its declaration is noticed', async () => {
  await using gallery = await openGallery()
  const app = createApp(gallery.services, () => undefined)
  const look = async (path: string, status: number, body: unknown, type = 'application/json') => {
    const answers = declaredResponses(app)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    await answers.look(
      new Request(gallery.base + path),
      new Response(text, { status, headers: { 'content-type': type } }),
    )
    return answers.problems
  }
  const user = { name: 'Ann', bio: '', pic: '' }
  expect(await look('/api/user', 200, { data: user })).toEqual([])
  const notFound = { error: { code: 404, message: 'not found' } }
  expect(await look(`/api/albums/${crypto.randomUUID()}`, 404, notFound)).toEqual([])

  const wrong = await Promise.all([
    look('/api/user', 200, { data: { ...user, name: 7 } }),
    look('/api/user', 200, { data: { ...user, password: 'a leak' } }),
    look('/api/user', 200, user),
    look('/api/user', 200, 'Ann', 'text/plain'),
    look('/api/user', 400, { message: 'without an envelope' }),
    look('/api/user', 404, notFound),
  ])
  expect(wrong.map((problems) => problems.length)).toEqual([1, 1, 1, 1, 1, 1])
  expect(wrong[1]![0]).toContain('contains more than is declared')
})

test('lists of photos accept every filter, repeated as often as wanted', async () => {
  await using gallery = await openGallery()
  const { paths } = await documentOf(gallery)
  const expected = filterKeys.flatMap((key) => [key, `-${key}`])
  for (const path of ['/api/photos', '/api/photos/search', '/api/albums/{id}/photos']) {
    const repeatable = paths[path]!.get!.parameters.filter(
      ({ schema }) => (schema as { type?: string }).type === 'array',
    )
    expect(repeatable.map(({ name }) => name)).toEqual(expected)
    const others = paths[path]!.get!.parameters.map(({ name }) => name)
    expect(others).toEqual(expect.arrayContaining(['limit', 'q', 'cameraModel', 'facets']))
  }
})
