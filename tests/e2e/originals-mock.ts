import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { DamagedOriginal, Originals } from '../../src/contract/site/originals.ts'

const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
const folder = '/mnt/backup/photos'

const goodOriginals = (): Originals => ({
  pass: { beganAt: ago(12), read: 4210, total: 12_412 },
  allReadSince: ago(48),
  isChecking: false,
  damaged: [],
  damagedCount: 0,
  savedCount: 0,
})

/** Originals with every fault, of these photos, as the server would answer. */
export function damagedOriginals(photos: readonly Photo[]): Originals {
  const variants: Partial<DamagedOriginal>[] = [
    { fault: 'changed', copy: folder },
    { fault: 'missing', copy: '/srv/a-folder-whose-name-does-not-break-anywhere-at-all/and-more' },
    { fault: 'unreadable', copy: null },
    { fault: 'changed', copy: null, version: 'earlier' },
  ]
  const damaged = variants.map((variant, index): DamagedOriginal => {
    const { id, fileName, title, alt, originalDate, cameraName, thumbhash } =
      photos[index % photos.length]!
    return {
      id: `original-${index}`,
      photo: { id, fileName, title, alt, originalDate, cameraName, thumbhash },
      fileName: `IMG_${index}.jpg`,
      version: 'current',
      fault: 'changed',
      since: ago(3),
      checkedAt: ago(0.5),
      copy: null,
      ...variant,
    }
  })
  return { ...goodOriginals(), damaged, damagedCount: 4, savedCount: 2 }
}

export async function mockOriginals(page: Page, data: Originals): Promise<void> {
  await page.route('**/api/safety/originals', (route) => route.fulfill({ json: { data } }))
}
