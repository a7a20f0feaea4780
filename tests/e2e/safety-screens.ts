import { expect, expectPictures } from './gallery.ts'
import { manyNotices, mockNotices } from './notices-mock.ts'
import { damagedOriginals, mockOriginals } from './originals-mock.ts'
import { manyBackups, mockSafety } from './safety-mock.ts'
import type { Screen } from './screen-state.ts'

const safety = (
  name: string,
  { mock, prepare }: Required<Pick<Screen, 'mock' | 'prepare'>>,
): Screen => ({ name, viewer: 'owner', path: () => '/account/safety', mock, prepare })

export const safetyScreens: readonly Screen[] = [
  safety('safety', {
    mock: (page) => mockNotices(page),
    prepare: (page) => expect(page.getByText('There are no notices yet')).toBeVisible(),
  }),
  safety('safety, many backups', {
    mock: async (page) => {
      await mockNotices(page)
      await mockSafety(page, manyBackups())
    },
    prepare: (page) => expect(page.getByRole('progressbar')).toBeVisible(),
  }),
  safety('safety, backup key', {
    mock: async (page) => {
      await mockNotices(page)
      await mockSafety(page, manyBackups())
      const key = `AGE-SECRET-KEY-1${'Q7M4'.repeat(14)}QQ`
      await page.route('**/api/safety/key', (route) => route.fulfill({ json: { data: { key } } }))
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Make a key…' }).click()
      await page.getByRole('button', { name: 'Make the key' }).click()
      await expect(page.getByRole('dialog', { name: 'The key of your backups' })).toBeVisible()
    },
  }),
  safety('safety, originals', {
    mock: async (page, { photos }) => {
      await mockNotices(page)
      await mockOriginals(page, damagedOriginals(photos))
    },
    prepare: async (page) => {
      await page
        .getByRole('heading', { name: 'Originals' })
        .evaluate((heading) => heading.scrollIntoView())
      await expectPictures(page)
    },
  }),
  safety('safety, notices', {
    mock: (page) => mockNotices(page, manyNotices()),
    prepare: (page) =>
      page
        .getByRole('heading', { name: 'Notices' })
        .evaluate((heading) => heading.scrollIntoView()),
  }),
  safety('safety, notice form', {
    mock: (page) => mockNotices(page, manyNotices()),
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Edit: Webhook/ }).click()
      await page.getByRole('button', { name: 'Generate' }).click()
      await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
    },
  }),
]
