import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, settled, sidewaysScroll, test } from './gallery.ts'
import { guestCookie, sendAs } from './guest.ts'
import { publish } from './long-gallery.ts'
import { open, publicPhotos, signInBrowser } from './screen.ts'

const longName = 'Maximilienne-Antoinette-Wilhelmine-Luise'

let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]
/** Cookies of guests who are signed in. */
let bea: string
let cem: string
let long: string

test.beforeAll(async () => {
  test.setTimeout(120_000)
  ;({ server, owner } = await claimedGallery())
  for (const made of await makePhotos(15)) await owner.upload(made)
  await publish(owner, await owner.photos())
  photos = await publicPhotos(server)
  bea = await guestCookie(server, 'Bea', 'bea@example.org')
  cem = await guestCookie(server, 'Cem', 'cem@example.org')
  long = await guestCookie(server, longName, 'long@example.org')
})
test.afterAll(clearAway)

const alert = (page: Page) => page.getByRole('alert')
const heart = (page: Page) => page.getByRole('button', { name: 'Like this picture' })
const sentence = (page: Page, text: string) => page.getByText(text, { exact: true })
const field = (page: Page) => page.getByLabel('Comment', { exact: true })
const post = (page: Page) => page.getByRole('button', { name: 'Post' })
const comments = (page: Page) =>
  page.getByRole('region', { name: 'Comments' }).getByRole('listitem')
const registration = (page: Page) => page.getByRole('dialog', { name: 'Register User' })

const openPhoto = (page: Page, place: number) =>
  open(page, `${server.address}/photo/${photos[place]!.id}`)
const like = (place: number, cookie: string) =>
  sendAs(server, cookie, `/api/likes/${photos[place]!.id}/like`)
const comment = (place: number, cookie: string, body: string) =>
  sendAs(server, cookie, `/api/comments/${photos[place]!.id}`, { body })
const likesOf = async (place: number) =>
  (await owner.json<{ name: string }[]>(`/api/likes/${photos[place]!.id}`)).map(({ name }) => name)
const bodiesOf = async (place: number) =>
  (await owner.json<{ body: string }[]>(`/api/comments/${photos[place]!.id}`)).map(
    ({ body }) => body,
  )

/** The calls of likes and comments that a page makes, as method and path. */
function watchTalk(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(likes|comments|guest)/.test(pathname))
      calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('a visitor reads who likes a photo, in each of the words there are', async ({ page }) => {
  await openPhoto(page, 0)
  await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
  await like(0, bea)
  await openPhoto(page, 0)
  await expect(sentence(page, 'Liked by Bea')).toBeVisible()
  await like(0, cem)
  await openPhoto(page, 0)
  await expect(sentence(page, 'liked by Bea and 1 other')).toBeVisible()
  await like(0, long)
  await openPhoto(page, 0)
  await expect(sentence(page, 'liked by Bea and 2 others')).toBeVisible()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
})

test('words are laid out in the direction of their script, sentences in their own', async ({
  page,
}) => {
  const ruth = await guestCookie(server, 'רות!', 'ruth@example.org')
  await comment(9, ruth, 'איזה יופי!')
  await comment(9, cem, 'How fine!')
  await like(9, ruth)
  await openPhoto(page, 9)
  const [english, hebrew] = [page.getByText('How fine!'), page.getByText('איזה יופי!')]
  await expect(hebrew).toHaveCSS('direction', 'rtl')
  await expect(english).toHaveCSS('direction', 'ltr')
  // Its sentence ends on the left, at the end of its first letters' line.
  const edges = await hebrew.evaluate((body) => {
    const edgeOf = (start: number) => {
      const range = document.createRange()
      range.setStart(body.firstChild!, start)
      range.setEnd(body.firstChild!, start + 1)
      return range.getBoundingClientRect().left
    }
    const { right } = body.getBoundingClientRect()
    return { first: right - edgeOf(0), last: right - edgeOf(body.textContent.length - 1) }
  })
  expect(edges.first).toBeLessThan(20)
  expect(edges.last).toBeGreaterThan(edges.first)
  const who = sentence(page, 'Liked by רות!')
  await expect(who).toHaveCSS('direction', 'ltr')
  await expect(who.locator('bdi')).toHaveCSS('direction', 'rtl')
  await field(page).fill('גם אני')
  await expect(field(page)).toHaveCSS('direction', 'rtl')
  await sendAs(server, ruth, `/api/likes/${photos[9]!.id}/unlike`)
})

