import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { variantPaths } from '../../src/contract/photos/variants.ts'
import { clearAway, runCommand, startVitrine, temporaryFolder } from '../support/executable.ts'
import { openGallery, publicPhoto, send } from '../support/gallery.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { testWith } from '../support/needs.ts'
import { claim, type OwnerClient, ownerClient, ownerPassword } from '../support/owner-client.ts'
import { faultsOf } from '../support/server-faults.ts'
import { fillUp, freeUp, mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'

setDefaultTimeout(120_000)

afterAll(async () => {
  unmountAll()
  await clearAway()
})

testWith(needsMount)(
  'a full disk refuses uploads with 507, still shows everything, and recovers',
  async () => {
    const folder = temporaryFolder()
    mountSmall(folder)
    const data = join(folder, 'data')
    let server = await startVitrine(data)
    const cookie = await claim(server)
    let client = ownerClient(server, cookie)
    const photos = await makePhotos(40)
    const acknowledged: string[] = []
    for (const photo of photos.slice(0, 6)) acknowledged.push((await client.upload(photo)).id!)

    fillUp(folder, 600_000)
    const statuses: number[] = []
    for (const photo of photos.slice(6, 30)) {
      const { status, id, message } = await client.upload(photo)
      statuses.push(status)
      if (id) acknowledged.push(id)
      else
        expect(message).toBe(
          'the disk holding the data folder is full; free some space and try again',
        )
    }
    expect(new Set(statuses.slice(-3))).toEqual(new Set([507]))
    expect(new Set(statuses)).toEqual(statuses.includes(200) ? new Set([200, 507]) : new Set([507]))

    fillUp(folder, 0)
    expect(await unreadable(client)).toEqual([])
    expect((await client.upload(photos[30]!)).status).toBe(507)
    const health = await client.request('/api/health')
    expect([health.status, await health.json()]).toEqual([
      503,
      {
        error: {
          code: 503,
          message: 'the disk holding the data folder is full; free some space and try again',
        },
      },
    ])
    const beside = await runCommand(['import', await inFolder(photos[31]!), '--data', data])
    expect(beside.code).toBe(1)
    expect(beside.text).toContain('the disk holding the data folder is full')
    expect(server.isAlive()).toBe(true)

    freeUp(folder)
    for (const photo of photos.slice(30)) acknowledged.push((await client.upload(photo)).id!)
    expect(acknowledged).not.toContain(undefined)
    expect(await unreadable(client)).toEqual([])
    // Intents of refused photos, whose files are gone, may be left until the next start.
    expect(await server.stop()).toBe(0)
    server = await startVitrine(data)
    client = ownerClient(server, cookie)
    expect(await faultsOf(server, client, { acknowledged })).toEqual([])
    await server.stop()
  },
)

testWith(needsMount)(
  'a gallery without an owner does not start on a full disk, and says so in one line',
  async () => {
    const folder = temporaryFolder()
    mountSmall(folder)
    const data = join(folder, 'data')
    await (await startVitrine(data)).stop()
    // Leaves the database's log behind, without which the start fails much earlier.
    expect((await runCommand(['check', '--data', data])).code).toBe(0)
    fillUp(folder, 0)
    const { code, text } = await runCommand(['serve', '--data', data, '--port', '0'])
    expect([code, text]).toEqual([
      1,
      `vitrine: The disk holding ${data} is full. Free some space and start again.\n`,
    ])
    freeUp(folder)
    const server = await startVitrine(data)
    await server.untilPrinted(/setup#/)
    expect(await server.stop()).toBe(0)
  },
)

testWith(needsMount)(
  'pictures made for visitors leave the space that the owner needs',
  async () => {
    const folder = temporaryFolder()
    mountSmall(folder)
    const server = await startVitrine(join(folder, 'data'))
    const client = ownerClient(server, await claim(server))
    const ids: string[] = []
    for (const photo of await makePhotos(6, { first: 200 }))
      ids.push((await client.upload(photo)).id!)
    const derivedReserve = 0.1 * 48 * 2 ** 20
    fillUp(folder, derivedReserve + 100_000)
    expect(await unreadable(client)).toEqual([])
    const { bavail, bsize } = statfsSync(folder)
    // One picture can still begin above the reserve, and the database's log grows a little.
    expect(bavail * bsize).toBeGreaterThan(derivedReserve - 500_000)
    expect(
      (await client.send('DELETE', `/api/photos/${ids[0]}`, { removeFiles: true })).status,
    ).toBe(200)
    expect((await client.request('/api/logout')).status).toBe(200)
    await server.stop()
  },
)

testWith(needsMount)('guests leave the space that the owner’s photos need', async () => {
  const folder = temporaryFolder()
  mountSmall(folder)
  await using gallery = await openGallery({ data: join(folder, 'data'), keepFolder: true })
  const { owner, photo } = await publicPhoto(gallery)
  const ann = await gallery.asGuest('Ann')
  const { id } = await ann.data<{ id: string }>(`/api/comments/${photo.id}`, {
    method: 'POST',
    body: { body: 'In time' },
  })
  const comment = (browser = ann) => browser.post(`/api/comments/${photo.id}`, { body: 'x' })
  const like = (browser = ann) => browser.post(`/api/likes/${photo.id}/like`, undefined)
  const register = () =>
    gallery.asVisitor().post('/api/guest', { name: 'Ben', email: 'ben@example.org' })
  const rename = () => ann.post('/api/guest/update', { name: 'Annie' })

  fillUp(folder, 0.1 * 48 * 2 ** 20 - 200_000)
  for (const write of [comment, like, register, rename]) {
    const answer = await write()
    expect(answer.status).toBe(507)
    expect((await answer.json()).error.message).toBe(
      'the server is short of disk space; try again later',
    )
  }
  expect((await ann.delete(`/api/comments/${photo.id}/${id}`)).status).toBe(200)
  expect((await ann.post(`/api/likes/${photo.id}/unlike`, undefined)).status).toBe(200)
  expect((await comment(owner)).status).toBe(200)
  expect((await like(owner)).status).toBe(200)
  const [another] = await makePhotos(1, { first: 300 })
  expect((await send(owner, another!.bytes)).status).toBe(200)

  freeUp(folder)
  for (const write of [comment, like, register, rename]) expect((await write()).status).toBe(200)
})

testWith(needsMount)(
  'a kill while the disk is full loses nothing, and the server starts again there',
  async () => {
    const folder = temporaryFolder()
    mountSmall(folder)
    const data = join(folder, 'data')
    let server = await startVitrine(data)
    const cookie = await claim(server)
    let client = ownerClient(server, cookie)
    const photos = await makePhotos(20, { first: 100 })
    const acknowledged: string[] = []
    for (const photo of photos.slice(0, 4)) acknowledged.push((await client.upload(photo)).id!)
    fillUp(folder, 100_000)
    const uploads = photos.slice(4).map((photo) => client.upload(photo).catch(() => undefined))
    await Bun.sleep(60)
    await server.kill()
    for (const outcome of await Promise.all(uploads)) {
      if (outcome?.id) acknowledged.push(outcome.id)
    }
    server = await startVitrine(data)
    client = ownerClient(server, cookie)
    expect(await unreadable(client)).toEqual([])
    freeUp(folder)
    expect(await faultsOf(server, client, { acknowledged })).toEqual([])
    expect((await client.upload(photos.at(-1)!)).status).toBe(200)
    await server.stop()
  },
)

testWith(needsMount)(
  'the owner signs in and out and empties the trash on a disk that is full to the last byte',
  async () => {
    const folder = temporaryFolder()
    mountSmall(folder)
    const data = join(folder, 'data')
    const server = await startVitrine(data)
    let client = ownerClient(server, await claim(server))
    const ids: string[] = []
    for (const photo of await makePhotos(8, { first: 500 })) {
      ids.push((await client.upload(photo)).id!)
    }
    for (const id of ids.slice(0, 5)) {
      const deleted = await client.send('DELETE', `/api/photos/${id}`, { removeFiles: true })
      expect(deleted.status).toBe(200)
    }
    const freeBytes = () => {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    }
    while (freeBytes() > 0) fillUp(folder, 0)
    const signIn = () =>
      fetch(`${server.address}/api/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ password: ownerPassword }),
      })
    for (let n = 0; n < 3; n++) {
      const answer = await signIn()
      expect(answer.status).toBe(200)
      const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
      client = ownerClient(server, cookie)
      expect(await client.json<object>('/api/loggedin')).toEqual({ authenticated: true })
      expect((await client.request('/api/logout')).status).toBe(200)
      expect(await client.json<object>('/api/loggedin')).toEqual({ authenticated: false })
      while (freeBytes() > 0) fillUp(folder, 0)
    }
    const cookie = (await signIn()).headers.getSetCookie()[0]!.split(';')[0]!
    client = ownerClient(server, cookie)
    expect((await client.request('/api/status')).status).toBe(200)
    expect((await client.send('DELETE', '/api/trash', {})).status).toBe(200)
    expect(freeBytes()).toBeGreaterThan(0)
    expect((await client.photos()).length).toBe(3)
    expect(server.printed()).not.toMatch(/\n\s+at /)
    freeUp(folder)
    expect(await server.stop()).toBe(0)
  },
)

/** Reads every page and picture, rendering them where needed. @returns those that failed. */
async function unreadable(client: OwnerClient): Promise<string[]> {
  const photos = await client.photos()
  const paths = photos.flatMap(({ id, fileName }) => [
    `/photo/${id}`,
    `/api/photos/${id}`,
    `/api/photos/${id}/original`,
    ...Object.values(variantPaths).map((variant) => `/api/${variant}/${fileName}`),
    `/api/thumbs/${fileName}?w=200`,
    `/api/squares/${fileName}?w=200`,
    `/api/resizes/${fileName}?w=400`,
  ])
  const failed: string[] = []
  for (const path of [
    '/',
    '/api/photos',
    '/api/user',
    '/api/user/config',
    '/api/albums',
    ...paths,
  ]) {
    for (const accept of ['*/*', 'image/avif,image/webp']) {
      const answer = await client.request(path, { headers: { Accept: accept } })
      const { byteLength } = await answer.arrayBuffer()
      if (answer.status !== 200 || byteLength === 0) failed.push(`${path}: ${answer.status}`)
    }
  }
  return failed
}

async function inFolder(photo: Awaited<ReturnType<typeof makePhotos>>[number]): Promise<string> {
  return writePhotos(join(temporaryFolder(), 'photos'), [photo])[0]!
}
