import fc from 'fast-check'
import type { Page } from 'playwright/test'
import { clearAway, isFullRun, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { expect, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import { expectInterface, goBack, open } from './screen.ts'

let server: RunningVitrine

test.beforeAll(async () => {
  const gallery = await claimedGallery()
  server = gallery.server
  await gallery.owner.upload({ name: 'one.jpg', bytes: await camera({ title: 'One' }) })
  await publish(gallery.owner, await gallery.owner.photos())
})
test.afterAll(clearAway)
test.use({ viewport: { width: 390, height: 844 } })

/** Links of the menu, by their names. */
const links = { Home: '/', Albums: '/album', Cameras: '/camera' } as const
const headings: Readonly<Record<string, string>> = {
  '/': 'Ann',
  '/album': 'No albums yet',
  '/camera': 'Olympus E-10',
}
type LinkName = keyof typeof links

type Step = 'menu' | 'filter' | 'escape' | 'back' | 'forward' | 'reload' | LinkName

/** What a visitor expects: a list of visited pages and what lies over the current one. */
class Visit {
  private pages = ['/']
  private at = 0
  private layer: 'Menu' | 'Filter' | undefined
  /** Where a layer was open, Forward may lead to what was ahead before, or nowhere. */
  private layerAt = Infinity

  get shown() {
    return { path: this.pages[this.at]!, layer: this.layer }
  }

  /** Whether the step is possible and its result known. Back is never from the first page. */
  allows(step: Step): boolean {
    if (step === 'menu') return !this.layer
    if (step === 'filter') return !this.layer && this.shown.path === '/'
    if (step === 'escape') return this.layer !== undefined
    if (step === 'back') return this.layer !== undefined || this.at > 0
    if (step === 'forward') return !this.layer && this.at < this.layerAt
    if (step === 'reload') return true
    return this.layer !== 'Filter'
  }

  take(step: Step): void {
    if (step === 'menu' || step === 'filter') this.open(step === 'menu' ? 'Menu' : 'Filter')
    else if (step === 'forward') this.at = Math.min(this.at + 1, this.pages.length - 1)
    else if (step === 'back' && !this.layer) this.at--
    else if (step in links) this.follow(links[step as LinkName])
    else this.layer = undefined
  }

  private open(layer: 'Menu' | 'Filter'): void {
    this.layer = layer
    this.layerAt = this.at
  }

  private follow(path: string): void {
    this.open('Menu')
    this.layer = undefined
    if (path === this.shown.path) return
    this.pages = [...this.pages.slice(0, this.at + 1), path]
    this.at++
    this.layerAt = Infinity
  }
}

const layersOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

async function perform(page: Page, step: Step): Promise<void> {
  if (step === 'menu') await page.getByRole('button', { name: 'Menu' }).click()
  else if (step === 'filter') await page.getByRole('button', { name: 'Filter' }).click()
  else if (step === 'escape') await page.keyboard.press('Escape')
  else if (step === 'back') await goBack(page)
  else if (step === 'forward') await page.evaluate(() => history.forward())
  else if (step === 'reload') {
    await reload(page)
    await expectInterface(page)
  } else {
    const menu = page.getByRole('dialog', { name: 'Menu' })
    if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('navigation').getByRole('link', { name: step }).click()
  }
}

async function expectVisit(page: Page, visit: Visit): Promise<void> {
  const { path, layer } = visit.shown
  await expect(page).toHaveURL(server.address + path)
  await expect(layersOf(page)).toHaveCount(layer ? 1 : 0)
  if (layer) await expect(page.getByRole('dialog', { name: layer })).toBeVisible()
  // The screen of the address, not only the address.
  const heading = page.getByRole('heading', { level: 1, includeHidden: true })
  await expect(heading).toHaveText(headings[path]!)
}

const steps = fc.array(
  fc.constantFrom<Step>(
    'menu',
    'filter',
    'escape',
    'back',
    'back',
    'forward',
    'reload',
    'Home',
    'Albums',
    'Cameras',
    'Albums',
  ),
  { minLength: 20, maxLength: 30 },
)

test('Back and Forward close layers and lead to the pages that a visitor expects', async ({
  page,
}) => {
  test.setTimeout(isFullRun ? 1_800_000 : 180_000)
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      await open(page, `${server.address}/`)
      const visit = new Visit()
      for (const step of taken) {
        if (!visit.allows(step)) continue
        await perform(page, step)
        visit.take(step)
        await expectVisit(page, visit)
      }
    }),
    { numRuns: isFullRun ? 40 : 3, endOnFailure: true },
  )
})