test('a guest likes and likes no more, by mouse and by key', async ({ page }) => {
  await signInBrowser(page, server, bea)
  await openPhoto(page, 1)
  await heart(page).click()
  await expect(sentence(page, 'Liked by you')).toBeVisible()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => likesOf(1)).toEqual(['Bea'])
  await like(1, cem)
  await page.reload()
  await expect(sentence(page, 'liked by you and 1 other')).toBeVisible()
  await page.keyboard.press('l')
  await expect(sentence(page, 'Liked by Cem')).toBeVisible()
  await expect.poll(() => likesOf(1)).toEqual(['Cem'])
  await like(1, long)
  await page.reload()
  await expect(sentence(page, 'liked by Cem and 1 other')).toBeVisible()
  await heart(page).click()
  await expect(sentence(page, 'liked by you and 2 others')).toBeVisible()
  await expect.poll(() => likesOf(1)).toEqual(['Cem', longName, 'Bea'])
})

test('pressing faster than the server answers comes to what was pressed last', async ({ page }) => {
  await signInBrowser(page, server, bea)
  await openPhoto(page, 2)
  await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
  const held: (() => void)[] = []
  await page.route('**/api/likes/*/like', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await heart(page).click()
  await expect(sentence(page, 'Liked by you')).toBeVisible()
  await heart(page).click()
  await heart(page).click()
  await heart(page).click()
  await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
  const unliked = page.waitForResponse(/unlike/)
  await expect.poll(() => held.length).toBe(1)
  held[0]!()
  await unliked
  await expect.poll(() => likesOf(2)).toEqual([])
  await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
  expect(held).toHaveLength(1)
})

test('the owner likes and writes under the name of the profile, without being a guest', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await openPhoto(page, 3)
  await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
  await page.keyboard.press('l')
  await expect(sentence(page, 'Liked by you')).toBeVisible()
  await page.keyboard.press('c')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Thank you all')
  await page.keyboard.press('Enter')
  await expect(comments(page)).toContainText(/Ann.*Thank you all/)
  await expect.poll(() => likesOf(3)).toEqual(['Ann'])
  await expect(registration(page)).toHaveCount(0)
})

test('the owner is told from a guest who had the name before', async ({ page }) => {
  const namesake = await guestCookie(server, 'Zoe', 'zoe@example.org')
  await owner.send('PUT', '/api/user', { name: 'Zoe' })
  for (const cookie of [owner.cookie, namesake]) {
    await like(3, cookie)
    await comment(3, cookie, 'Who is who?')
  }
  await openPhoto(page, 3)
  await expect(sentence(page, 'liked by Zoe Owner and 1 other')).toBeVisible()
  await expect(heart(page)).toHaveAccessibleDescription('liked by Zoe Owner and 1 other')
  await expect(comments(page)).toHaveText([
    /^Zoejust nowWho is who\?$/,
    /^Zoe Ownerjust nowWho is who\?$/,
    /^Zoe Owner.*Thank you all$/,
  ])
  // The owner's browser leaves out the owner's like, not that of the guest of the same name.
  await signInBrowser(page, server, owner.cookie)
  await openPhoto(page, 3)
  await page.keyboard.press('l')
  await expect(sentence(page, 'Liked by Zoe')).toBeVisible()
  await owner.send('PUT', '/api/user', { name: 'Ann' })
})

