import type { Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Rules } from '../../src/contract/site/rules.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, test } from './gallery.ts'
import { open, signInBrowser } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(3)) await owner.upload(photo)
  for (const [index, { id }] of (await owner.photos()).entries()) {
    const keywords = index < 2 ? ['fox', 'forest'] : ['owl']
    await owner.send('PUT', `/api/photos/${id}`, { id, keywords })
  }
})
test.afterAll(clearAway)
test.describe.configure({ mode: 'serial' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const rules = async () => (await owner.json<Rules>('/api/rules')).rules
const items = (page: Page) => page.getByRole('region', { name: 'Rules' }).getByRole('listitem')
const present = (page: Page) => page.getByRole('region', { name: 'Existing photos' })

async function openRules(page: Page) {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/rules`)
  await expect(present(page)).toBeVisible()
}

/** Chooses an option of the list with this label. */
async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('the owner writes a rule, previews it with pictures and applies it', async ({ page }) => {
  await openRules(page)
  await expect(page.getByText('There are no rules yet.')).toBeVisible()
  await button(page, 'New rule').click()
  const form = page.getByRole('form', { name: 'New rule' })
  await choose(page, 'Condition 1', 'Keyword')
  await choose(page, 'Comparison', 'begins with')
  await choose(page, 'Then', 'Add to an album')
  await button(page, 'Save').click()
  await expect(form.getByText('Fill this in')).toHaveCount(2)
  await expect(page.getByLabel('Keyword', { exact: true })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('Fo')
  await page.getByLabel('Album', { exact: true }).fill('Foxes')
  await button(page, 'Save').click()
  await expect(items(page)).toHaveText('If a keyword begins with “Fo”: add it to the album “Foxes”')
  await expect(button(page, 'New rule')).toBeFocused()

  await button(page, 'Preview').click()
  await expect(present(page).getByText('2 photos would change.')).toBeVisible()
  await expect(present(page).getByText('New album: “Foxes”')).toBeVisible()
  const changes = page.getByRole('list', { name: 'What would change' })
  await expect(changes.locator('img')).toHaveCount(2)
  await expect(changes.getByText('Made photo 2', { exact: true })).toBeVisible()
  await expect(changes.getByText('Added to “Foxes”')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  expect(await owner.json<Album[]>('/api/albums')).toEqual([])

  await button(page, 'Apply').click()
  const question = page.getByRole('alertdialog', { name: 'Apply the rules to 2 photos?' })
  await expect(question).toContainText(
    'Visitors cannot see 2 of them now. Applying the rules would make them visible.',
  )
  await question.getByRole('button', { name: 'Apply' }).click()
  await expect(present(page).getByText('Done: 2 photos changed.')).toBeVisible()
  const [album] = await owner.json<Album[]>('/api/albums')
  expect(album).toMatchObject({ name: 'Foxes', photoCount: 2 })
  await button(page, 'Preview').click()
  await expect(present(page).getByText('The rules would change nothing.')).toBeVisible()
})

test('the owner sees which keywords are hidden from visitors', async ({ page, browser }) => {
  const before = await rules()
  const keyword = { kind: 'keyword', how: 'is', keyword: 'owl' } as const
  const hiding = [{ conditions: [keyword], action: { kind: 'hide keyword' } }]
  await owner.send('PUT', '/api/rules', { rules: hiding })
  const photo = (await owner.photos()).find(({ keywords }) => keywords.includes('owl'))!
  // A photo's rules run when its keywords change.
  await owner.send('PUT', `/api/photos/${photo.id}`, { id: photo.id, keywords: ['owl', 'wood'] })
  const [album] = await owner.json<Album[]>('/api/albums')
  await owner.send('PUT', `/api/albums/${album!.id}/photos/add`, { photoIds: [photo.id] })
  const keywordsOf = (shown: Page) =>
    shown.locator('article p', { has: shown.locator('a[href^="/keyword/"]') })
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/photo/${photo.id}`)
  await expect(keywordsOf(page)).toHaveText('owl hidden from visitors, wood')
  const visitor = await browser.newPage()
  await open(visitor, `${server.address}/album/${album!.id}/${photo.id}`)
  await expect(keywordsOf(visitor)).toHaveText('wood')
  await visitor.close()
  await owner.send('PUT', `/api/albums/${album!.id}/photos/delete`, { photoIds: [photo.id] })
  await owner.send('PUT', '/api/rules', { rules: before })
})

