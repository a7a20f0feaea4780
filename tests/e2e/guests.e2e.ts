import type { Locator, Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { guestCookie, mailedLink, mailsTo, requestLink } from './guest.ts'
import { publish } from './long-gallery.ts'
import { expectInterface, open, publicPhotos, signInBrowser } from './screen.ts'

let server: RunningVitrine
let photo: Photo
let ownerCookie: string

async function startGallery(): Promise<void> {
  const gallery = await claimedGallery()
  server = gallery.server
  const { owner } = gallery
  ownerCookie = owner.cookie
  for (const made of await makePhotos(2)) await owner.upload(made)
  await publish(owner, await owner.photos())
  photo = (await publicPhotos(server))[0]!
}
test.beforeAll(startGallery)
test.afterAll(clearAway)

const alert = (within: Page | Locator) => within.getByRole('alert')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const guestLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

async function register(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Register Guest' }).click()
  const form = dialog(page, 'Register User')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Register' }).click()
  // The page thanks the guest, so the dialog need not.
  await expect(form).toHaveCount(0)
  await expect(
    page.getByText(`To verify your address, open the link in the e-mail we sent to ${email}.`),
  ).toHaveCount(1)
  await expect(page.getByRole('heading', { name: `Thank you, ${name}` })).toBeFocused()
}

/** The names of those who like a photo, as a visitor sees them. */
async function likers(id: string): Promise<string[]> {
  const response = await fetch(`${server.address}/api/likes/${id}`)
  return ((await response.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

/** Records a page's requests to a path. */
function watchRequests(page: Page, path: string): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) requests.push(request.url())
  })
  return requests
}

