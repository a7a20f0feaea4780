// The main journeys in browsers other than Chromium, with the executable, real sign-in and real
// e-mail. Page details are tested in Chromium, in tests/e2e.
import { basename, join } from 'node:path'
import type { Comment } from '../../src/contract/people/comments.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { publish } from '../e2e/long-gallery.ts'
import { publicPhotos } from '../e2e/screen.ts'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claim, type OwnerClient, ownerClient, ownerPassword } from '../support/owner-client.ts'
import { openSmtp, partsOf, type Smtp } from '../support/smtp.ts'
import { expect, test } from './fixtures.ts'
import { eventually, type Visitor } from './visitor.ts'

const photoCount = 30
/** MiniBrowser's window cannot be narrower than 450 pixels. */
const phone = { width: 500, height: 844 }

let mailServer: Smtp
let server: RunningVitrine
let owner: OwnerClient
/** The photostream, in its order. */
let photos: Photo[]
/** A file that the gallery does not have. */
let newFile: string

test.beforeAll(async ({ engine }) => {
  if (typeof engine === 'string') return
  mailServer = await openSmtp()
  const flags = ['--smtp-url', mailServer.url, '--mail-from', 'photos@example.org']
  server = await startVitrine(join(temporaryFolder(), 'data'), { flags })
  owner = ownerClient(server, await claim(server))
  const made = await makePhotos(photoCount + 1)
  for (const photo of made.slice(0, photoCount)) await owner.upload(photo)
  await publish(owner, await owner.photos())
  photos = await publicPhotos(server)
  newFile = writePhotos(join(temporaryFolder(), 'photos'), made.slice(photoCount))[0]!
})
test.afterAll(async () => {
  await clearAway()
  await mailServer?.close()
})

test('the grid loads more photos on scrolling and keeps its position after going back', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  await visitor.goTo(server.address)
  await visitor.expectVisible('heading', 'Ann')
  const tiles = () => visitor.evaluate(() => document.querySelectorAll('a.tile').length, null)
  const scrollDown = async () => {
    await visitor.evaluate(() => scrollTo(0, document.documentElement.scrollHeight), null)
    return tiles()
  }
  await eventually(scrollDown, photoCount)

  const last = photos.at(-3)!
  await visitor.click('link', last.title)
  await visitor.expectPhoto(last)
  await visitor.goBack()
  await visitor.expectPath('/')
  await eventually(() => visitor.evaluate(isTileInView, `/photo/${last.id}`), true)
  expect(await tiles()).toBe(photoCount)
})

test('each picture is loaded once and in one format, wherever the page was rendered', async ({
  newVisitor,
}) => {
  const [first, second] = photos as [Photo, Photo]
  const visitor = await newVisitor()
  await visitor.goTo(`${server.address}/photo/${first.id}`)
  await visitor.expectPhoto(first)
  await visitor.press('ArrowRight')
  await visitor.expectPhoto(second)
  const shown = await visitor.evaluate(loadedPictures, '/api/resizes/')
  expect(new Set(shown.map(({ file }) => file)).size).toBe(shown.length)
  expect([...new Set(shown.map(({ format }) => format))]).toEqual(['webp'])

  await visitor.press('Escape')
  await visitor.expectPath('/')
  await visitor.evaluate(() => scrollTo(0, 0), null)
  const scrollDown = () =>
    visitor.evaluate(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('a.tile img')]
      const isLoaded = (picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0
      const isInView = (picture: HTMLImageElement) => {
        const { top, bottom } = picture.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      }
      // Pictures that are scrolled past before they are there are never loaded.
      if (pictures.filter(isInView).every(isLoaded)) scrollBy(0, innerHeight / 2)
      return pictures.filter(isLoaded).length
    }, null)
  await eventually(scrollDown, photoCount)
  const tiles = await visitor.evaluate(loadedPictures, '/api/(thumbs|squares)/')
  expect(tiles.map(({ file }) => file).sort()).toEqual(
    photos.map(({ fileName }) => fileName).sort(),
  )
  expect([...new Set(tiles.map(({ format }) => format))]).toEqual(['avif'])
})

