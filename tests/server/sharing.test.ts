import { expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Variant } from '../../src/contract/photos/variants.ts'
import { variantPaths } from '../../src/contract/photos/variants.ts'
import type { Sharing } from '../../src/contract/site/sharing.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import type { Browser } from '../support/browser.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, openGallery, publicPhoto, upload } from '../support/gallery.ts'
import { withEveryReader } from '../support/jpegs.ts'
import { camera } from '../support/photos.ts'

const setSharing = (owner: Browser, change: Partial<Sharing>) =>
  owner.data<Sharing>('/api/sharing', { method: 'PUT', body: change })

const everyVariant = Object.keys(variantPaths) as Variant[]
const accepts = ['image/avif,image/webp,*/*', 'image/jpeg']

/** Which pictures of a photo say that they are not for AI training, as '{variant} {accept}'. */
async function marked(browser: Browser, { fileName }: Photo): Promise<string[]> {
  const sharp = await loadSharp()
  const found: string[] = []
  for (const variant of everyVariant) {
    for (const accept of accepts) {
      const answer = await browser.get(`/api/${variantPaths[variant]}/${fileName}`, { accept })
      expect([variant, accept, answer.status]).toEqual([variant, accept, 200])
      const bytes = await answer.bytes()
      const { xmpAsString = '' } = await withEveryReader(() => sharp(bytes).metadata())
      if (xmpAsString.includes('DMI-PROHIBITED-AIMLTRAINING')) found.push(`${variant} ${accept}`)
    }
  }
  return found
}

const allButTiles = everyVariant
  .filter((variant) => variant !== 'thumb')
  .flatMap((variant) => accepts.map((accept) => `${variant} ${accept}`))

/** The sizes of all renditions by path. */
async function renditionsOf({ data }: Gallery): Promise<Map<string, number>> {
  const paths = await filesIn(data, 'renditions')
  const sizes = await Promise.all(paths.map(async (path) => (await stat(`${data}/${path}`)).size))
  return new Map(paths.map((path, index) => [path, sizes[index]!]))
}

test('a new gallery allows search engines, keeps AI crawlers out and reserves all rights', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const first = { allowSearchEngines: true, keepAiOut: true, licence: 'all-rights-reserved' }
  expect(await owner.data<Sharing>('/api/sharing')).toEqual(first as Sharing)
  expect(await setSharing(owner, { licence: 'cc0' })).toEqual({ ...first, licence: 'cc0' })
  expect(await setSharing(owner, {})).toEqual({ ...first, licence: 'cc0' })
  for (const body of [{ licence: 'mine' }, { keepAiOut: 'no' }, { allowSearchEngines: 1 }]) {
    const answer = await owner.request('/api/sharing', { method: 'PUT', body })
    const field = Object.keys(body)[0]
    expect([answer.status, (await answer.json()).error.details.field]).toEqual([400, field])
  }
  expect(await owner.data<Sharing>('/api/sharing')).toEqual({ ...first, licence: 'cc0' } as Sharing)
})

test('pages and pictures reserve text and data mining as long as AI is kept out', async () => {
  await using gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery)
  const visitor = gallery.asVisitor()
  const addresses = ['/', `/photo/${photo.id}`, '/about', `/api/images/${photo.fileName}`]
  const reserved = async () => {
    const answers = await Promise.all(addresses.map((address) => visitor.get(address)))
    return answers.map(({ headers }) => headers.get('tdm-reservation'))
  }
  const rules = () => visitor.get('/.well-known/tdmrep.json')
  expect(await reserved()).toEqual(addresses.map(() => '1'))
  const etag = (await visitor.get('/')).headers.get('etag')!
  const unchanged = await visitor.get('/', { 'if-none-match': etag })
  expect([unchanged.status, unchanged.headers.get('tdm-reservation')]).toEqual([304, '1'])
  expect(await (await rules()).json()).toEqual([{ location: '/*', 'tdm-reservation': 1 }])
  await setSharing(owner, { keepAiOut: false })
  expect(await reserved()).toEqual(addresses.map(() => null))
  expect((await rules()).status).toBe(404)
})

test('every picture except a tile is marked, as the setting says', async () => {
  await using gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery, camera({ width: 1300, height: 1000 }))
  const visitor = gallery.asVisitor()
  const etagOf = async () =>
    (await visitor.get(`/api/resizes/${photo.fileName}`)).headers.get('etag')
  const kept = () =>
    gallery.services.store.connection
      .query('SELECT variant, width, format FROM rendition WHERE is_kept = 1 ORDER BY 1, 2, 3')
      .all()
  const keptBefore = kept()
  expect(await marked(visitor, photo)).toEqual(allButTiles)
  const [etag, files] = [await etagOf(), await renditionsOf(gallery)]

  await setSharing(owner, { keepAiOut: false })
  expect(await marked(visitor, photo)).toEqual([])
  expect(await etagOf()).not.toBe(etag)
  const unmarked = await renditionsOf(gallery)
  expect(unmarked.size).toBe(files.size)
  expect([...unmarked.keys()].filter((path) => path.includes('noai'))).toEqual([])
  expect(kept()).toEqual(keptBefore)
  // A photo that is added or edited now has no mark either.
  const added = await upload(gallery, owner, camera({ width: 600, height: 400 }))
  expect(await marked(owner, added)).toEqual([])
  const edit = { rotation: 90, x: 0, y: 0, width: 400, height: 600 }
  const edited = await owner.data<Photo>(`/api/photos/${added.id}/edit`, {
    method: 'PUT',
    body: edit,
  })
  expect(await marked(owner, edited)).toEqual([])

  await setSharing(owner, { keepAiOut: true })
  expect(await marked(owner, edited)).toEqual(allButTiles)
  expect(await marked(visitor, photo)).toEqual(allButTiles)
  expect(await etagOf()).toBe(etag)
  expect(kept().length).toBeGreaterThan(keptBefore.length)
  const again = [...(await renditionsOf(gallery)).keys()]
  expect([...files.keys()].filter((path) => !again.includes(path))).toEqual([])
})

test('requests at the time of a change end with one file for each picture', async () => {
  await using gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery, camera({ width: 1300, height: 1000 }))
  const visitor = gallery.asVisitor()
  const address = `/api/resizes/${photo.fileName}?w=800&f=webp`
  const before = (await renditionsOf(gallery)).size
  for (const keepAiOut of [false, true, false]) {
    const asked = Array.from({ length: 4 }, () => visitor.get(address))
    const [answers] = await Promise.all([Promise.all(asked), setSharing(owner, { keepAiOut })])
    const later = await visitor.get(address)
    for (const answer of [...answers, later]) {
      expect(answer.status).toBe(200)
      expect((await answer.bytes()).length).toBeGreaterThan(1000)
    }
  }
  expect((await renditionsOf(gallery)).size).toBe(before + 1)
})
