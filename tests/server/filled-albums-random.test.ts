// Albums that fill themselves, compared with rules written a second time, as functions of a photo.
import { expect, setDefaultTimeout } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'
import { type Random, test } from '../support/seed.ts'

setDefaultTimeout(120_000)

const steps = 150

const words = ({ title, description, keywords }: Photo) =>
  `${title} ${description} ${keywords.join(' ')}`.toLowerCase().split(' ')
const has = ({ keywords }: Photo, word: string) =>
  keywords.some((keyword) => keyword.toLowerCase() === word)
const yearOf = ({ originalDate }: Photo) => Number(originalDate?.slice(0, 4))

const rules: readonly (readonly [rule: string, matches: (photo: Photo) => boolean])[] = [
  ['keyword=fox', (photo) => has(photo, 'fox')],
  ['keyword=fox&keyword=owl', (photo) => has(photo, 'fox') || has(photo, 'owl')],
  ['-keyword=fox', (photo) => !has(photo, 'fox')],
  ['keyword=owl&-keyword=fox', (photo) => has(photo, 'owl') && !has(photo, 'fox')],
  ['orientation=portrait', ({ width, height }) => width < height],
  ['-aspect=square', ({ width, height }) => width / height < 0.8 || width / height >= 1.25],
  ['year=2020..2021', (photo) => yearOf(photo) === 2020 || yearOf(photo) === 2021],
  ['q=sea', (photo) => words(photo).some((word) => word.startsWith('sea'))],
  [
    'q=red+sea',
    (photo) => words(photo).includes('red') && words(photo).some((w) => w.startsWith('sea')),
  ],
  ['location=yes&keyword=fox', (photo) => photo.gps !== undefined && has(photo, 'fox')],
  [
    'camera=d70&orientation=landscape',
    (photo) => photo.cameraModel === 'D70' && photo.width > photo.height,
  ],
]

test(`each album contains exactly what its rule finds after ${steps} random changes`, async (random) => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const albums = new Map<string, (photo: Photo) => boolean>()
  for (let step = 0; step < steps; step++) {
    await change(gallery, owner, albums, random)
    if (step % 5 < 4) continue
    const { photos } = await owner.data<PhotoList>('/api/photos?limit=500')
    for (const [id, matches] of albums) {
      const album = await owner.data<Album>(`/api/albums/${id}`)
      const expected = photos.filter(matches).map((photo) => photo.id)
      expect([step, album.rule, album.photos!.toSorted()]).toEqual([
        step,
        album.rule,
        expected.toSorted(),
      ])
      expect(album.photoCount).toBe(expected.length)
    }
  }
  expect(albums.size).toBeGreaterThan(2)
})

type Albums = Map<string, (photo: Photo) => boolean>

async function change(gallery: Gallery, owner: Browser, albums: Albums, random: Random) {
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const some = () => ['fox', 'Owl', 'sea', 'red'].filter(() => random() < 0.4)
  const { photos } = await owner.data<PhotoList>('/api/photos?limit=500')
  const photo = photos.length > 0 ? one(photos) : undefined
  const draw = random()
  if (!photo || draw < 0.35) {
    const [width, height] = one([
      [96, 64],
      [64, 96],
      [80, 80],
    ] as const)
    await upload(
      gallery,
      owner,
      camera({
        ...{ width, height, keywords: some(), model: one(['D70', 'E-10', null]) },
        title: one(['', 'Red seaside', 'Owl']),
        date: one(['2019:12:31 23:00:00', '2020:01:01 00:00:00', '2021:06:01 12:00:00', null]),
        ...(random() < 0.4 && { gps: [48, 2] as [number, number] }),
      }),
    )
  } else if (draw < 0.6) {
    const body = { id: photo.id, keywords: some(), title: one(['', 'Sea', 'Red sea', 'Fox']) }
    await owner.data(`/api/photos/${photo.id}`, { method: 'PUT', body })
  } else if (draw < 0.7) {
    const body = { rotation: one([0, 90]), x: 0, y: 0, width: one([30, 60]), height: one([30, 60]) }
    await owner.data(`/api/photos/${photo.id}/edit`, { method: 'PUT', body })
  } else if (draw < 0.75) {
    await owner.data(`/api/photos/${photo.id}/edit`, { method: 'DELETE' })
  } else if (draw < 0.85) {
    await owner.data(`/api/photos/${photo.id}`, { method: 'DELETE', body: {} })
  } else {
    const [rule, matches] = one(rules)
    const id = albums.size > 5 ? one([...albums.keys()]) : undefined
    const album = id
      ? await owner.data<Album>(`/api/albums/${id}`, { method: 'PUT', body: { rule } })
      : await owner.data<Album>('/api/albums', {
          method: 'POST',
          body: { name: `Album ${albums.size}`, rule, orderBy: one([0, 1, 2]) },
        })
    albums.set(album.id, matches)
  }
}
