/**
 * Takes a screenshot of every screen: `bun scripts/screens/take.ts [FILTER...]`. The files are named
 * {viewer}-{screen}-{width}-{theme}.png; a filter selects those whose name contains it.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { colorThemes } from '../../src/contract/site/appearance.ts'
import { expectPictures } from '../../tests/e2e/gallery.ts'
import { addReactions, makeAlbums, publish } from '../../tests/e2e/long-gallery.ts'
import { open, publicPhotos, signInBrowser } from '../../tests/e2e/screen.ts'
import type { Screen, Shown } from '../../tests/e2e/screen-state.ts'
import { screens } from '../../tests/e2e/screens.ts'
import { clearAway, startVitrine, temporaryFolder } from '../../tests/support/executable.ts'
import { makePhotos, writePhotos } from '../../tests/support/made-photos.ts'
import { writeOwnPages } from '../../tests/support/own-pages.ts'
import { claim, ownerClient } from '../../tests/support/owner-client.ts'
import { hasRealPhotos, realPhotos } from '../../tests/support/real-photos.ts'

const folder = join(import.meta.dir, '../../screenshots')
const widths = [390, 820, 1440]
const heights = { 390: 844, 820: 1180, 1440: 900 } as Record<number, number>
const filters = process.argv.slice(2)

if (filters.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  await takeUnclaimed(browser)
  await takeGallery(browser)
} finally {
  await browser.close()
  await clearAway()
}

async function takeUnclaimed(browser: Browser): Promise<void> {
  const { address } = await startVitrine(join(temporaryFolder(), 'data'))
  const fresh = (name: string, path: string): Screen => ({
    name,
    viewer: 'visitor',
    path: () => path,
  })
  const shown = { photos: [], albums: [], newFiles: [] }
  for (const screen of [fresh('unclaimed', '/'), fresh('setup', '/setup#secret')]) {
    for (const width of widths)
      await take(browser, address, screen, shown, { width, theme: 'light' })
  }
}

async function filesToUpload(): Promise<string[]> {
  if (hasRealPhotos) return realPhotos('cameras/*.jpg')
  const made = await makePhotos(27, { width: 1500, height: 1000, isLocated: true })
  return writePhotos(join(temporaryFolder(), 'photos'), made)
}

async function takeGallery(browser: Browser): Promise<void> {
  const server = await startVitrine(join(temporaryFolder(), 'data'))
  const owner = ownerClient(server, await claim(server))
  writeOwnPages(server.data)
  const files = await filesToUpload()
  for (const file of files.slice(0, -3)) {
    const bytes = new Uint8Array(await Bun.file(file).arrayBuffer())
    await owner.upload({ name: file.split('/').at(-1)!, bytes })
  }
  // Half of them have titles, for the search.
  for (const [place, { id, cameraModel }] of (await owner.photos()).entries()) {
    if (place % 2 === 0) continue
    const title = `Photo with the ${cameraModel ?? 'old camera'}`
    await owner.send('PUT', `/api/photos/${id}`, { id, title })
  }
  const photos = await owner.photos()
  await publish(
    owner,
    photos.filter((_, place) => place % 5 !== 1),
  )
  await addReactions(
    server,
    owner,
    photos[0]!,
    'The light on the lower ones. Was that a reflector?',
  )
  const profile = {
    name: 'Owner’s Name',
    bio: 'Landscapes and people between the Alps and the sea, mostly on foot.',
    pic: `/api/squares/${photos[3]!.fileName}`,
  }
  await owner.send('PUT', '/api/user', profile)
  await owner.send('PUT', '/api/places/settings', { whoSees: 'town', homeZones: [] })
  const shown = {
    photos: await publicPhotos(server),
    albums: await makeAlbums(owner, photos, 'Harbours between Trieste and Bergen'),
    newFiles: files.slice(-3),
  }

  for (const theme of colorThemes) {
    await owner.send('POST', '/api/user/config', { colorTheme: theme })
    for (const screen of screens) {
      for (const width of widths.filter(
        (each) => each < (screen.below ?? Number.POSITIVE_INFINITY),
      )) {
        const cookie = screen.viewer === 'owner' ? owner.cookie : undefined
        await take(browser, server.address, screen, shown, { width, theme, server, cookie })
      }
    }
  }
}

type How = {
  width: number
  theme: string
  server?: Parameters<typeof signInBrowser>[1]
  cookie?: string | undefined
}

async function take(browser: Browser, address: string, screen: Screen, shown: Shown, how: How) {
  const { width, theme, server, cookie } = how
  const name = `${screen.viewer}-${screen.name.replaceAll(/[^a-z]+/g, '-')}-${width}-${theme}`
  if (filters.length > 0 && !filters.some((filter) => name.includes(filter))) return
  const context = await browser.newContext({
    viewport: { width, height: heights[width]! },
    reducedMotion: 'reduce',
    ...(width < 600 && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
  })
  try {
    const page = await context.newPage()
    if (server && cookie) await signInBrowser(page, server, cookie)
    await screen.mock?.(page, shown)
    await open(page, address + screen.path(shown))
    await expectPictures(page)
    await screen.prepare?.(page, shown)
    // Wait for what a first visit loads, including the next photos.
    await page.waitForLoadState('networkidle')
    await expectPictures(page)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    console.log(`screenshots/${name}.png`)
  } finally {
    await context.close()
  }
}