test('comments are newest first, plain text with its lines, and say when they were written', async ({
  page,
}) => {
  const body = '<b>One</b> https://example.org/\n\n  two <script>alert(1)</script>'
  await comment(4, bea, 'The first')
  await signInBrowser(page, server, cem)
  await openPhoto(page, 4)
  await expect(comments(page)).toHaveText([/^Beajust nowThe first$/])
  await field(page).fill(body)
  await page.keyboard.press('Enter')
  // With more than one line Enter begins another.
  await expect(field(page)).toHaveValue(`${body}\n`)
  await page.keyboard.press('Control+Enter')
  await expect(comments(page)).toHaveCount(2)
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  expect(await comments(page).first().textContent()).toContain(body)
  await expect(comments(page).getByRole('link')).toHaveCount(0)
  const time = comments(page).first().locator('time')
  await expect(time).toHaveAttribute('title', new RegExp(`^\\w+ \\d+, ${new Date().getFullYear()}`))
  expect(await bodiesOf(4)).toEqual(['The first', body])
})

test('one deletes what is one’s own after a question, the owner whatever there is', async ({
  page,
}) => {
  await comment(5, bea, 'Of Bea')
  await comment(5, cem, 'Of Cem')
  await signInBrowser(page, server, bea)
  await openPhoto(page, 5)
  await expect(comments(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Delete Cem’s comment' })).toHaveCount(0)
  const remove = page.getByRole('button', { name: 'Delete Bea’s comment' })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Delete Comment?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect(comments(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeFocused()
  expect(await bodiesOf(5)).toEqual(['Of Cem'])

  await page.context().clearCookies()
  await signInBrowser(page, server, owner.cookie)
  await openPhoto(page, 5)
  await page.getByRole('button', { name: 'Delete Cem’s comment' }).click()
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByText('No comments yet.')).toBeVisible()
  expect(await bodiesOf(5)).toEqual([])
})

test('a visitor who likes, writes or posts is asked to register; the Tab key passes by', async ({
  page,
}) => {
  await openPhoto(page, 6)
  const close = async () => {
    await expect(registration(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(registration(page)).toHaveCount(0)
  }
  await heart(page).click()
  await close()
  await page.keyboard.press('l')
  await close()
  await page.keyboard.press('c')
  await close()
  await expect(field(page)).toBeFocused()
  await field(page).click()
  await close()
  await heart(page).focus()
  await page.keyboard.press('Tab')
  await expect(field(page)).toBeFocused()
  await expect(registration(page)).toHaveCount(0)
  await page.keyboard.type('Not lost')
  await post(page).click()
  await close()
  await expect(field(page)).toHaveValue('Not lost')
  expect(await likesOf(6)).toEqual([])
  expect(await bodiesOf(6)).toEqual([])
})

test('letters are letters while one writes, and the switch turns them off', async ({ page }) => {
  await signInBrowser(page, server, bea)
  await openPhoto(page, 6)
  await field(page).click()
  await page.keyboard.type('lcl')
  await expect(field(page)).toHaveValue('lcl')
  expect(await likesOf(6)).toEqual([])
  // What was begun waits while one looks at another photo.
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(field(page)).toHaveValue('')
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(field(page)).toHaveValue('lcl')
  await heart(page).focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toContainText('Like or unlikeL')
  await keys.getByRole('switch').click()
  await page.keyboard.press('Escape')
  // While it closes, no key does anything.
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('l')
  await page.keyboard.press('c')
  await expect(field(page)).not.toBeFocused()
  expect(await likesOf(6)).toEqual([])
})

test('a comment posted before the others have come stays when they come late', async ({ page }) => {
  await comment(14, cem, 'There before')
  await signInBrowser(page, server, bea)
  // Answered before the comment is written, and heard after it.
  const isAnswered = Promise.withResolvers<void>()
  const mayBeHeard = Promise.withResolvers<void>()
  const isHeard = Promise.withResolvers<void>()
  await page.route(
    `**/api/comments/${photos[14]!.id}?*`,
    async (route) => {
      const response = await route.fetch()
      isAnswered.resolve()
      await mayBeHeard.promise
      await route.fulfill({ response })
      isHeard.resolve()
    },
    { times: 1 },
  )
  await openPhoto(page, 14)
  await isAnswered.promise
  await field(page).fill('Quick')
  await post(page).click()
  await expect(comments(page)).toHaveText([/Quick/, /There before/])
  mayBeHeard.resolve()
  await isHeard.promise
  await settled(page)
  await expect(comments(page)).toHaveText([/Quick/, /There before/])
})

test('near its end a comment counts down, and too long a one is not sent', async ({ page }) => {
  await signInBrowser(page, server, bea)
  await openPhoto(page, 7)
  await field(page).fill('é'.repeat(1799))
  await expect(field(page)).toHaveAccessibleDescription(
    'Press Enter to post, Shift + Enter for a new line',
  )
  await field(page).fill('😀'.repeat(1990))
  await expect(field(page)).toHaveAccessibleDescription('10 characters left')
  await field(page).fill('é'.repeat(2001))
  await expect(field(page)).toHaveAccessibleDescription('1 character too many')
  await expect(post(page)).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Control+Enter')
  await field(page).fill(` ${'é'.repeat(2000)} `)
  await post(page).click()
  await expect(comments(page)).toHaveCount(1)
  expect(await bodiesOf(7)).toEqual(['é'.repeat(2000)])
})

/** The photo at that place is on the screen, and what React does after drawing is done. */
async function untilDrawn(page: Page, place: number) {
  await expect(page.getByText(new RegExp(`^${place} of `))).toBeVisible()
  // Its scheduler works from message to message, which no paused clock holds up.
  for (let turn = 0; turn < 5; turn++) {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(null)
        }),
    )
  }
}

test('while one pages, only the photo that stays is asked about, and each once', async ({
  page,
}) => {
  for (const cookie of [bea, cem, long]) await like(0, cookie)
  await signInBrowser(page, server, bea)
  const calls = watchTalk(page)
  await page.clock.install()
  await openPhoto(page, 0)
  await expect(sentence(page, 'liked by you and 2 others')).toBeVisible()
  await expect(page.getByText('No comments yet.')).toBeVisible()
  // However slow the machine is, no time passes from photo to photo.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${server.address}/photo/${photos[9]!.id}`)
  await untilDrawn(page, 10)
  await page.clock.runFor(1000)
  await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`${server.address}/photo/${photos[0]!.id}`)
  await untilDrawn(page, 1)
  await page.clock.runFor(1000)
  await expect(sentence(page, 'liked by you and 2 others')).toBeVisible()
  const about = (place: number) =>
    calls.filter((call) => call.endsWith(photos[place]!.id)).toSorted()
  for (const place of [0, 9]) {
    const { id } = photos[place]!
    expect(about(place)).toEqual([
      `GET /api/comments/${id}`,
      `GET /api/guest/likes/${id}`,
      `GET /api/likes/${id}`,
    ])
  }
  for (const place of [1, 2, 3, 4, 5, 6, 7, 8]) expect(about(place)).toEqual([])
  expect(calls.filter((call) => call === 'GET /api/guest')).toHaveLength(1)
})

test('L before the scripts of the likes is a like for the photo it was pressed at, and for no other', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  await signInBrowser(page, server, bea)
  await page.route('**/assets/photo-reactions-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const calls = watchTalk(page)
  await openPhoto(page, 8)
  await page.keyboard.press('l')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('10 of 15')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('9 of 15')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('10 of 15')).toBeVisible()
  await page.keyboard.press('l')
  held.resolve()
  await expect(sentence(page, 'Liked by you')).toBeVisible()
  await expect.poll(() => likesOf(9)).toEqual(['Bea'])
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([
    `POST /api/likes/${photos[9]!.id}/like`,
  ])
})

