import type { Page } from 'playwright/test'
import type { PageVersion } from '../../src/contract/site/pages.ts'
import { expect } from './gallery.ts'
import { reload } from './go-to.ts'
import type { Screen } from './screen-state.ts'

const versionOf = (day: number, change: Partial<PageVersion> = {}): PageVersion => ({
  id: `019b7ca9-9070-7314-b84e-9ff82474a52${day}`,
  savedAt: new Date(Date.UTC(2026, 0, day, 12)).toISOString(),
  bytes: 764 * day,
  source: 'account',
  isCurrent: false,
  ...change,
})
const versions = [versionOf(3, { isCurrent: true }), versionOf(2, { source: 'file' }), versionOf(1)]
const text = { markdown: '# Earlier\n\n## Experience\n\nOne line.', html: '' }
const html = '<h1>Earlier</h1>\n<h2>Experience</h2>\n<p>One line.</p>\n'.repeat(12)

/** A state of the editor, in which nothing is saved. */
const state = (name: string, prepare: (page: Page) => Promise<unknown>): Screen => ({
  name: `page editor${name}`,
  viewer: 'owner',
  path: () => '/account/resume',
  prepare: async (page) => {
    await expect(page.getByLabel('Text in Markdown')).not.toHaveValue('')
    await prepare(page)
  },
})

export const pageEditorScreens: readonly Screen[] = [
  state('', () => Promise.resolve()),
  state(', preview', async (page) => {
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('heading', { name: 'Experience' })).toBeVisible()
  }),
  state(', an earlier version', async (page) => {
    await page.route('**/api/pages/resume/versions', (route) =>
      route.fulfill({ json: { data: versions } }),
    )
    await page.route('**/api/pages/resume/versions/*', (route) =>
      route.fulfill({ json: { data: { ...text, html } } }),
    )
    await reload(page)
    await page
      .getByRole('button', { name: /^View the version/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByText('One line.').first()).toBeVisible()
    await page.unrouteAll()
  }),
  state(', changed elsewhere', async (page) => {
    const details = { markdown: text.markdown, revision: 'x', savedAt: versions[0]!.savedAt }
    const error = { code: 409, message: 'the page was changed elsewhere', details }
    await page.route('**/api/pages/resume', (route) =>
      route.fulfill({ status: 409, json: { error } }),
    )
    await page.getByLabel('Text in Markdown').fill('# Mine')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(
      page.getByRole('heading', { name: 'This page was changed elsewhere' }),
    ).toBeVisible()
    await page.unrouteAll()
  }),
]
