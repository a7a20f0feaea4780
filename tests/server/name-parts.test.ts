import { expect, test } from 'bun:test'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

async function withCameras() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const models = ['NIKON D700', 'NIKON D70', 'PENTAX K-3']
  const photos = []
  for (const model of models) {
    const [make = ''] = model.split(' ')
    photos.push(await upload(gallery, owner, await camera({ make, model, title: model })))
  }
  await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
  return gallery
}

test('a part of a name finds every camera whose shown name has its words', async () => {
  await using gallery = await withCameras()
  const visitor = gallery.asVisitor()
  for (const [query, expected] of [
    ['camera=~d70', ['NIKON D70', 'NIKON D700']],
    ['camera=~D700 nikon', ['NIKON D700']],
    ['camera=~d700 pentax', []],
    ['camera=~k-3&camera=~d700', ['NIKON D700', 'PENTAX K-3']],
    ['-camera=~nikon', ['PENTAX K-3']],
    ['make=~niko', ['NIKON D70', 'NIKON D700']],
    ['camera=d700', []],
  ] as const) {
    const { photos } = await visitor.data<PhotoList>(`/api/photos?limit=9&${query}`)
    const titles = photos.map(({ title }) => title).sort()
    expect([query, titles]).toEqual([query, [...expected]])
  }
  expect((await visitor.get('/api/photos?limit=9&camera=~%20')).status).toBe(400)
})

test('the search form without JavaScript leads to the filter that its text describes', async () => {
  await using gallery = await withCameras()
  const visitor = gallery.asVisitor()
  const search = (text: string) => visitor.get(`/photo?${new URLSearchParams({ q: text })}`)
  const answer = await search('camera:"nikon d700" iso:>=80 -keyword:draft snow')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(
    '/photo?camera=%7Enikon+d700&iso=%3E%3D80&-keyword=draft&q=snow',
  )
  for (const words of ['snow', 'time:12', '\\iso:100']) {
    expect([words, (await search(words)).status]).toEqual([words, 200])
  }
})