test('keyboard shortcuts page through the viewer, open fullscreen and return to the grid', async ({
  newVisitor,
}) => {
  const [first, second, third] = photos as [Photo, Photo, Photo]
  const visitor = await newVisitor()
  await visitor.goTo(server.address)
  await visitor.click('link', first.title)
  await visitor.expectPhoto(first)
  await visitor.press('ArrowRight')
  await visitor.expectPhoto(second)
  await visitor.press('ArrowLeft')
  await visitor.expectPhoto(first)
  await visitor.press('ArrowRight')
  await visitor.expectPhoto(second)

  await visitor.press('f')
  await visitor.expectVisible('dialog')
  await expectOriginal(visitor, second)
  await visitor.press('ArrowRight')
  await expectOriginal(visitor, third)
  await visitor.press('Escape')
  await visitor.expectNone('dialog')
  await visitor.expectPhoto(third)
  await visitor.expectFocus('button', 'Fullscreen')

  await visitor.press('?')
  await visitor.expectVisible('dialog', 'Keyboard shortcuts')
  await visitor.press('Escape')
  await visitor.expectNone('dialog')
  await visitor.press('Escape')
  await visitor.expectPath('/')
  await eventually(() => visitor.evaluate(isTileInView, `/photo/${third.id}`), true)
})

test('swiping changes the photo, and buttons open and close fullscreen', async ({ newVisitor }) => {
  const [first, second] = photos as [Photo, Photo]
  const visitor = await newVisitor(phone)
  await visitor.goTo(`${server.address}/photo/${first.id}`)
  await visitor.expectPhoto(first)
  // Touch listeners are added together with the buttons' click listeners.
  await visitor.click('button', 'Fullscreen')
  await expectOriginal(visitor, first)
  await visitor.click('button', 'Exit fullscreen', 'dialog')
  await visitor.expectNone('dialog')

  const { x, y } = await visitor.evaluate(middleOfPicture, null)
  const [left, right] = [
    { x: x - 80, y },
    { x: x + 80, y: y + 10 },
  ] as const
  await visitor.swipe(right, left)
  await visitor.expectPhoto(second)
  await visitor.swipe(left, right)
  await visitor.expectPhoto(first)
  await visitor.swipe({ x, y }, { x: x - 20, y })
  await visitor.swipe({ x, y }, { x: x - 60, y: y - 60 })
  await visitor.expectPhoto(first)
})

test('the owner signs in, uploads, edits and crops a photo, and logs out', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  await visitor.goTo(`${server.address}/account`)
  await visitor.expectVisible('heading', 'Login to edit settings')
  await visitor.fill('Password', 'not the password')
  await visitor.click('button', 'Submit')
  await visitor.expectVisible('alert', /^Incorrect Password/)
  await visitor.fill('Password', ownerPassword)
  await visitor.click('button', 'Submit')
  await visitor.expectVisible('heading', 'Profile')

  await visitor.click('link', 'Local Drive')
  await visitor.expectVisible('heading', 'Local Drive')
  await visitor.chooseFiles('input[type=file]', [newFile])
  await visitor.expectText(basename(newFile))
  await visitor.click('button', 'Upload 1 file')
  await visitor.expectText('1 uploaded, 0 duplicates, 0 failed')
  const uploaded = (await owner.photos()).find(({ title }) => title === `Made photo ${photoCount}`)!
  const photoNow = () => owner.json<Photo>(`/api/photos/${uploaded.id}`)

  await visitor.goTo(`${server.address}/photo/${uploaded.id}`)
  await visitor.expectPhoto(uploaded)
  await visitor.click('button', 'Edit Photo Description')
  await visitor.expectVisible('dialog', 'Edit Photo')
  await visitor.fill('Title', 'The old quay')
  await visitor.fill(/^Keywords/, 'harbour, dusk')
  await visitor.click('button', 'Save', 'dialog')
  await visitor.expectNone('dialog')
  await visitor.expectVisible('heading', 'The old quay')
  expect(await photoNow()).toMatchObject({ title: 'The old quay', keywords: ['harbour', 'dusk'] })

  await visitor.click('button', 'Cropper & Rotate Photo')
  await visitor.click('button', 'Square Cropper', 'dialog')
  await visitor.expectText('320 × 320 pixels')
  await visitor.click('button', 'Save Image', 'dialog')
  await visitor.expectNone('dialog')
  const cropped = await photoNow()
  expect([cropped.width, cropped.height]).toEqual([320, 320])
  await visitor.expectPhoto(cropped)

  await visitor.goTo(`${server.address}/account/logout`)
  await visitor.click('button', 'Sign out')
  await visitor.expectVisible('heading', 'Login to edit settings')
  await visitor.goTo(`${server.address}/account/local`)
  await visitor.expectVisible('heading', 'Login to edit settings')
})

