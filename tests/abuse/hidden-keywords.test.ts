// A keyword that a rule hides is the owner's: no visitor reads it, finds it or counts by it.
import { expect, test } from 'bun:test'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { KeywordPage, Keywords } from '../../src/contract/site/overviews.ts'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'
import { addressOf, tableOf } from './every-route.ts'

const secret = 'Zarathustra'

async function withHiddenKeyword() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const album = await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
  const keyword = { kind: 'keyword', how: 'begins with', keyword: 'people' }
  const action = { kind: 'hide keyword' }
  const rules = [{ conditions: [keyword], action }]
  await owner.data('/api/rules', { method: 'PUT', body: { rules } })
  const photo = await upload(
    gallery,
    owner,
    camera({
      title: 'Gate',
      lens: 'Zoom 1',
      keywords: ['Gate', secret],
      keywordPaths: [`people|${secret}`, 'places|Gate'],
    }),
  )
  const other = await upload(gallery, owner, camera({ title: 'Tree', keywords: ['Gate'] }))
  await owner.put(`/api/albums/${album.id}/photos/add`, { photoIds: [photo.id, other.id] })
  return { gallery, owner, photo, album }
}

const total = async (browser: Browser, path: string) => (await browser.data<PhotoList>(path)).total
const search = `/api/photos/search?limit=9&q=${secret.toLowerCase()}`

test('the owner sees, finds and counts a hidden keyword', async () => {
  const { gallery, owner, photo } = await withHiddenKeyword()
  await using _ = gallery
  expect(await owner.data<Photo>(`/api/photos/${photo.id}`)).toMatchObject({
    keywords: ['Gate', secret],
    hiddenKeywords: [secret],
  })
  expect(await total(owner, search)).toBe(1)
  expect(await total(owner, `${search}%20gate`)).toBe(1)
  expect(await total(owner, `/api/photos?limit=9&keyword=${secret.toLowerCase()}`)).toBe(1)
  const { keywords } = await owner.data<Keywords>('/api/keywords')
  expect(keywords.map(({ label }) => label)).toEqual(['Gate', secret])
  expect((await owner.get(`/api/keywords/${secret.toLowerCase()}`)).status).toBe(200)
})

test('visitors neither find nor count a hidden keyword', async () => {
  const { gallery, photo, album } = await withHiddenKeyword()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const shown = await visitor.data<Photo>(`/api/photos/${photo.id}`)
  expect(shown.keywords).toEqual(['Gate'])
  expect(shown).not.toHaveProperty('hiddenKeywords')
  const value = secret.toLowerCase()
  for (const list of ['/api/photos', `/api/albums/${album.id}/photos`]) {
    expect(await total(visitor, `${list}?limit=9&keyword=${value}`)).toBe(0)
    expect(await total(visitor, `${list}?limit=9&-keyword=${value}`)).toBe(2)
    expect(await total(visitor, `${list}?limit=9&keyword=~zara`)).toBe(0)
  }
  expect(await total(visitor, search)).toBe(0)
  expect(await total(visitor, `${search.slice(0, -4)}`)).toBe(0)
  expect(await total(visitor, '/api/photos/search?limit=9&q=gate')).toBe(2)
  expect(await total(visitor, '/api/photos/search?limit=9&q=gate%20zoom')).toBe(1)
  expect((await visitor.get(`/api/keywords/${value}`)).status).toBe(404)
  expect((await visitor.get(`/keyword/${value}`)).status).toBe(404)
  const gate = await visitor.data<KeywordPage>('/api/keywords/gate')
  expect(gate).toMatchObject({ count: 2, related: [] })
})

test('no response to a visitor contains a hidden keyword', async () => {
  const { gallery, photo, album } = await withHiddenKeyword()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const ids = {
    ...{ id: photo.id, photoId: photo.id, fileName: photo.fileName, word: 'gate', page: 'about' },
    ...{ 'albums:id': album.id, 'cameras:id': 'e-10', 'lenses:id': 'zoom-1', size: '48' },
  }
  const facets = 'limit=9&facets=keyword,lens'
  const addresses = [
    ...tableOf(gallery)
      .filter(({ method, role }) => method === 'GET' && role === 'anybody')
      .map((row) => addressOf(row, ids)),
    ...[`/api/photos?${facets}`, `/api/albums/${album.id}/photos?${facets}`],
    ...['/', `/photo/${photo.id}`, `/album/${album.id}`, '/keyword', '/keyword/gate', '/lens'],
    ...[
      '/sitemap.xml',
      '/feed.json',
      '/feed.xml',
      '/atom.xml',
      '/archive',
      '/api/photos?keyword=x',
    ],
  ]
  let seen = 0
  for (const address of addresses) {
    const answer = await visitor.get(address)
    const body = Buffer.from(await answer.bytes()).toString('latin1')
    if (body.includes('Gate')) seen++
    expect({ address, has: body.toLowerCase().includes(secret.toLowerCase()) }).toEqual({
      address,
      has: false,
    })
  }
  expect(seen).toBeGreaterThan(8)
})

test('a keyword that comes back by editing or with a new spelling is hidden again', async () => {
  const { gallery, owner, photo } = await withHiddenKeyword()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const change = (keywords: string[]) =>
    owner.data(`/api/photos/${photo.id}`, { method: 'PUT', body: { id: photo.id, keywords } })
  await change(['Gate', secret.toUpperCase(), 'people', 'Peopleless'])
  const { keywords } = await visitor.data<Photo>(`/api/photos/${photo.id}`)
  expect(keywords).toEqual(['Gate'])
  expect(await total(visitor, search)).toBe(0)
})
