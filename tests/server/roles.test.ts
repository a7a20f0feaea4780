import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import type { Album } from '../../src/contract/albums.ts'
import type { Role } from '../../src/contract/vocabulary.ts'
import { type Row, routeTable } from '../../src/http/route.ts'
import { isChangingGet } from '../../src/http/security.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'

/** Who may call a route of a role, and what the others are told. */
const identities = ['anonymous', 'unverified', 'guest', 'owner', 'owner and guest'] as const
type Identity = (typeof identities)[number]
const refusals: Record<Role, Partial<Record<Identity, 401 | 403>>> = {
  anybody: {},
  guest: { anonymous: 401, unverified: 401, owner: 401 },
  member: { anonymous: 401, unverified: 401 },
  owner: { anonymous: 401, unverified: 401, guest: 403 },
}

async function signedIn(gallery: Gallery, identity: Identity): Promise<Browser> {
  switch (identity) {
    case 'anonymous':
      return gallery.asVisitor()
    case 'unverified': {
      const browser = gallery.asVisitor()
      const answer = await browser.post('/api/guest', { name: 'Una', email: 'una@example.org' })
      expect(answer.status).toBe(200)
      return browser
    }
    case 'guest':
      return gallery.asGuest('Ben')
    case 'owner':
      return gallery.asOwner()
    case 'owner and guest': {
      const browser = await gallery.asOwner()
      for (const [name, value] of (await gallery.asGuest('Cleo')).cookies) {
        browser.cookies.set(name, value)
      }
      return browser
    }
  }
}

/** The address of a row with things that are there put into it. */
const addressOf = (path: string, ids: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => ids[`${path.split('/')[2]}:${name}`] ?? ids[name]!)

/** Bodies and queries that no call takes for a change, so that one row leaves the next its things. */
const request = (browser: Browser, { method, path }: Row, ids: Record<string, string>) => {
  const isForm = /\/(local|image)\/upload$/.test(path)
  return browser.request(addressOf(path, ids), {
    method,
    ...(method !== 'GET' && !isForm && { body: { removeFiles: 'neither', id: 'none' } }),
    ...(isForm && { body: new FormData() }),
  })
}

async function withThings() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner)
  const album = await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
  const spare: Album = await makeAlbum(owner, 'Spare')
  const [camera] = await owner.data<{ id: string }[]>('/api/cameras')
  const ids = {
    id: photo.id,
    photoId: photo.id,
    fileName: photo.fileName,
    page: 'about',
    size: '48',
    'albums:id': spare.id,
    'cameras:id': camera!.id,
  }
  return { gallery, owner, photo, album, ids }
}

test('every route says whose it is, and every /api route is in the table', async () => {
  await using gallery = await openGallery()
  const { routes } = createApp(gallery.services, () => undefined)
  const declared = new Set(routeTable(routes).map(({ method, path }) => `${method} ${path}`))
  const answering = routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
  const undeclared = answering.filter(({ method, path }) => !declared.has(`${method} ${path}`))
  expect(undeclared.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(declared.size).toBeGreaterThan(55)
})

test('the declaration stands before anything else of its route', async () => {
  await using gallery = await openGallery()
  const { routes } = createApp(gallery.services, () => undefined)
  const first = new Map<string, object>()
  for (const { method, path, handler } of routes) {
    const key = `${method} ${path}`
    if (method !== 'ALL' && path.startsWith('/api') && !first.has(key)) first.set(key, handler)
  }
  const late = [...first].filter(
    ([key, handler]) =>
      routeTable([{ handler, method: '', path: key, basePath: '' } as never]).length === 0,
  )
  expect(late.map(([key]) => key)).toEqual([])
})

test.each(identities)(
  'every route lets in or refuses the %s as its role says',
  async (identity) => {
    const { gallery, ids } = await withThings()
    await using _ = gallery
    const table = routeTable(createApp(gallery.services, () => undefined).routes)
    const browser = await signedIn(gallery, identity)
    const session = new Map(browser.cookies)
    const wrong: string[] = []
    // What signs out comes last: the session is dead after it.
    const signingOut = table.filter(({ path }) => path.endsWith('/logout'))
    const others = table.filter((row) => !signingOut.includes(row))
    for (const row of [...others, ...signingOut]) {
      // A call may set cookies; the next one is asked by the same person all the same.
      browser.cookies.clear()
      for (const [name, value] of session) browser.cookies.set(name, value)
      const answer = await request(browser, row, ids)
      const refusal = refusals[row.role][identity]
      const isRight = refusal
        ? answer.status === refusal
        : answer.status !== 401 && answer.status !== 403 && answer.status < 500
      if (!isRight) wrong.push(`${row.method} ${row.path}: ${answer.status} ${await answer.text()}`)
    }
    expect(wrong).toEqual([])
  },
)

test('a wrong method is 405 and names the right ones, whoever asks and whatever is there', async () => {
  const { gallery, ids, owner } = await withThings()
  await using _ = gallery
  const table = routeTable(createApp(gallery.services, () => undefined).routes)
  const wrong: string[] = []
  for (const path of new Set(table.map((row) => row.path))) {
    const rows = table.filter((row) => row.path === path)
    const methods = new Set(rows.map(({ method }) => method))
    const allowed = [...methods].flatMap((method) =>
      method === 'GET' && !isChangingGet(path) ? ['GET', 'HEAD'] : [method],
    )
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((m) => !methods.has(m))) {
      for (const browser of [gallery.asVisitor(), owner]) {
        const answer = await browser.request(addressOf(path, ids), { method })
        const named = answer.headers.get('allow')?.split(', ').sort().join()
        if (answer.status !== 405 || named !== [...allowed].sort().join()) {
          wrong.push(`${method} ${path}: ${answer.status}, Allow: ${named}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect((await owner.get('/api/nothing')).status).toBe(404)
  expect((await owner.post('/api/nothing', {})).status).toBe(404)
})
