import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import { clearAway, isFullRun, quickOrFull } from '../support/executable.ts'
import { type IdleGallery, openIdleGallery } from '../support/idle-gallery.ts'
import { makePhotos } from '../support/made-photos.ts'
import type { OwnerClient } from '../support/owner-client.ts'
import { type Random, test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const kills = quickOrFull(3, 50)
const photoCount = 40
/** Changes are sent for at most this long before the kill, in ms. */
const busyMs = 150
let idle: IdleGallery

beforeAll(async () => {
  idle = await openIdleGallery(photoCount, ['--album', 'A'], async (owner) => {
    for (const name of ['B', 'C', 'D']) {
      expect((await owner.send('POST', '/api/albums', { name })).status).toBe(200)
    }
  })
})

const albumsOf = async (owner: OwnerClient) =>
  Object.fromEntries((await owner.json<Album[]>('/api/albums')).map((album) => [album.name, album]))
const photosOf = async (owner: OwnerClient, { id }: Album) =>
  (await owner.json<Album>(`/api/albums/${id}`)).photos!

/**
 * Kills the server while `change` is repeated.
 * @returns what `look` saw before, and the gallery after the next start.
 */
async function killDuring<Seen>(
  random: Random,
  look: (owner: OwnerClient) => Promise<Seen>,
  change: (owner: OwnerClient, round: number, seen: Seen) => Promise<Response>,
) {
  const { data, server, client: owner } = await idle.startCopy()
  // The kill can come before the first change is sent, but never before this look.
  const seen = await look(owner)
  let answered = -1
  let isBusy = true
  const work = (async () => {
    for (let round = 0; isBusy; round++) {
      const answer = await change(owner, round, seen).catch(() => undefined)
      if (!answer) return
      if (answer.ok) answered = round
      else throw new Error(`round ${round}: ${answer.status} ${await answer.text()}`)
    }
  })()
  await Bun.sleep(10 + random() * busyMs)
  await server.kill()
  isBusy = false
  await work
  const { again, client } = await idle.startAgain(data)
  expect(await faultsOf(again, client)).toEqual([])
  return { again, client, answered, seen }
}

test(`${kills} kills while an order is saved leave one complete order, never an older one`, async (random) => {
  for (let kill = 0; kill < kills; kill++) {
    const look = async (owner: OwnerClient) => {
      const { A } = await albumsOf(owner)
      return { album: A!, ids: await photosOf(owner, A!) }
    }
    const turned = (ids: string[], round: number) => {
      const at = (round + 1) % ids.length
      return [...ids.slice(at), ...ids.slice(0, at)]
    }
    const { again, client, answered, seen } = await killDuring(random, look, (owner, round, seen) =>
      owner.send('PUT', `/api/albums/${seen.album.id}/order`, { photos: turned(seen.ids, round) }),
    )
    const kept = await photosOf(client, seen.album)
    const { ids } = seen
    const next = turned(ids, answered + 1)
    expect([answered < 0 ? ids : turned(ids, answered), next]).toContainEqual(kept)
    await again.kill()
  }
})

test(`${kills} kills while a photo's albums are set leave it in all albums of one set`, async (random) => {
  for (let kill = 0; kill < kills; kill++) {
    const sets = [
      ['B', 'C', 'D'],
      ['A', 'D'],
    ]
    const look = async (owner: OwnerClient) => {
      const albums = await albumsOf(owner)
      return { albums, photo: (await photosOf(owner, albums.A!))[0]! }
    }
    const { again, client, answered, seen } = await killDuring(
      random,
      look,
      (owner, round, seen) => {
        const albumIds = sets[round % 2]!.map((name) => seen.albums[name]!.id)
        return owner.send('PUT', `/api/photos/${seen.photo}/albums/set`, { albumIds })
      },
    )
    const { photo } = seen
    const kept = await client.json<Album[]>(`/api/photos/${photo}/albums`)
    const before = answered < 0 ? ['A'] : sets[answered % 2]!
    expect([before, sets[(answered + 1) % 2]!]).toContainEqual(kept.map(({ name }) => name).sort())
    await again.kill()
  }
})

test(`${kills} kills while albums are deleted leave each with all its photos, or deleted`, async (random) => {
  for (let kill = 0; kill < kills; kill++) {
    const deleted: string[] = []
    const { again, client } = await killDuring(random, albumsOf, async (owner, round) => {
      const albums = Object.values(await albumsOf(owner))
      const album = albums[round % Math.max(1, albums.length)]
      if (!album) return new Response('')
      const answer = await owner.send('DELETE', `/api/albums/${album.id}`, {})
      if (answer.ok) deleted.push(album.name)
      return answer
    })
    const left = await albumsOf(client)
    expect(deleted.filter((name) => left[name])).toEqual([])
    if (left.A) expect(await photosOf(client, left.A)).toHaveLength(photoCount)
    expect(await client.photos()).toHaveLength(photoCount)
    await again.kill()
  }
})

test(`${kills} kills while a rule changes leave an album with the photos of one rule`, async (random) => {
  const rules = ['q=photo', 'q=made+1', '-orientation=portrait', 'q=nothing']
  for (let kill = 0; kill < kills; kill++) {
    const look = async (owner: OwnerClient) => (await albumsOf(owner)).B!
    const { again, client, answered, seen } = await killDuring(
      random,
      look,
      (owner, round, { id }) =>
        owner.send('PUT', `/api/albums/${id}`, { rule: rules[round % rules.length] }),
    )
    const { rule = '', ...album } = (await albumsOf(client)).B!
    const before = answered < 0 ? '' : rules[answered % rules.length]
    expect([before, rules[(answered + 1) % rules.length]]).toContainEqual(rule)
    const found = rule && (await client.json<PhotoList>(`/api/photos?limit=500&${rule}`))
    const expected = found ? found.photos.map(({ id }) => id).sort() : []
    expect((await photosOf(client, { ...album, id: seen.id })).sort()).toEqual(expected)
    await again.kill()
  }
})

test(`${kills} kills while photos are uploaded and changed leave an album as its rule defines it`, async (random) => {
  const more = await makePhotos(photoCount + 30, { width: 240, height: 160 })
  for (let kill = 0; kill < kills; kill++) {
    const look = async (owner: OwnerClient) => {
      await owner.send('PUT', `/api/albums/${(await albumsOf(owner)).C!.id}`, { rule: 'q=made' })
      return owner.photos()
    }
    const { again, client } = await killDuring(random, look, async (owner, round, photos) => {
      const { id } = photos[round % photos.length]!
      const title = round % 2 === 0 ? 'Renamed' : 'Made again'
      if (round % 3 < 2) return owner.send('PUT', `/api/photos/${id}`, { id, title })
      await owner.upload(more[photoCount + (round % 30)]!)
      return new Response('')
    })
    const { photos } = await client.json<PhotoList>('/api/photos?limit=500&q=made')
    const album = (await albumsOf(client)).C!
    expect(await photosOf(client, album)).toHaveLength(photos.length)
    expect((await photosOf(client, album)).sort()).toEqual(photos.map(({ id }) => id).sort())
    await again.kill()
  }
})
