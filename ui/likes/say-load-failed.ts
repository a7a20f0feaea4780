import { noticesAtom, notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { texts } from './texts.ts'

/** Says that likes or comments did not come; once, where both failed of the same. */
export function sayLoadFailed(error: unknown): void {
  const text = texts.loadFailed((error as Error).message)
  const isSaid = store.get(noticesAtom).some((notice) => notice.text === text)
  if (!isSaid) notify(text)
}