test('a guest registers, opens the link in another tab, likes, comments, is renamed and logs out', async ({
  page,
}) => {
  const email = 'ann@example.org'
  await open(page, server.address)
  await guestLink(page, 'Add GuestPage').click()
  await expect(page).toHaveURL(`${server.address}/guest`)
  await expect(page).toHaveTitle(/^Guest · /)
  await register(page, 'Ann Example', email)
  await expect(page.getByRole('heading', { name: 'Thank you, Ann Example' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`the e-mail we sent to ${email}`)
  await expect(guestLink(page, 'Add GuestPage')).toBeVisible()

  const tab = await page.context().newPage()
  await open(tab, await mailedLink(server, email))
  await expect(tab.getByRole('heading', { name: 'Thank you for verifying!' })).toBeVisible()
  await expect(tab.getByRole('main')).toContainText(`NameAnn ExampleEmail${email}`)
  const links = tab.getByRole('navigation', { name: 'Continue' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/photo',
    '/guest',
    '/',
  ])
  await expect(guestLink(tab, 'Guest')).toBeVisible()
  // The first tab is notified.
  await expect(page.getByRole('heading', { name: 'Welcome back, Ann Example' })).toBeVisible()
  await expect(guestLink(page, 'Guest')).toBeVisible()

  await tab.getByRole('link', { name: 'Go to the photos' }).click()
  await tab.getByRole('button', { name: 'Like this picture' }).click()
  await expect(tab.getByText('Liked by you')).toBeVisible()
  await tab.getByLabel('Comment', { exact: true }).fill('What light!')
  await tab.getByRole('button', { name: 'Post' }).click()
  await expect(tab.getByRole('listitem')).toContainText(/Ann Example.*just now.*What light!/)

  await page.getByRole('button', { name: 'Update Guest' }).click()
  const form = dialog(page, 'Update User')
  await expect(form).toContainText('We send a link only if you change it')
  await expect(form).toContainText(
    'To change your name, keep the same e-mail address and enter a different name; it takes effect at once.',
  )
  await expect(form).not.toContainText('register again')
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await form.getByLabel('Name').fill('Ann the Second')
  await page.keyboard.press('Enter')
  await expect(form).toContainText('You now appear as Ann the Second.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome back, Ann the Second' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Guest' })).toBeFocused()
  await expect(tab.getByRole('listitem')).toContainText('Ann the Second')

  await page.getByRole('button', { name: 'Logout Guest' }).click()
  const question = page.getByRole('alertdialog', { name: 'Logout GuestPage' })
  await expect(question).toContainText('you must register again with your e-mail address')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Register Guest' })).toBeVisible()
  await expect(alert(page)).toHaveText('You have been signed out.')
  await expect(guestLink(page, 'Add GuestPage')).toBeVisible()
  await expect(tab.getByText('Liked by Ann the Second')).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
})

test('a guest can register from a photo with the keyboard', async ({ page }) => {
  const email = 'keys@example.org'
  await open(page, `${server.address}/photo/${photo.id}`)
  const heart = page.getByRole('button', { name: 'Like this picture' })
  await heart.focus()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Register User')
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(heart).toBeFocused()
  await page.keyboard.press('l')
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form).toHaveAccessibleDescription(/^Likes are shown with a name, so please register/)
  await page.keyboard.type('Keyboard Ann')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(form).toContainText('Thank you, Keyboard Ann')
  await expect(form.getByRole('button', { name: 'Ok' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heart).toBeFocused()
  // The draft of someone who has registered already is kept, too.
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await page.keyboard.type('Kept until later')
  await page.keyboard.press('Enter')
  await expect(form).toHaveAccessibleDescription(/^Comments are shown with a name/)
  await page.keyboard.press('Escape')
  expect(await likers(photo.id)).not.toContain('Keyboard Ann')

  await page.setViewportSize({ width: 390, height: 800 })
  await open(page, await mailedLink(server, email))
  await expect(page.getByRole('main')).toContainText('You like this photo now.')
  expect(await likers(photo.id)).toContain('Keyboard Ann')
  await page.getByRole('link', { name: 'Back to the photo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.address}/photo/${photo.id}`)
  await expect(page.getByText(/^liked by you/i)).toBeVisible()
  const comment = page.getByLabel('Comment', { exact: true })
  await expect(comment).toHaveValue('Kept until later')
  await comment.press('ControlOrMeta+Enter')
  await expect(page.getByRole('status').getByText('Posted')).toBeVisible()
  await expect(page.getByRole('listitem').first()).toContainText('Kept until later')

  // Only once, and for no other guest.
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.context().clearCookies()
  await requestLink(server, 'Second Ann', 'second@example.org')
  await open(page, await mailedLink(server, 'second@example.org'))
  await page.getByRole('button', { name: 'Continue as Second Ann' }).click()
  await expect(page.getByText('You can now like and comment on photos.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the photo' })).toHaveCount(0)
  expect(await likers(photo.id)).not.toContain('Second Ann')
  await page.getByRole('link', { name: 'Your guest page' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome back, Second Ann' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout Guest' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Logout Guest' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Sign out' }).focus()
  await page.keyboard.press('Enter')
  await expect(guestLink(page, 'Add GuestPage')).toBeVisible()
  // The pressed button is gone, so the heading gets the focus.
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Register Guest' })).toBeFocused()
})

test('a link verifies at once in the browser that registered, and is removed from the address', async ({
  page,
}) => {
  await open(page, `${server.address}/guest`)
  await register(page, 'Abe Example', 'abe@example.org')
  const link = await mailedLink(server, 'abe@example.org')
  const requests = watchRequests(page, '/api/guest/verify')
  await open(page, link)
  await expect(page.getByRole('heading', { name: 'Thank you for verifying!' })).toBeVisible()
  await expect(page).toHaveURL(`${server.address}/guest`)
  expect(requests).toEqual([`${server.address}/api/guest/verify${new URL(link).search}`])
  await reload(page)
  await expectInterface(page)
  await expect(page.getByRole('heading', { name: 'Welcome back, Abe Example' })).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('a link in another browser names the guest and verifies after a click', async ({
  page,
  browser,
}) => {
  await open(page, `${server.address}/guest`)
  await register(page, 'Bee Example', 'bee@example.org')
  const link = await mailedLink(server, 'bee@example.org')
  // The e-mail is read in another browser; this one stays signed out.
  const elsewhere = await (await browser.newContext()).newPage()
  const requests = watchRequests(elsewhere, '/api/guest/verify')
  await open(elsewhere, link)
  const question = elsewhere.getByRole('heading', { name: 'Continue as Bee Example?' })
  await expect(question).toBeVisible()
  await expect(elsewhere.getByRole('main')).toContainText('bee@example.org')
  await expect(elsewhere.getByRole('main')).not.toContainText('This signs out')
  await expect(guestLink(elsewhere, 'Add GuestPage')).toBeVisible()
  // A reload asks again.
  await elsewhere.reload()
  await expect(question).toBeVisible()
  expect(requests).toHaveLength(2)
  const submit = elsewhere.getByRole('button', { name: 'Continue as Bee Example' })
  await expect(async () => {
    await elsewhere.keyboard.press('Tab')
    await expect(submit).toBeFocused({ timeout: 100 })
  }).toPass()
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('heading', { name: 'Thank you for verifying!' })).toBeVisible()
  await expect(elsewhere).toHaveURL(`${server.address}/guest`)
  expect(requests).toHaveLength(3)
  await elsewhere.reload()
  await expectInterface(elsewhere)
  await expect(elsewhere.getByRole('heading', { name: 'Welcome back, Bee Example' })).toBeVisible()
  expect(requests).toHaveLength(3)
  await reload(page)
  await expect(page.getByRole('button', { name: 'Register Guest' })).toBeVisible()
  await expect(guestLink(page, 'Add GuestPage')).toBeVisible()
  await elsewhere.context().close()
})

test('another guest’s link signs no one out until it is confirmed', async ({ page }) => {
  await signInBrowser(page, server, await guestCookie(server, 'Vic', 'vic@example.org'))
  await requestLink(server, 'Mal', 'mal@example.org')
  const link = await mailedLink(server, 'mal@example.org')
  await open(page, `${server.address}/guest`)
  await expect(page.getByRole('heading', { name: 'Welcome back, Vic' })).toBeVisible()
  await open(page, link)
  await expect(page.getByRole('heading', { name: 'Continue as Mal?' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('This signs out Vic')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${server.address}/guest`)
  await expect(page.getByRole('heading', { name: 'Welcome back, Vic' })).toBeVisible()
  await open(page, link)
  await page.getByRole('button', { name: 'Continue as Mal' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for verifying!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('mal@example.org')
})

test('a guest whose name is taken is told and can choose another', async ({ page }) => {
  await guestCookie(server, 'Dee Example', 'dee@example.org')
  await open(page, `${server.address}/guest`)
  await register(page, 'dee example', 'dee2@example.org')
  await open(page, await mailedLink(server, 'dee2@example.org'))
  await expect(page.getByRole('main')).toContainText('You appear as dee example 2.')
  await page.getByRole('button', { name: 'Choose another name' }).click()
  await dialog(page, 'Update User').getByLabel('Name').fill('Another Dee')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Update User')).toContainText('You now appear as Another Dee.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('Another Dee')
  await expect(page.getByRole('button', { name: 'Choose another name' })).toHaveCount(0)
})

test.describe('refused names', () => {
  test.use({ allowed: /^(answer 409|console: .* 409)/ })

  test('a name refused because it looks like the owner’s can be changed', async ({ page }) => {
    await open(page, `${server.address}/guest`)
    await register(page, 'Аnn 2', 'lookalike@example.org')
    await open(page, await mailedLink(server, 'lookalike@example.org'))
    await expect(page.getByRole('main')).toContainText('You appear as Guest.')
    await page.getByRole('button', { name: 'Choose another name' }).click()
    await dialog(page, 'Update User').getByLabel('Name').fill('ANN')
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Update User')).toContainText('too similar to the owner')
  })
})

test('a new e-mail address takes effect once its link is opened', async ({ page }) => {
  await signInBrowser(page, server, await guestCookie(server, 'Eve', 'eve@example.org'))
  await open(page, `${server.address}/guest`)
  await page.getByRole('button', { name: 'Update Guest' }).click()
  await dialog(page, 'Update User').getByLabel('Email').fill('eve@example.net')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Update User')).toContainText(
    'once you open the link we sent to eve@example.net',
  )
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Update User')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('eve@example.org')
  await open(page, await mailedLink(server, 'eve@example.net'))
  await expect(page.getByRole('main')).toContainText('eve@example.net')
})

test('invalid input is not sent, and the field says why', async ({ page }) => {
  const requests = watchRequests(page, '/api/guest')
  await open(page, `${server.address}/guest`)
  await page.getByRole('button', { name: 'Register Guest' }).click()
  const form = dialog(page, 'Register User')
  const submit = form.getByRole('button', { name: 'Register' })
  await submit.click()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Use 2 to 40 characters')
  await form.getByLabel('Name').fill('é'.repeat(41))
  await submit.click()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Use 2 to 40 characters')
  await form.getByLabel('Name').fill('😀'.repeat(40))
  await form.getByLabel('Email').fill('nobody')
  await submit.click()
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Must contain an @, as in name@example.org',
  )
  // A click outside keeps the typed text.
  await page.mouse.click(5, 5)
  await expect(form.getByLabel('Email')).toHaveValue('nobody')
  expect(requests).toEqual([])
  expect(mailsTo(server, 'nobody')).toBe(0)
})

test('an empty form marks every field, and each mark disappears as its field is filled in', async ({
  page,
}) => {
  await open(page, `${server.address}/guest`)
  await page.getByRole('button', { name: 'Register Guest' }).click()
  const form = dialog(page, 'Register User')
  await form.getByRole('button', { name: 'Register' }).click()
  const [name, email] = [form.getByLabel('Name'), form.getByLabel('Email')]
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Use 2 to 40 characters')
  await expect(email).toHaveAccessibleDescription('Enter an e-mail address')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Eva Example')
  await expect(name).toHaveAttribute('aria-invalid', 'false')
  await expect(email).toHaveAccessibleDescription('Enter an e-mail address')
})

test('a pending registration is mentioned once, on the page or in the dialog', async ({ page }) => {
  await open(page, `${server.address}/guest`)
  await register(page, 'Una Example', 'una@example.org')
  const text = page.getByText('To verify your address, open the link in the e-mail we sent')
  await page.getByRole('button', { name: 'Register Guest' }).click()
  await expect(dialog(page, 'Register User').getByLabel('Name')).toHaveValue('Una Example')
  await expect(text).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.locator('a.tile').first().click()
  await page.getByRole('button', { name: 'Like this picture' }).click()
  await expect(dialog(page, 'Register User')).toContainText('we sent to una@example.org')
  await expect(text).toHaveCount(1)
})

test('the owner is told that they need not register', async ({ page }) => {
  await signInBrowser(page, server, ownerCookie)
  await open(page, `${server.address}/guest`)
  await expect(page.getByRole('main')).toContainText('you like and comment as Ann')
  await expect(page.getByRole('button', { name: 'Register Guest' })).toBeVisible()
})

test('the menu on a phone shows the guest link', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, server.address)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Add GuestPage' }).click()
  await expect(page.getByRole('button', { name: 'Register Guest' })).toBeVisible()
  await signInBrowser(page, server, await guestCookie(server, 'Fay', 'fay@example.org'))
  await reload(page)
  await expectInterface(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(
    page.getByRole('dialog').getByRole('link', { name: 'Guest', exact: true }),
  ).toBeVisible()
})

test.describe('failures', () => {
  // An address may register 20 times an hour, and the tests above nearly reach that.
  test.beforeAll(startGallery)
  test.use({ allowed: /^(answer|console.*) (\d+|.*status of \d+).*\/api\/guest/ })

  const refuse = (page: Page, path: string, status = 500) =>
    page.route(`**/api/guest${path}`, (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: status, message: 'out of order' } }),
      }),
    )

  test('an invalid link explains how to get a new one', async ({ page }) => {
    await open(page, `${server.address}/guest?code=nonsense`)
    await expect(alert(page)).toHaveText('Error verifying guest 400: this link is no longer valid')
    await expect(page).toHaveURL(`${server.address}/guest`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid')
    await register(page, 'Gil Example', 'gil@example.org')
    await expect.poll(() => mailsTo(server, 'gil@example.org')).toBe(1)
    await expect(guestLink(page, 'Add GuestPage')).toBeVisible()
  })

  test('a verification without a response can be retried', async ({ page }) => {
    await open(page, `${server.address}/guest`)
    await register(page, 'Hal Example', 'hal@example.org')
    await refuse(page, '/verify?*')
    await open(page, await mailedLink(server, 'hal@example.org'))
    await expect(alert(page)).toHaveText('Error verifying guest 500: out of order')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you for verifying!' })).toBeVisible()
    await expect(page).toHaveURL(`${server.address}/guest`)
  })

  test('a confirmation without a response can be retried, but not an invalid link', async ({
    page,
  }) => {
    await requestLink(server, 'Jon Example', 'jon@example.org')
    await open(page, await mailedLink(server, 'jon@example.org'))
    const submit = page.getByRole('button', { name: 'Continue as Jon Example' })
    await refuse(page, '/verify')
    await submit.click()
    await expect(alert(page)).toHaveText('Error verifying guest 500: out of order')
    await page.unrouteAll()
    await refuse(page, '/verify', 400)
    await submit.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid')
    await expect(page).toHaveURL(`${server.address}/guest`)
  })

  test('a refused registration is alerted and keeps the typed text', async ({ page }) => {
    await refuse(page, '', 429)
    await open(page, `${server.address}/guest`)
    await page.getByRole('button', { name: 'Register Guest' }).click()
    const form = dialog(page, 'Register User')
    await form.getByLabel('Name').fill('Ida Example')
    await form.getByLabel('Email').fill('ida@example.org')
    await page.keyboard.press('Enter')
    await expect(alert(page)).toHaveText('429: out of order')
    await expect(alert(form)).toHaveCount(1)
    await expect(form.getByLabel('Name')).toHaveValue('Ida Example')
    await expect(form.getByLabel('Email')).toHaveValue('ida@example.org')
  })

  test('a refused update is alerted and resets the fields', async ({ page }) => {
    await guestCookie(server, 'Taken', 'taken@example.org')
    await signInBrowser(page, server, await guestCookie(server, 'Joe', 'joe@example.org'))
    await open(page, `${server.address}/guest`)
    await page.getByRole('button', { name: 'Update Guest' }).click()
    const form = dialog(page, 'Update User')
    await form.getByLabel('Name').fill('Taken')
    await page.keyboard.press('Enter')
    const reason = '409: this name is already taken; choose another one'
    await expect(alert(page)).toHaveText(reason)
    const name = form.getByLabel('Name')
    await expect(name).toHaveValue('Joe')
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription(reason)
  })

  test('a refused logout is alerted and the guest stays signed in', async ({ page }) => {
    await signInBrowser(page, server, await guestCookie(server, 'Kim', 'kim@example.org'))
    await refuse(page, '/logout')
    await open(page, `${server.address}/guest`)
    await page.getByRole('button', { name: 'Logout Guest' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(alert(page)).toHaveText('500: out of order')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back, Kim' })).toBeVisible()
    await expect(guestLink(page, 'Guest')).toBeVisible()
  })

  test('a guest who cannot be loaded is alerted and can be retried', async ({ page }) => {
    await signInBrowser(page, server, await guestCookie(server, 'Lou', 'lou@example.org'))
    await refuse(page, '')
    await open(page, `${server.address}/guest`)
    await expect(alert(page)).toHaveText('error fetching account: 500: out of order')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back, Lou' })).toBeVisible()
  })

  test('a guest whose sign-in ended elsewhere is shown as a visitor', async ({ page }) => {
    const cookie = await guestCookie(server, 'Max', 'max@example.org')
    await signInBrowser(page, server, cookie)
    await open(page, server.address)
    await expect(guestLink(page, 'Guest')).toBeVisible()
    await fetch(`${server.address}/api/guest/logout`, { headers: { Cookie: cookie } })
    await guestLink(page, 'Guest').click()
    await expect(page.getByRole('button', { name: 'Register Guest' })).toBeVisible()
    await expect(guestLink(page, 'Add GuestPage')).toBeVisible()
  })
})
