import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import { sweepOriginals } from '../../src/gallery/photos/sweep.ts'
import { driveStore } from '../../src/imports/drive/store.ts'
import { checkStore } from '../../src/operations/check/store.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { wantedStore } from '../../src/storage/move/wanted.ts'
import { addressOf, endsSession, isWrite, tableOf, unknownId } from '../abuse/every-route.ts'
import { type CrowdedGallery, openCrowdedGallery } from '../support/crowded-gallery.ts'
import { type RecordedQueries, recordQueries } from '../support/recorded-queries.ts'

const count = 3000
/** A page of 500 photos, read as row ids and as photos, plus what else a response needs. */
const maxRowsPerTurn = 1100

const hostileQueries = [
  '',
  '?limit=12&offset=1400',
  '?limit=12&offset=999999999',
  '?limit=500',
  '?limit=501&offset=3',
  '?limit=0',
  `?limit=1&around=${unknownId}`,
  '?q=zzzz+lorem&limit=12',
  '?q=photo&limit=12&offset=1400',
  '?q=p&limit=12',
  `?q=${Array.from({ length: 20 }, (_, index) => `photo${index} photo`).join('+')}&limit=12`,
  `?q=${'photo-'.repeat(30)}&limit=12`,
  '?q=photo&cameraModel=E-10&limit=12&offset=700',
  '?cameraModel=E-10&limit=12&offset=1400',
  '?q=photo',
  '?photos=false',
  '?code=guessed',
]

async function addresses({ gallery, owner, stream }: CrowdedGallery): Promise<string[]> {
  const photoAt = async (offset: number) =>
    (await owner.data<PhotoList>(`/api/photos?limit=1&offset=${offset}`)).photos[0]!
  const photo = await photoAt(700)
  const ids = {
    id: photo.id,
    photoId: photo.id,
    fileName: (await photoAt(count - 1)).fileName,
    page: 'about',
    size: '48',
    'albums:id': stream.id,
    'cameras:id': 'e-10',
    'lenses:id': 'zoom-1',
    word: 'gate',
  }
  const calls = tableOf(gallery)
    .filter((row) => !isWrite(row) && !endsSession(row))
    .map((row) => addressOf(row, ids))
  const pages = ['/', '/photo', `/photo/${photo.id}`, '/album', `/album/${stream.id}`]
  const feeds = ['/feed.atom', '/feed.json', `/album/${stream.id}/feed.json`]
  const parts = ['/camera/e-10/feed.atom', '/keyword/photo/feed.json', '/keyword/rare/feed.json']
  const embeds = [`/embed/photo/${photo.id}`, `/embed/album/${stream.id}`]
  const others = [...feeds, ...parts, ...embeds]
  return [
    ...calls,
    ...pages,
    ...others,
    `/album/${stream.id}/${photo.id}`,
    '/camera',
    '/camera/e-10',
    '/lens',
    '/keyword',
    '/archive',
  ]
}

/** Why a plan is too expensive for a list of 100,000 photos. */
function faultOf(plan: string[]): string | undefined {
  const loops = plan.filter((step) => /^(SCAN|SEARCH)/.test(step))
  const isFts = (step: string) => /photo_text VIRTUAL TABLE/.test(step)
  if (loops.some(isFts) && loops.length > 1) return 'probes FTS for each row'
  const isWhole = (step: string) =>
    /^SCAN (photo|album_photo|item|photo_like|comment)\b/.test(step) &&
    !/USING COVERING INDEX/.test(step)
  if (loops.some(isWhole)) return 'reads a whole table'
  const isFew = /^(SCAN wanted|(SCAN|SEARCH) (album|camera)\b|SEARCH photo USING .*\(id=\?\))/.test(
    loops[0] ?? '',
  )
  if (!isFew && plan.some((step) => /TEMP B-TREE FOR (ORDER|GROUP)/.test(step))) {
    return 'sorts a whole list'
  }
  return undefined
}

const faults = (recorded: RecordedQueries, connection: Database): string[] =>
  recorded
    .statements()
    .filter((sql) => /\bSELECT\b/i.test(sql))
    .flatMap((sql) => {
      const plan = recorded.planOf(connection, sql)
      const fault = faultOf(plan)
      return fault ? [`${fault}: ${sql}\n  ${plan.join('\n  ')}`] : []
    })