test('rules are written, edited, ordered, deleted and restored with the keyboard', async ({
  page,
}) => {
  await openRules(page)
  await button(page, 'New rule').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Condition 1' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: '4 stars or more' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Stars' })).toHaveText('4 stars or more')
  await button(page, 'Save').focus()
  await page.keyboard.press('Enter')
  await expect(items(page)).toHaveCount(2)
  await expect(items(page).last()).toHaveText(
    'If it has 4 stars or more: add it to the photostream',
  )
  await expect(page.getByText('There is no photostream yet.')).toBeVisible()

  await button(page, 'Move up: rule 2').focus()
  await page.keyboard.press('Enter')
  await expect(items(page).first()).toContainText('4 stars')
  await expect(button(page, 'Move up: rule 1')).toBeFocused()
  await expect(page.getByText('Now rule 1 of 2')).toHaveCount(1)
  expect((await rules()).map(({ action }) => action.kind)).toEqual([
    ...['add to photostream', 'add to album'],
  ])

  await button(page, 'Edit: rule 2').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Add a condition').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Condition 2' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, 'Remove condition 2').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Add a condition')).toBeFocused()
  await choose(page, 'Then', 'Hide the keyword')
  await button(page, 'Save').focus()
  await page.keyboard.press('Enter')
  await expect(items(page).last()).toContainText('hide the keyword from visitors')
  await expect(button(page, 'Edit: rule 2')).toBeFocused()

  await button(page, 'Delete: rule 2').focus()
  await page.keyboard.press('Enter')
  await expect(items(page)).toHaveCount(1)
  await expect(button(page, 'Delete: rule 1')).toBeFocused()
  await button(page, 'Undo').focus()
  await page.keyboard.press('Enter')
  await expect(items(page)).toHaveCount(2)
  expect(await rules()).toHaveLength(2)
})

test('the progress is shown while rules are applied, which can be stopped', async ({ page }) => {
  const run = { state: 'running', total: 100_000, done: 25_000, changed: 7 }
  const times = { startedAt: '2026-01-02T03:04:05.000Z', finishedAt: null }
  await page.route('**/api/rules', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Rules }
    await route.fulfill({
      response: answer,
      json: { data: { ...data, run: { ...run, ...times } } },
    })
  })
  await page.addInitScript(answerPollsAfterCancelling)
  await openRules(page)
  const progress = page.getByRole('progressbar', { name: 'Applying the rules' })
  await expect(progress).toHaveAttribute('aria-valuenow', '25')
  await expect(present(page).getByText('25,000 of 100,000 photos')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await button(page, 'Stop').click()
  await expect(progress).toHaveCount(0)
})

/**
 * Holds back what `/api/rules` answers, but for the first answer, until a run has been cancelled:
 * a poll that was under way then must not bring back the run it saw.
 */
function answerPollsAfterCancelling() {
  const realFetch = window.fetch
  const cancelled = Promise.withResolvers<void>()
  let reads = 0
  const holding = async (...[input, init]: Parameters<typeof fetch>) => {
    const { pathname } = new URL(new Request(input, init).url)
    const answer = await realFetch(input, init)
    if (pathname === '/api/rules' && ++reads > 1) await cancelled.promise
    if (pathname === '/api/rules/apply/cancel') cancelled.resolve()
    return answer
  }
  window.fetch = Object.assign(holding, realFetch)
}
