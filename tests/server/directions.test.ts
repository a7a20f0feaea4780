// Texts with characters that turn the direction of what follows, wherever a line shows them beside others.
import { expect, test } from 'bun:test'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const marks = ['\u061c', '\u200e', '\u200f', '\u202b', '\u202e', '\u2066', '\u2068', '\u2069']
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const marked = (text: string) => [...text].map((one, at) => one + (marks[at] ?? '')).join('')

async function withMarks() {
  const gallery = await openGallery({ name: marked('Ann Example') })
  const owner = await gallery.asOwner()
  const names = { title: marked('Evening light'), keywords: [marked('harbour')] }
  const file = camera({ ...names, description: marked('By the sea') })
  const photo = await upload(gallery, owner, file)
  await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
  const album = await makeAlbum(owner, marked('Family'), [photo])
  await owner.put(`/api/albums/${album.id}`, { downloadable: true })
  return { gallery, owner, photo, album }
}

test('feeds, embeds and the heads of pages contain no direction marks', async () => {
  const { gallery, photo, album } = await withMarks()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const oEmbed = (path: string, format: string) =>
    `/api/oembed?url=${encodeURIComponent(gallery.address() + path)}&format=${format}`
  const pages = [`/photo/${photo.id}`, `/album/${album.id}`]
  const whole = [
    ...['/feed.atom', '/feed.json', `${pages[1]}/feed.atom`, `${pages[1]}/feed.json`],
    ...pages.flatMap((path) => [oEmbed(path, 'json'), oEmbed(path, 'xml')]),
  ]
  for (const path of whole) {
    const answer = await visitor.get(path)
    const text = await answer.text()
    expect([path, answer.status, turning.test(text)]).toEqual([path, 200, false])
    expect([path, text.includes('Evening light') || text.includes('Family')]).toEqual([path, true])
  }
  for (const path of ['/', '/photo', '/album', ...pages, ...pages.map((page) => `/embed${page}`)]) {
    const text = await (await visitor.get(path)).text()
    const head = text.slice(0, text.indexOf('</head>'))
    expect([path, head.includes('Ann Example'), turning.test(head)]).toEqual([path, true, false])
  }
})

test('file names of downloads contain no direction marks', async () => {
  const { gallery, album } = await withMarks()
  await using _ = gallery
  const answer = await gallery.asVisitor().get(`/api/albums/${album.id}/download`)
  const disposition = decodeURIComponent(answer.headers.get('content-disposition') ?? '')
  expect(disposition).toMatch(/\.zip$/)
  const names = Buffer.from(await answer.arrayBuffer()).toString('utf8')
  expect(names).toMatch(/\.jpg/)
  const fileNames = names.match(/[^\0-\x1f]*\.jpg/g) ?? []
  expect([disposition, ...fileNames].some((name) => turning.test(name))).toBe(false)
})

test('the owner gets names back as they were written', async () => {
  const { gallery, owner, photo, album } = await withMarks()
  await using _ = gallery
  expect((await owner.data<{ name: string }>(`/api/albums/${album.id}`)).name).toBe(
    marked('Family'),
  )
  const { title } = await owner.data<{ title: string }>(`/api/photos/${photo.id}`)
  expect(title).toBe(marked('Evening light'))
})
