import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { TrashList } from '../../src/contract/photos/trash.ts'
import { expect, expectPictures } from './gallery.ts'
import type { Screen } from './screen-state.ts'

const dayMs = 24 * 60 * 60_000

/** Shows these photos as if they were in the trash, since the other screens need them. */
async function mockTrash(page: Page, photos: readonly Photo[]): Promise<void> {
  const trash: TrashList = {
    ...{ length: photos.length, total: photos.length, offset: 0, bytes: photos.length * 8.4e6 },
    photos: photos.map(({ id, title, thumbhash }, index) => ({
      ...{ id, thumbhash, bytes: 8.4e6 },
      ...{ title: index === 1 ? '' : title, sourceName: `DSC_0${index}20.jpg` },
      trashedAt: new Date(Date.now() - index * dayMs).toISOString(),
      deletedAt: new Date(Date.now() + (30 - index) * dayMs).toISOString(),
      ...{ albums: index === 1 ? [] : ['Photostream', 'Iceland'], likes: 2 * index, comments: 1 },
    })),
  }
  await page.route('**/api/trash?*', (route) => route.fulfill({ json: { data: trash } }))
  for (const { id, fileName } of photos) {
    await page.route(`**/api/trash/${id}/preview`, async (route) => {
      const address = `${new URL(route.request().url()).origin}/api/thumbs/${fileName}`
      await route.fulfill({ response: await route.fetch({ url: address }) })
    })
  }
}

async function seeTrash(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Photos in the trash' })).toBeVisible()
  await expectPictures(page)
}

export const trashScreens: readonly Screen[] = [
  {
    name: 'trash',
    viewer: 'owner',
    path: () => '/account/trash',
    mock: (page, { photos }) => mockTrash(page, photos.slice(0, 4)),
    prepare: seeTrash,
  },
  {
    name: 'trash, empty',
    viewer: 'owner',
    path: () => '/account/trash',
    prepare: (page) => expect(page.getByText('The trash is empty')).toBeVisible(),
  },
  {
    name: 'trash, deleting for good',
    viewer: 'owner',
    path: () => '/account/trash',
    mock: (page, { photos }) => mockTrash(page, photos.slice(0, 4)),
    prepare: async (page) => {
      await seeTrash(page)
      await page
        .getByRole('button', { name: /^Delete now/ })
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
