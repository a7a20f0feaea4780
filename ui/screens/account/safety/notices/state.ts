import { atom, useAtomValue } from 'jotai'
import type { Notices } from '../../../../../src/contract/site/notices.ts'
import { useResource } from '../../../../kit/resource.ts'
import { store } from '../../../../kit/state/store.ts'
import { fetchNotices } from './requests.ts'

const pollMs = 30_000

/** Kept while other screens are shown. */
const noticesAtom = atom<Notices | undefined>(undefined)

/** Shows the channels as the server has them now. */
export const keepNotices = (notices: Notices): void => store.set(noticesAtom, notices)

/** How the owner is told of problems, refreshed while the screen is visible. */
export function useNotices() {
  const notices = useAtomValue(noticesAtom)
  const { problem, retry } = useResource(fetchNotices, { onLoad: keepNotices, pollMs })
  return { notices, problem, retry }
}
