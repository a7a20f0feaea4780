// What 'Back' shows after signing out on a shared computer.
import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient, ownerPassword, signIn } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { guestCookie } from './guest.ts'
import { publish } from './long-gallery.ts'
import config from './playwright.config.ts'
import { expectInterface, goBack, open, signInBrowser } from './screen.ts'

// Playwright disables the back-forward cache by default.
test.use({
  launchOptions: {
    ...config.use?.launchOptions,
    // Chromium's headless shell has no such cache.
    executablePath: process.env.FULL_CHROMIUM || '/usr/bin/chromium',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
  // Missing private content, and Chromium's inline styles in pictures opened directly.
  allowed: /^(answer 40[14]|console.* 40[14])|inline style.*\/api\/resizes/,
})

let server: RunningVitrine
let owner: OwnerClient
let shown: Photo
let hidden: Photo

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(2)) await owner.upload(photo)
  ;[shown, hidden] = (await owner.photos()) as [Photo, Photo]
  await publish(owner, [shown])
})
test.afterAll(clearAway)

const tileOf = (page: Page, { id }: Photo) => page.locator(`a.tile[href^='/photo/${id}']`)

async function signInByForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'ACCOUNT' }).click()
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('alert')).toHaveText('You have been signed out.')
}

/** Expects a visitor's home page, reloaded or not. */
async function expectVisitorsHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${server.address}/`)
  await expectInterface(page)
  await expect(tileOf(page, shown)).toBeVisible()
  await expect(tileOf(page, hidden)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Public: / })).toHaveCount(0)
}

test('nothing private is left in the page after signing out', async ({ page }) => {
  await open(page, server.address)
  await signInByForm(page)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await tileOf(page, hidden).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hidden.title)
  await page.getByRole('link', { name: 'ACCOUNT' }).click()
  await page.getByRole('link', { name: 'Logout' }).click()
  await signOut(page)
  await expect(page.getByRole('heading', { name: hidden.title })).toHaveCount(0)
  // A page from the cache loads itself again, and a step that is taken meanwhile would be lost.
  for (let step = 0; step < 3 && !page.url().endsWith(hidden.id); step++) {
    await goBack(page)
    await page.waitForTimeout(1000)
    await expectInterface(page)
  }
  await expect(page).toHaveURL(`${server.address}/photo/${hidden.id}`)
  await expect(page.getByRole('heading', { name: hidden.title })).toHaveCount(0)
  await expect(
    page.locator(`[src*='${hidden.fileName}'], [srcset*='${hidden.fileName}']`),
  ).toHaveCount(0)
  await goBack(page)
  await expectVisitorsHome(page)
})

test('private pages, pictures and data opened by address are gone after signing out', async ({
  page,
}) => {
  await signInBrowser(page, server, await signIn(server))
  const addresses = [
    '/',
    `/photo/${hidden.id}`,
    `/api/photos/${hidden.id}`,
    `/api/resizes/${hidden.fileName}`,
  ]
  for (const address of addresses) {
    expect((await page.goto(server.address + address))?.status()).toBe(200)
  }
  await open(page, `${server.address}/account/logout`)
  await signOut(page)
  for (const address of addresses.slice(1).toReversed()) {
    const answer = page.waitForResponse(server.address + address)
    await goBack(page)
    expect([address, (await answer).status()]).toEqual([address, 404])
    await expect(page).toHaveURL(server.address + address)
    await expect(page.locator('body')).not.toContainText(hidden.title)
  }
  await goBack(page)
  await expectVisitorsHome(page)
})

test('a page in the back-forward cache is not shown after its session has ended elsewhere', async ({
  page,
}) => {
  const markAndLeave = async () => {
    await page.evaluate(() => Object.assign(window, { isKept: true }))
    await page.goto(`${server.address}/api/docs`)
  }
  const isKept = () => page.evaluate(() => 'isKept' in window)
  // A visitor's page is restored as it was.
  await open(page, server.address)
  await markAndLeave()
  await goBack(page)
  await expectVisitorsHome(page)
  expect(await isKept()).toBe(true)
  // The owner signed in after loading, so no header keeps the browser from caching the page.
  await signInByForm(page)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(tileOf(page, hidden)).toBeVisible()
  await markAndLeave()
  const [cookie] = await page.context().cookies()
  const ended = await fetch(`${server.address}/api/logout`, {
    headers: { Cookie: `${cookie!.name}=${cookie!.value}` },
  })
  expect(ended.status).toBe(200)
  await goBack(page)
  await expectVisitorsHome(page)
  expect(await isKept()).toBe(false)
})

test('a guest’s page is gone after signing out', async ({ page }) => {
  const email = 'ben@example.org'
  await signInBrowser(page, server, await guestCookie(server, 'Ben', email))
  await open(page, `${server.address}/guest`)
  await expect(page.getByText(email)).toBeVisible()
  expect((await page.goto(`${server.address}/api/guest`))?.status()).toBe(200)
  await open(page, `${server.address}/guest`)
  await page.getByRole('button', { name: 'Logout Guest' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(email)).toHaveCount(0)
  const answer = page.waitForResponse(`${server.address}/api/guest`)
  await goBack(page)
  expect((await answer).status()).toBe(401)
  await expect(page).toHaveURL(`${server.address}/api/guest`)
  await expect(page.locator('body')).toContainText('"code":401')
  await goBack(page)
  await expectInterface(page)
  await expect(page.getByText(email)).toHaveCount(0)
})