test('the grid asks for neither likes nor comments', async ({ page }) => {
  const calls = watchTalk(page)
  await open(page, server.address)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
})

test('nothing moves when likes and comments come, and the longest of them fit a small phone', async ({
  page,
}) => {
  const bodies = ['w'.repeat(2000), 'Words and lines\n'.repeat(100)]
  for (const body of bodies) await comment(8, long, body)
  await like(8, long)
  await like(8, bea)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openPhoto(page, 8)
    await expect(sentence(page, `liked by ${longName} and 1 other`)).toBeVisible()
    await expect(comments(page)).toHaveCount(2)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect([
      width,
      await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts),
    ]).toEqual([width, []])
    expect(await sidewaysScroll(page)).toBe(0)
    const boxes = await comments(page).evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    )
    for (const { left, right } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
    }
  }
})

test('of many comments the newest are shown, and earlier ones by mouse or key', async ({
  page,
}) => {
  for (let number = 1; number <= 130; number++) await comment(10, owner.cookie, `Number ${number}`)
  const bodies = async () =>
    (await comments(page).allTextContents()).map((text) => /(Number \d+|Mine)$/.exec(text)?.[0])
  const numbers = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `Number ${from - index}`)
  const earlier = page.getByRole('button', { name: 'Show earlier comments' })
  await signInBrowser(page, server, owner.cookie)
  await openPhoto(page, 10)
  await expect(comments(page)).toHaveCount(20)
  expect(await bodies()).toEqual(numbers(130, 111))
  await field(page).fill('Mine')
  await page.keyboard.press('Enter')
  await expect(comments(page)).toHaveCount(21)
  await earlier.focus()
  await page.keyboard.press('Enter')
  await expect(comments(page)).toHaveCount(120)
  await expect(comments(page).nth(21)).toBeFocused()
  await expect(comments(page).nth(21)).toContainText('Number 110')
  expect(await bodies()).toEqual(['Mine', ...numbers(130, 12)])
  await earlier.click()
  await expect(comments(page)).toHaveCount(131)
  await expect(comments(page).nth(120)).toBeFocused()
  expect(await bodies()).toEqual(['Mine', ...numbers(130, 1)])
  await expect(earlier).toHaveCount(0)
})

