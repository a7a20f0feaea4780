import type { Page } from 'playwright/test'
import type { Reading, ReadingChanges } from '../../src/contract/photos/read-again.ts'
import type { Shown } from './screen-state.ts'

/** Files that say something else than is shown, and one that cannot be read. */
export async function mockReading(page: Page, { photos }: Shown): Promise<void> {
  const [one, other] = photos
  const reading: Reading = {
    ...{ id: '019b7ca9-9070-7314-b84e-9ff82474a522', state: 'read', total: 214, done: 214 },
    ...{ changed: 120, applied: 0, unreadable: 30, error: null },
    failures: [{ photoId: one!.id, name: 'DSC_0001.jpg', reason: 'the original is damaged' }],
  }
  const rowOf = ({ id, fileName, title }: (typeof photos)[number]) => ({
    photo: { id, fileName, title, sourceName: 'DSC_0002.jpg' },
    changes: [
      { field: 'title' as const, before: title, after: '' },
      { field: 'keywords' as const, before: [], after: ['harbour', 'evening'] },
      { field: 'rating' as const, before: null, after: 4 },
    ],
  })
  const changes: ReadingChanges = { total: 120, offset: 0, photos: [one!, other!].map(rowOf) }
  await page.route('**/api/photos/read-again**', (route) =>
    route.fulfill({ json: { data: reading } }),
  )
  await page.route('**/api/photos/read-again/*/changes**', (route) =>
    route.fulfill({ json: { data: changes } }),
  )
}
