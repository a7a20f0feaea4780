import { atom, useAtomValue } from 'jotai'
import type { Status } from '../../../../src/contract/site/status.ts'
import { api, signedIn, unwrap } from '../../../kit/api.ts'
import { useResource } from '../../../kit/resource.ts'
import { store } from '../../../kit/state/store.ts'

const busyMs = 3000
const idleMs = 30_000

/** Kept while other screens are shown. */
export const statusAtom = atom<{ readonly status: Status; readonly at: number } | undefined>(
  undefined,
)

export function keepStatus(status: Status): void {
  store.set(statusAtom, { status, at: Date.now() })
}

/** The gallery's status, refreshed while the screen is visible; more often while work is under way. */
export function useStatus() {
  const known = useAtomValue(statusAtom)
  const isBusy = known && (known.status.jobs.length > 0 || known.status.disk.measuredAt === null)
  const { problem, refresh } = useResource(fetchStatus, {
    onLoad: keepStatus,
    pollMs: isBusy ? busyMs : idleMs,
  })
  return { known, problem, refresh }
}

const fetchStatus = () => unwrap(signedIn(() => api.status.$get()))