test(
  'anonymous requests read lists only by an index, and only a little at a time',
  async () => {
    using recorded = recordQueries()
    await using crowded = await openCrowdedGallery(count)
    const { gallery } = crowded
    const { connection } = gallery.services.store
    const visitor = crowded.asVisitor()
    const paths = await addresses(crowded)
    // What photos have is read once, in larger pieces, and kept in memory.
    await gallery.services.photos.prepareFilters()
    recorded.reset()
    for (const path of paths) {
      for (const query of hostileQueries) {
        gallery.clock.advance(60_000)
        const answer = await visitor.get(path + query)
        await answer.bytes()
        expect([path + query, answer.status < 500]).toEqual([path + query, true])
        expect([path + query, recorded.mostRows() <= maxRowsPerTurn]).toEqual([path + query, true])
      }
    }
    expect(faults(recorded, connection)).toEqual([])
    // SQLite chooses other plans once it has statistics about the tables.
    connection.run('ANALYZE')
    expect(faults(recorded, connection)).toEqual([])
  },
  { timeout: 120_000 },
)

test('the files of some photos are found by an index, however many photos there are', async () => {
  using recorded = recordQueries()
  await using crowded = await openCrowdedGallery(count)
  const { store } = crowded.gallery.services
  const { connection } = store
  const check = checkStore({ connection })
  const wanted = wantedStore({ connection })
  const drive = driveStore(store)
  const [original] = check.originalsAfter(0, 1)
  recorded.reset()

  expect(check.originalsAfter(0, 100).map(({ row_id }) => row_id)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  )
  expect(check.original(original!.original)).toEqual(original!)
  expect(check.knownOriginals([original!.original, 'unknown'])).toEqual([original!.original])
  expect(wanted.photosAfter(0, 100).last).toBe(100)
  const key = originalKey(original!.original)
  expect([...wanted.named([key, originalKey('unknown')]).keys()]).toEqual([key])
  expect([...drive.md5Statuses([original!.md5, 'unknown'])]).toEqual([
    [original!.md5, { isHere: true, isDeleted: false }],
    ['unknown', { isHere: false, isDeleted: false }],
  ])
  await store.write(() =>
    drive.learnItems([
      { id: 'known', md5Checksum: original!.md5 },
      { id: 'other', md5Checksum: 'unknown' },
    ]),
  )
  expect(connection.query("SELECT item FROM photo_item WHERE source = 'drive'").values()).toEqual([
    ['known'],
  ])
  await sweepOriginals(crowded.gallery.services)
  const reads = recorded.statements().filter((sql) => /\boriginal_file\b/.test(sql))
  expect(reads.length).toBeGreaterThanOrEqual(7)
  const whole = reads.flatMap((sql) =>
    recorded
      .planOf(connection, sql)
      .filter((step) => /^SCAN (photo|trash_original|earlier_version)$/.test(step))
      .map((step) => `${step}: ${sql}`),
  )
  expect(whole).toEqual([])

  // The rolling check reads names in their order, a few at a time.
  recorded.reset()
  expect(check.originalNamesAfter('', 100)).toHaveLength(100)
  const steps = recorded.statements().flatMap((sql) => recorded.planOf(connection, sql))
  expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([])
})

test('the first request that filters does not read all photos in one turn', async () => {
  // A turn has a fixed time, in which a fast machine reads some 14,000 photos.
  const many = 60_000
  const firsts: ((crowded: CrowdedGallery) => Promise<Response>)[] = [
    ({ owner }) => owner.get('/api/albums/rule/preview?rule=iso%3D100..'),
    (crowded) => crowded.asVisitor().get('/api/cards/cameras/e-10'),
    (crowded) => crowded.asVisitor().get('/api/lenses'),
  ]
  for (const [index, request] of firsts.entries()) {
    using recorded = recordQueries()
    await using crowded = await openCrowdedGallery(many)
    recorded.reset()
    const answer = await request(crowded)
    await answer.bytes()
    const read = [index, answer.status < 500, recorded.mostRows() < many / 2]
    expect(read).toEqual([index, true, true])
  }
})
