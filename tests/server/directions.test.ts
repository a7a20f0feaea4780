// Texts with characters that turn the direction of what follows, wherever a line shows them beside others.
import { expect, test } from 'bun:test'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const marks = ['\u061c', '\u200e', '\u200f', '\u202b', '\u202e', '\u2066', '\u2068', '\u2069']
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const forced = [
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
]
const forcing = /[\u202a-\u202e\u2066-\u2069]/g
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

test('names are stored without characters that force a direction, and keep their marks', async () => {
  const { gallery, owner, photo, album } = await withMarks()
  await using _ = gallery
  const stored = (text: string) => marked(text).replace(forcing, '')
  const visitor = gallery.asVisitor()
  expect(stored('Family')).toContain('\u200f')
  expect((await visitor.data<{ name: string }>(`/api/albums/${album.id}`)).name).toBe(
    stored('Family'),
  )
  const { title, description, keywords } = await visitor.data<Record<string, unknown>>(
    `/api/photos/${photo.id}`,
  )
  expect([title, description, keywords]).toEqual([
    stored('Evening light'),
    stored('By the sea'),
    [stored('harbour')],
  ])
  const bio = `one ${forced.join('two')}\nthree`
  await owner.put('/api/user', { name: `Ann${forced.join('')} Example`, bio, pic: '' })
  expect(await visitor.data('/api/user')).toMatchObject({
    name: 'Ann Example',
    bio: bio.replace(forcing, ''),
  })
  await owner.put(`/api/photos/${photo.id}`, {
    id: photo.id,
    title: `Evening${forced.join('')} light`,
    keywords: [`har\u202ebour`, 'harbour'],
  })
  expect(await visitor.data(`/api/photos/${photo.id}`)).toMatchObject({
    title: 'Evening light',
    keywords: ['harbour'],
  })
  for (const path of ['/', `/album/${album.id}`, `/photo/${photo.id}`, `/keyword/harbour`]) {
    const page = await visitor.get(path)
    expect([path, page.status]).toEqual([path, 200])
    expect([path, (await page.text()).match(forcing)]).toEqual([path, null])
  }
})

test('an album of nothing but such characters has no name', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const answer = await owner.post('/api/albums', { name: forced.join('') })
  expect(answer.status).toBe(400)
})