test.describe('earlier comments', () => {
  test.use({ allowed: /^(answer 404|console: .* 404)/ })

  test('begin anew where the last one that was shown has been deleted elsewhere', async ({
    page,
  }) => {
    await openPhoto(page, 10)
    await expect(comments(page)).toHaveCount(20)
    const known = await owner.json<{ id: string }[]>(`/api/comments/${photos[10]!.id}?limit=20`)
    await owner.send('DELETE', `/api/comments/${photos[10]!.id}/${known[0]!.id}`, {})
    await page.getByRole('button', { name: 'Show earlier comments' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Comments' })).toBeFocused()
    await expect(comments(page)).toHaveCount(20)
    await expect(comments(page).last()).toContainText('Number 111')
    await page.getByRole('button', { name: 'Show earlier comments' }).click()
    await expect(comments(page)).toHaveCount(119)
  })
})

test.describe('a guest in a hurry', () => {
  test.use({ allowed: /^(answer 429|console: .* 429)/ })

  test('is told to wait, and keeps what is written', async ({ page }) => {
    const gallery = await claimedGallery()
    for (const made of await makePhotos(1)) await gallery.owner.upload(made)
    const [photo] = await gallery.owner.photos()
    await publish(gallery.owner, [photo!])
    const cookie = await guestCookie(gallery.server, 'Hasty', 'hasty@example.org')
    for (let number = 1; number <= 5; number++) {
      await sendAs(gallery.server, cookie, `/api/comments/${photo!.id}`, { body: `${number}` })
    }
    await signInBrowser(page, gallery.server, cookie)
    await open(page, `${gallery.server.address}/photo/${photo!.id}`)
    await field(page).fill('The sixth')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveAccessibleDescription('You are posting too fast; wait a minute')
    await expect(field(page)).toHaveValue('The sixth')
    await expect(comments(page)).toHaveCount(5)
  })
})

test.describe('what fails', () => {
  test.use({ allowed: /^(answer (401|500)|console: (ApiError|.* of (401|500)))/ })

  const refuse = (page: Page, pattern: string, status = 500) =>
    page.route(pattern, (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: status, message: 'out of order' } }),
      }),
    )

  test('likes that do not come are alerted, and come with another press', async ({ page }) => {
    await signInBrowser(page, server, bea)
    await refuse(page, '**/api/likes/*')
    await openPhoto(page, 11)
    await expect(alert(page)).toHaveText('error: 500: out of order')
    await expect(sentence(page, 'Could not load likes')).toBeVisible()
    await page.unrouteAll()
    await heart(page).click()
    await expect(sentence(page, 'Liked by you')).toBeVisible()
    await expect.poll(() => likesOf(11)).toEqual(['Bea'])
  })

  test('a guest’s own like that does not come is alerted', async ({ page }) => {
    await signInBrowser(page, server, cem)
    await refuse(page, '**/api/guest/likes/*')
    await openPhoto(page, 11)
    await expect(alert(page)).toHaveText('error: 500: out of order')
  })

  test('comments that do not come are alerted, and asked for again', async ({ page }) => {
    await refuse(page, '**/api/comments/*')
    await openPhoto(page, 10)
    await expect(alert(page)).toHaveText('error: 500: out of order')
    await expect(page.getByText('Could not load the comments.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(comments(page)).toHaveCount(20)
  })

  test('a like that is refused is taken back and logged only', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await signInBrowser(page, server, cem)
    await openPhoto(page, 12)
    await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
    await refuse(page, '**/api/likes/*/like')
    await heart(page).click()
    await expect.poll(() => logged.join()).toContain('500: out of order')
    await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    await expect(alert(page)).toHaveCount(0)
    expect(await likesOf(12)).toEqual([])
  })

  test('a comment that is refused is alerted, and its text stays to be posted again', async ({
    page,
  }) => {
    await signInBrowser(page, server, cem)
    await openPhoto(page, 12)
    // Refused are those that are posted, not those that are read.
    await expect(page.getByText('No comments yet.')).toBeVisible()
    await refuse(page, '**/api/comments/*')
    await field(page).fill('Not lost')
    await page.keyboard.press('Enter')
    await expect(alert(page)).toHaveText('Out of order')
    await expect(field(page)).toHaveValue('Not lost')
    await expect(field(page)).toHaveAccessibleDescription('Out of order')
    await page.unrouteAll()
    await post(page).click()
    await expect(comments(page)).toContainText('Not lost')
    expect(await bodiesOf(12)).toEqual(['Not lost'])
  })

  test('a comment that is not deleted is still there, and that is alerted', async ({ page }) => {
    await comment(13, bea, 'Stays')
    await signInBrowser(page, server, bea)
    await openPhoto(page, 13)
    await refuse(page, '**/api/comments/*/*')
    await page.getByRole('button', { name: 'Delete Bea’s comment' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
    await expect(alert(page)).toHaveText('could not delete comment: out of order')
    await expect(comments(page)).toContainText('Stays')
  })

  test('whose sign-in has ended elsewhere is a visitor with the next press', async ({ page }) => {
    const cookie = await guestCookie(server, 'Gone', 'gone@example.org')
    await signInBrowser(page, server, cookie)
    await openPhoto(page, 13)
    await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
    await fetch(`${server.address}/api/guest/logout`, { headers: { Cookie: cookie } })
    await heart(page).click()
    await expect(page.getByRole('link', { name: 'Add GuestPage' })).toBeVisible()
    await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
    await heart(page).click()
    await expect(registration(page)).toBeVisible()
  })
})
