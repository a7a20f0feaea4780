import { join } from 'node:path'
import {
  altText,
  exposureSettings,
  focalLengths,
  photoTitle,
  takenOn,
} from '../../src/contract/photos/photo-facts.ts'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { claim } from '../support/owner-client.ts'
import { hasRealPhotos, realPhotos } from '../support/real-photos.ts'
import { expect, expectPictures, sidewaysScroll, test, withoutScripts } from './gallery.ts'

test.skip(!hasRealPhotos, 'the real camera files are missing')
test.use({ ...withoutScripts, viewport: { width: 390, height: 844 } })

let server: RunningVitrine

test.beforeAll(async () => {
  const data = join(temporaryFolder(), 'data')
  server = await startVitrine(data)
  await claim(server)
  const options = ['--album', 'Stream', '--photostream', '--data', data]
  const { code, text } = await runCommand(['import', ...realPhotos('cameras/*.jpg'), ...options])
  expect({ code, text }).toMatchObject({ code: 0 })
})
test.afterAll(clearAway)

test('photos of many cameras each have a page with picture and camera data', async ({ page }) => {
  const response = await fetch(`${server.address}/api/photos?limit=100`)
  const { photos } = ((await response.json()) as { data: PhotoList }).data
  expect(photos.length).toBe(realPhotos('cameras/*.jpg').length)
  for (const photo of photos) {
    await page.goto(`${server.address}/photo/${photo.id}`)
    await expectPictures(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(photoTitle(photo))
    await expect(page.locator('figure img')).toHaveAttribute('alt', altText(photo))
    expect(photo.cameraName).toMatch(/^[A-Z]/)
    expect(photo.cameraName).not.toMatch(/company|co\.|corp|digital camera|_/i)
    const facts = [takenOn, focalLengths, exposureSettings].map((of) => of(photo))
    for (const fact of [...facts, photo.cameraName, photo.lensName]) {
      if (fact) await expect(page.locator('aside')).toContainText(fact)
    }
    expect([photo.sourceName, await sidewaysScroll(page)]).toEqual([photo.sourceName, 0])
  }
})
