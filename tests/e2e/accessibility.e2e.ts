import { join } from 'node:path'
import { colorThemes, photoBackgroundColors } from '../../src/contract/site/appearance.ts'
import type { UxConfig } from '../../src/contract/site/ux-config.ts'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { type OwnerClient, signIn } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { longGallery } from './long-gallery.ts'
import { open, signInBrowser } from './screen.ts'
import type { Shown } from './screen-state.ts'
import { expectedProblems } from './screens.ts'

let server: RunningVitrine
let owner: OwnerClient
let shown: Shown

test.beforeAll(async () => {
  const gallery = await longGallery()
  server = gallery.server
  owner = gallery.owner
  shown = gallery.shown
})
test.afterAll(clearAway)
test.use({ allowed: expectedProblems, reducedMotion: 'reduce', trace: 'off' })

async function configure(change: Partial<UxConfig>): Promise<void> {
  expect((await owner.send('POST', '/api/user/config', change)).status).toBe(200)
}

for (const theme of colorThemes) {
  test(`axe finds no problems while a screen is loading, ${theme}`, async ({ page }) => {
    await configure({ colorTheme: theme })
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/cameras-route-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await open(page, server.address)
    await page.getByRole('link', { name: 'Cameras' }).click()
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    held.resolve()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })

  test(`axe finds no problems on a photo with any background, nor on a notice, ${theme}`, async ({
    page,
  }) => {
    await signInBrowser(page, server, owner.cookie)
    for (const photoBackgroundColor of photoBackgroundColors) {
      await configure({ colorTheme: theme, photoBackgroundColor })
      await open(page, `${server.address}/photo/${shown.photos[1]!.id}`)
      await expectPictures(page)
      const found = await violations(page)
      expect.soft([photoBackgroundColor, ...found]).toEqual([photoBackgroundColor])
    }
    // A separate session, which ends here.
    await signInBrowser(page, server, await signIn(server))
    await open(page, `${server.address}/account/logout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test.describe(() => {
    test.use({ allowed: /^(answer|console.*) 401|status of 401/ })

    test(`axe finds no problems when the owner is asked to sign in again, ${theme}`, async ({
      page,
    }) => {
      await configure({ colorTheme: theme })
      const cookie = await signIn(server)
      await signInBrowser(page, server, cookie)
      await open(page, `${server.address}/photo/${shown.photos[1]!.id}`)
      await page.getByRole('button', { name: 'Edit Photo Description' }).click()
      const form = page.getByRole('dialog', { name: 'Edit Photo' })
      await expect(form.getByRole('button', { name: /^Albums/ })).toBeVisible()
      await form.getByLabel('Title').fill('Changed')
      await fetch(`${server.address}/api/logout`, { headers: { Cookie: cookie } })
      await form.getByRole('button', { name: 'Save' }).click()
      const question = page.getByRole('dialog', { name: 'Sign in again' })
      await expect(question).toBeVisible()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect(question.getByText('Enter your password')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await page.keyboard.type('a wrong password')
      await page.keyboard.press('Enter')
      await expect(question.getByText('Incorrect Password')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  })

  test(`axe finds no problems on a gallery that is not set up, ${theme}`, async ({ page }) => {
    test.skip(theme === 'dark', 'a new gallery has the light theme')
    const fresh = await startVitrine(join(temporaryFolder(), 'data'))
    for (const path of ['/', '/setup', '/setup#secret', '/account']) {
      await open(page, fresh.address + path)
      expect.soft([path, ...(await violations(page))]).toEqual([path])
    }
  })
}
