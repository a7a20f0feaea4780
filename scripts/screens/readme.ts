/**
 * Takes the screenshots that README and docs/using.md show, of a gallery of drawn landscapes: `bun
 * scripts/screens/readme.ts` writes docs/images/. Needs dist/vitrine and Chromium.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import type { UxConfig } from '../../src/contract/site/ux-config.ts'
import { expectPictures } from '../../tests/e2e/gallery.ts'
import { publish } from '../../tests/e2e/long-gallery.ts'
import { open, signInBrowser } from '../../tests/e2e/screen.ts'
import { clearAway, startVitrine, temporaryFolder } from '../../tests/support/executable.ts'
import { claim, ownerClient } from '../../tests/support/owner-client.ts'
import { drawLandscapes } from './landscapes.ts'

const folder = join(import.meta.dir, '../../docs/images')
mkdirSync(folder, { recursive: true })
const drawn = join(temporaryFolder(), 'photos')
mkdirSync(drawn, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  const server = await startVitrine(join(temporaryFolder(), 'data'))
  const owner = ownerClient(server, await claim(server))
  for (const file of await drawLandscapes(drawn)) {
    const bytes = new Uint8Array(await Bun.file(file).arrayBuffer())
    await owner.upload({ name: file.split('/').at(-1)!, bytes })
  }
  const photos = await owner.photos()
  await publish(owner, photos)
  const [newest] = photos
  await owner.send('POST', `/api/likes/${newest!.id}/like`, {})
  await owner.send('POST', `/api/comments/${newest!.id}`, { body: 'The last light, from the hut.' })
  await owner.send('PUT', '/api/user', {
    name: 'A Vitrine Gallery',
    bio: 'Mountains, water and weather, mostly on foot.',
    pic: `/api/squares/${photos[5]!.fileName}`,
  })
  const shots = [
    { name: 'home', path: '/', colorTheme: 'light' },
    { name: 'photo', path: `/photo/${newest!.id}`, colorTheme: 'dark', isWhole: true },
    { name: 'owner', path: '/', colorTheme: 'light', isOwner: true },
  ]
  for (const { name, path, colorTheme, isOwner, isWhole } of shots) {
    await owner.send('POST', '/api/user/config', {
      colorTheme,
      photoBackgroundColor: colorTheme === 'dark' ? 'black' : 'white',
      photoGridCols: 4,
      photoGridSpacing: 5,
    })
    if (isOwner) {
      // Some that only the owner sees.
      const { photoStreamAlbumId } = await owner.json<UxConfig>('/api/user/config')
      const photoIds = photos.slice(4, 6).map(({ id }) => id)
      await owner.send('PUT', `/api/albums/${photoStreamAlbumId}/photos/delete`, { photoIds })
    }
    const context = await browser.newContext({
      viewport: { width: 1280, height: isWhole ? 820 : 980 },
      reducedMotion: 'reduce',
      deviceScaleFactor: 1.5,
    })
    const page = await context.newPage()
    if (isOwner) await signInBrowser(page, server, owner.cookie)
    await open(page, server.address + path)
    await expectPictures(page)
    await page.waitForLoadState('networkidle')
    await expectPictures(page)
    await sharp(await page.screenshot({ fullPage: isWhole === true }))
      .webp({ quality: 82 })
      .toFile(join(folder, `${name}.webp`))
    await context.close()
    console.log(`docs/images/${name}.webp`)
  }
} finally {
  await browser.close()
  await clearAway()
}
