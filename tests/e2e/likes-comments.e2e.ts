import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, sidewaysScroll, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { guestCookie, sendAs } from './guest.ts'
import { publish } from './long-gallery.ts'
import { open, publicPhotos, signInBrowser } from './screen.ts'
import { settled } from './watch.ts'

const longName = 'Maximilienne-Antoinette-Wilhelmine-Luise'

let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]
/** Session cookies of guests. */
let bea: string
let cem: string
let long: string

test.beforeAll(async () => {
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

const openPhoto = (page: Page, index: number) =>
  open(page, `${server.address}/photo/${photos[index]!.id}`)
const like = (index: number, cookie: string) =>
  sendAs(server, cookie, `/api/likes/${photos[index]!.id}/like`)
const comment = (index: number, cookie: string, body: string) =>
  sendAs(server, cookie, `/api/comments/${photos[index]!.id}`, { body })
const likesOf = async (index: number) =>
  (await owner.json<{ name: string }[]>(`/api/likes/${photos[index]!.id}`)).map(({ name }) => name)
const bodiesOf = async (index: number) =>
  (await owner.json<{ body: string }[]>(`/api/comments/${photos[index]!.id}`)).map(
    ({ body }) => body,
  )

/** Records the page's requests about reactions, as method and path. */
function watchReactions(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(likes|comments|guest)/.test(pathname))
      requests.push(`${request.method()} ${pathname}`)
  })
  return requests
}