test('a guest registers, opens the link in the e-mail, likes and comments', async ({
  newVisitor,
}) => {
  const [photo] = photos as [Photo]
  const visitor = await newVisitor()
  await visitor.goTo(`${server.address}/guest`)
  await visitor.click('button', 'Register Guest')
  await visitor.fill('Name', 'Maxi')
  await visitor.fill('Email', 'maxi@example.org')
  await visitor.click('button', 'Register', 'dialog')
  await visitor.expectText('Thank you, Maxi')

  await eventually(() => mailServer.deliveries.length, 1)
  const [mail] = mailServer.deliveries
  expect(mail!.to).toEqual(['maxi@example.org'])
  const [link] = /http\S+\/guest\?code=[\w-]{43}/.exec(partsOf(mail!.raw)['text/plain']!)!
  await visitor.goTo(link)
  await visitor.expectVisible('heading', 'Thank you for verifying!')

  await visitor.goTo(`${server.address}/photo/${photo.id}`)
  await visitor.expectPhoto(photo)
  await visitor.click('button', 'Like this picture')
  await visitor.expectText('Liked by you')
  await visitor.fill('Comment', 'What light!')
  await visitor.click('button', 'Post')
  await visitor.expectText('just now')
  await eventually(
    () => visitor.evaluate(() => document.querySelector('textarea')?.value, null),
    '',
  )
  const comments = await owner.json<Comment>(`/api/comments/${photo.id}`)
  expect(comments).toMatchObject([{ name: 'Maxi', body: 'What light!' }])

  await visitor.goTo(`${server.address}/guest`)
  await visitor.expectVisible('heading', 'Welcome back, Maxi')
  await visitor.click('button', 'Logout Guest')
  await visitor.click('button', 'Sign out', 'alertdialog')
  await visitor.expectVisible('button', 'Register Guest')
})

async function expectOriginal(visitor: Visitor, { fileName }: Photo): Promise<void> {
  await eventually(() => visitor.evaluate(isShownInFull, `/api/images/${fileName}`), true)
}

/** In the page. */
function isShownInFull(path: string): boolean {
  return [...document.querySelectorAll<HTMLImageElement>('[role=dialog] img')].some((image) => {
    const { left, right } = image.getBoundingClientRect()
    const isHere = left < innerWidth && right > 0
    return isHere && image.src.endsWith(path) && image.complete && image.naturalWidth > 0
  })
}

/** In the page. */
function isTileInView(path: string): boolean {
  const tile = document.querySelector(`a.tile[href='${path}']`)
  if (!tile) return false
  const { top, bottom } = tile.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** In the page. */
function middleOfPicture() {
  const picture = document.querySelector("[data-picture='current'] img")!
  const { x, y, width, height } = picture.getBoundingClientRect()
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
}

/** In the page: pictures requested since it was opened, whose paths match the pattern. */
const loadedPictures = (pattern: string) =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ pathname }) => new RegExp(pattern).test(pathname))
    .map(({ pathname, searchParams }) => ({
      file: pathname.split('/').at(-1)!,
      format: searchParams.get('f'),
    }))
