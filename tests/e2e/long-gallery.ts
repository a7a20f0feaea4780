import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { type RunningVitrine, temporaryFolder } from '../support/executable.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { guestCookie, sendAs } from './guest.ts'
import { publicPhotos } from './screen.ts'
import type { Shown } from './screen-state.ts'

const longName = 'Maximiliane Freifrau von Hohenstein-Waldburg-Zeilschlossbergen and her friends'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const longTitle = `${longWord} on its yearly outing to the lakes, as seen from the old wooden bridge`

/** In Paris and in Rome. */
const spots: [number, number][] = [
  [48.85837, 2.29448],
  [41.89249, 12.48527],
]

/** A gallery whose texts have the maximum length or consist of one very long word. */
export async function longGallery(): Promise<{
  server: RunningVitrine
  owner: OwnerClient
  shown: Shown
}> {
  const { server, owner } = await claimedGallery()
  writeOwnPages(server.data)
  const shapes = [
    [1200, 800],
    [600, 1200],
    [1800, 500],
    [96, 64],
  ] as const
  for (let number = 0; number < 15; number++) {
    const [width, height] = shapes[number % shapes.length]!
    const bytes = await camera({
      width,
      height,
      date: `2024:05:${String(28 - number).padStart(2, '0')} 07:08:09`,
      title: number % 2 === 0 ? longTitle : `Photo ${number}`,
      description: number % 3 === 0 ? `${longTitle}. `.repeat(4) : '',
      keywords: number % 3 === 0 ? [longWord, 'lakes', 'bridges'] : [],
      model: number % 5 === 0 ? `E-10 ${longWord}` : 'E-10',
      lens: number % 4 === 0 ? `Lens ${longWord}` : 'Lens 9-36mm',
      focalTenths: 90 + 20 * number,
      iso: 80 * 2 ** (number % 6),
      ...(number % 3 === 1 && { gps: spots[number % spots.length]! }),
    })
    await owner.upload({ name: `${longWord}-${number}.jpg`, bytes })
  }
  await owner.send('PUT', '/api/user', { name: longName, bio: `${longTitle}. `.repeat(3) })
  await owner.send('PUT', '/api/places/settings', { whoSees: 'town', homeZones: [] })
  const photos = await owner.photos()
  await publish(owner, photos.slice(0, 14))
  await addReactions(server, owner, photos[0]!, longWord)
  const file = join(temporaryFolder(), `${longWord}.jpg`)
  writeFileSync(file, await camera())
  return {
    server,
    owner,
    shown: {
      photos: await publicPhotos(server),
      albums: await makeAlbums(owner, photos, longTitle),
      newFiles: [file],
    },
  }
}

/** Creates a public album, one with a code, and an empty one. */
export async function makeAlbums(
  owner: OwnerClient,
  photos: readonly Photo[],
  words: string,
): Promise<Album[]> {
  const make = async (name: string, shown: readonly Photo[], code = '') => {
    const album = { name: name.slice(0, 120), description: shown.length > 0 ? words : '' }
    const made = await owner.send('POST', '/api/albums', album)
    const { id } = ((await made.json()) as { data: Album }).data
    const photoIds = shown.map((photo) => photo.id)
    await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds })
    const coverPic = shown[0] ? `/api/landscapes/${shown[0].fileName}` : ''
    await owner.send('PUT', `/api/albums/${id}`, { code, coverPic })
    return owner.json<Album>(`/api/albums/${id}`)
  }
  return [
    await make(words, photos.slice(0, 13)),
    await make('For the family', photos.slice(2, 6), 'k7mxp-q2dwe-h9rta'),
    await make('Nothing yet', []),
  ]
}

/** The owner and a guest like a photo and comment on it. */
export async function addReactions(
  server: RunningVitrine,
  owner: OwnerClient,
  { id }: Photo,
  words: string,
): Promise<void> {
  const guest = await guestCookie(
    server,
    'Maximilienne-Antoinette Wilhelmine Luise',
    'm@example.org',
  )
  for (const cookie of [guest, owner.cookie]) {
    await sendAs(server, cookie, `/api/likes/${id}/like`)
    await sendAs(server, cookie, `/api/comments/${id}`, { body: words })
  }
}

/** Creates a photostream of these photos. */
export async function publish(owner: OwnerClient, photos: readonly Photo[]): Promise<void> {
  const made = await owner.send('POST', '/api/albums', { name: 'Stream' })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  await owner.send('POST', '/api/user/config', { photoStreamAlbumId: id })
  const photoIds = photos.map((photo) => photo.id)
  const added = await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds })
  if (!added.ok) throw new Error(`could not publish the photos: status ${added.status}`)
}
