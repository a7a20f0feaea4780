import type { Page } from 'playwright/test'
import { expect } from './gallery.ts'
import type { Screen } from './screen-state.ts'

async function selectThree(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Select photos' })).toBeVisible()
  await page.locator('a.tile').nth(1).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected photos' })

const inDialog =
  (menu: string, item: string, control: 'textbox' | 'list') => async (page: Page) => {
    await selectThree(page)
    await bar(page).getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    await expect(page.getByRole('dialog').getByRole(control).first()).toBeVisible()
  }

/** The owner's grid while photos are selected, and the dialogs about them. */
export const selectionScreens: readonly Screen[] = [
  { name: 'selection', viewer: 'owner', path: () => '/', prepare: selectThree },
  {
    name: 'selection, menu',
    viewer: 'owner',
    path: ({ albums }) => `/album/${albums[0]!.id}`,
    prepare: async (page) => {
      await selectThree(page)
      await bar(page).getByRole('button', { name: 'Album', exact: true }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'selection, add to album',
    viewer: 'owner',
    path: () => '/',
    prepare: inDialog('Album', 'Add to an album…', 'list'),
  },
  {
    name: 'selection, keywords',
    viewer: 'owner',
    path: () => '/',
    prepare: inDialog('Details', 'Keywords…', 'textbox'),
  },
  {
    name: 'selection, creator and copyright',
    viewer: 'owner',
    path: () => '/',
    prepare: inDialog('Details', 'Creator and copyright…', 'textbox'),
  },
]