test('a visitor reads who likes a photo, in every wording', async ({ page }) => {
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

test('names and comments have the direction of their own script', async ({ page }) => {
  const ruth = await guestCookie(server, 'רות!', 'ruth@example.org')
  await comment(9, ruth, 'איזה יופי!')
  await comment(9, cem, 'How fine!')
  await like(9, ruth)
  await openPhoto(page, 9)
  const [english, hebrew] = [page.getByText('How fine!'), page.getByText('איזה יופי!')]
  await expect(hebrew).toHaveCSS('direction', 'rtl')
  await expect(english).toHaveCSS('direction', 'ltr')
  // The text runs from right to left on one line.
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

test('a guest likes and unlikes a photo with mouse and keyboard', async ({ page }) => {
  await signInBrowser(page, server, bea)
  await openPhoto(page, 1)
  await heart(page).click()
  await expect(sentence(page, 'Liked by you')).toBeVisible()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => likesOf(1)).toEqual(['Bea'])
  await like(1, cem)
  await reload(page)
  await expect(sentence(page, 'liked by you and 1 other')).toBeVisible()
  await page.keyboard.press('l')
  await expect(sentence(page, 'Liked by Cem')).toBeVisible()
  await expect.poll(() => likesOf(1)).toEqual(['Cem'])
  await like(1, long)
  await reload(page)
  await expect(sentence(page, 'liked by Cem and 1 other')).toBeVisible()
  await heart(page).click()
  await expect(sentence(page, 'liked by you and 2 others')).toBeVisible()
  await expect.poll(() => likesOf(1)).toEqual(['Cem', longName, 'Bea'])
})

test('rapid clicks on like end in the last state', async ({ page }) => {
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

test('the owner likes and comments under the profile’s name', async ({ page }) => {
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

test('the owner is distinguished from a guest of the same name', async ({ page }) => {
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
  // The owner's browser omits the owner's like, not that of the guest with the same name.
  await signInBrowser(page, server, owner.cookie)
  await openPhoto(page, 3)
  await page.keyboard.press('l')
  await expect(sentence(page, 'Liked by Zoe')).toBeVisible()
  await owner.send('PUT', '/api/user', { name: 'Ann' })
})

test('comments are newest first, in plain text with line breaks, and show their age', async ({
  page,
}) => {
  const body = '<b>One</b> https://example.org/\n\n  two <script>alert(1)</script>'
  await comment(4, bea, 'The first')
  await signInBrowser(page, server, cem)
  await openPhoto(page, 4)
  await expect(comments(page)).toHaveText([/^Beajust nowThe first$/])
  const hint = 'Press Enter to post, Shift + Enter for a new line'
  await field(page).fill(body)
  await page.keyboard.press('Shift+Enter')
  await expect(field(page)).toHaveValue(`${body}\n`)
  // One rule, however many lines there are.
  await expect(field(page)).toHaveAccessibleDescription(hint)
  await page.keyboard.press('Enter')
  await expect(comments(page)).toHaveCount(2)
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  expect(await comments(page).first().textContent()).toContain(body)
  await expect(comments(page).getByRole('link')).toHaveCount(0)
  const time = comments(page).first().locator('time')
  await expect(time).toHaveAttribute('title', new RegExp(`^\\w+ \\d+, ${new Date().getFullYear()}`))
  expect(await bodiesOf(4)).toEqual(['The first', body])
})

test('guests can delete their own comments after confirmation, the owner any comment', async ({
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

test('a visitor who likes or comments is asked to register, but can Tab past the field', async ({
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

test('shortcuts are ignored while typing and can be turned off', async ({ page }) => {
  await signInBrowser(page, server, bea)
  await openPhoto(page, 6)
  await field(page).click()
  await page.keyboard.type('lcl')
  await expect(field(page)).toHaveValue('lcl')
  expect(await likesOf(6)).toEqual([])
  // The draft is kept while another photo is shown.
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
  // Keys are ignored while the dialog closes.
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('l')
  await page.keyboard.press('c')
  await expect(field(page)).not.toBeFocused()
  expect(await likesOf(6)).toEqual([])
})

test('a comment posted while the others are loading is kept when they arrive', async ({ page }) => {
  await comment(14, cem, 'There before')
  await signInBrowser(page, server, bea)
  // The response is created before the comment is posted, and arrives after it.
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

test('a long comment shows the remaining characters, and one that is too long is not sent', async ({
  page,
}) => {
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

/** Waits until the photo at this position is shown and React's effects have run. */
async function untilShown(page: Page, position: number) {
  await expect(page.getByText(new RegExp(`^${position} of `))).toBeVisible()
  // React's scheduler uses messages, which a paused clock does not stop.
  for (let round = 0; round < 5; round++) {
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

test('reactions are requested only for the photo at which paging stops, and only once', async ({
  page,
}) => {
  for (const cookie of [bea, cem, long]) await like(0, cookie)
  await signInBrowser(page, server, bea)
  const requests = watchReactions(page)
  await page.clock.install()
  await openPhoto(page, 0)
  await expect(sentence(page, 'liked by you and 2 others')).toBeVisible()
  await expect(page.getByText('No comments yet.')).toBeVisible()
  // The stopped clock lets no time pass between photos, however slow the machine.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${server.address}/photo/${photos[9]!.id}`)
  await untilShown(page, 10)
  await page.clock.runFor(1000)
  await expect(sentence(page, 'Be the first to like this picture')).toBeVisible()
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`${server.address}/photo/${photos[0]!.id}`)
  await untilShown(page, 1)
  await page.clock.runFor(1000)
  await expect(sentence(page, 'liked by you and 2 others')).toBeVisible()
  const about = (index: number) =>
    requests.filter((request) => request.endsWith(photos[index]!.id)).toSorted()
  for (const index of [0, 9]) {
    const { id } = photos[index]!
    expect(about(index)).toEqual([
      `GET /api/comments/${id}`,
      `GET /api/guest/likes/${id}`,
      `GET /api/likes/${id}`,
    ])
  }
  for (const index of [1, 2, 3, 4, 5, 6, 7, 8]) expect(about(index)).toEqual([])
  expect(requests.filter((request) => request === 'GET /api/guest')).toHaveLength(1)
})

test('L pressed before the code is loaded likes that photo and no other', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await signInBrowser(page, server, bea)
  await page.route('**/assets/photo-reactions-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const requests = watchReactions(page)
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
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([
    `POST /api/likes/${photos[9]!.id}/like`,
  ])
})

test('the grid requests neither likes nor comments', async ({ page }) => {
  const requests = watchReactions(page)
  await open(page, server.address)
  await page.waitForLoadState('networkidle')
  expect(requests).toEqual([])
})

test('loading reactions causes no layout shift, and the longest fit a small phone', async ({
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

test('the newest comments are shown first, and earlier ones on request', async ({ page }) => {
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

test.describe('comment pages', () => {
  test.use({ allowed: /^(answer 404|console: .* 404)/ })

  test('earlier comments are reloaded if the oldest one shown has been deleted elsewhere', async ({
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

test.describe('limits', () => {
  test.use({ allowed: /^(answer 429|console: .* 429)/ })

  test('a guest who posts too fast is asked to wait, and keeps the text', async ({ page }) => {
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

test.describe('failures', () => {
  test.use({ allowed: /^(answer (401|500)|console: (ApiError|.* of (401|500)))/ })

  const refuse = (page: Page, pattern: string, status = 500) =>
    page.route(pattern, (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: status, message: 'out of order' } }),
      }),
    )

  test('a failure to load likes shows an alert, and another click retries', async ({ page }) => {
    await signInBrowser(page, server, bea)
    await refuse(page, '**/api/likes/*')
    await openPhoto(page, 11)
    await expect(alert(page)).toHaveText('error: 500: out of order')
    await expect(sentence(page, 'Could not load the likes.')).toBeVisible()
    await page.unrouteAll()
    await heart(page).click()
    await expect(sentence(page, 'Liked by you')).toBeVisible()
    await expect.poll(() => likesOf(11)).toEqual(['Bea'])
  })

  test('a failure to load the guest’s own like shows an alert', async ({ page }) => {
    await signInBrowser(page, server, cem)
    await refuse(page, '**/api/guest/likes/*')
    await openPhoto(page, 11)
    await expect(alert(page)).toHaveText('error: 500: out of order')
  })

  test('a failure to load comments shows an alert and a button to retry', async ({ page }) => {
    await refuse(page, '**/api/comments/*')
    await openPhoto(page, 10)
    await expect(alert(page)).toHaveText('error: 500: out of order')
    await expect(page.getByText('Could not load the comments.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(comments(page)).toHaveCount(20)
  })

  test('a failure to save a like reverts it and is only logged', async ({ page }) => {
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

  test('a failure to post a comment shows an alert and keeps the text', async ({ page }) => {
    await signInBrowser(page, server, cem)
    await openPhoto(page, 12)
    // Only posting fails, not loading.
    await expect(page.getByText('No comments yet.')).toBeVisible()
    await refuse(page, '**/api/comments/*')
    await field(page).fill('Not lost')
    await page.keyboard.press('Enter')
    await expect(alert(page)).toHaveText('500: out of order')
    await expect(field(page)).toHaveValue('Not lost')
    await expect(field(page)).toHaveAccessibleDescription('Out of order')
    await page.unrouteAll()
    await post(page).click()
    await expect(comments(page)).toContainText('Not lost')
    expect(await bodiesOf(12)).toEqual(['Not lost'])
  })

  test('a failure to delete a comment shows an alert and keeps the comment', async ({ page }) => {
    await comment(13, bea, 'Stays')
    await signInBrowser(page, server, bea)
    await openPhoto(page, 13)
    await refuse(page, '**/api/comments/*/*')
    await page.getByRole('button', { name: 'Delete Bea’s comment' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
    await expect(alert(page)).toHaveText('could not delete comment: out of order')
    await expect(comments(page)).toContainText('Stays')
  })

  test('a session that has ended elsewhere makes the guest a visitor', async ({ page }) => {
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
