import { atom, useAtomValue } from 'jotai'
import type { BackupStart, Safety, SafetyChange } from '../../../../src/contract/site/safety.ts'
import { api, signedIn, unwrap } from '../../../kit/api.ts'
import { useResource } from '../../../kit/resource.ts'
import { store } from '../../../kit/state/store.ts'
import { refreshAttention } from '../attention.ts'

const busyMs = 2000
const idleMs = 30_000

/** Kept while other screens are shown. */
const safetyAtom = atom<Safety | undefined>(undefined)

/** Shows the backups as the server has them now. */
export function keepSafety(safety: Safety): void {
  const before = store.get(safetyAtom)
  store.set(safetyAtom, safety)
  if (before && resultsOf(before) !== resultsOf(safety)) refreshAttention()
}

const resultsOf = ({ targets }: Safety): string =>
  targets
    .map(({ id, lastRun, lastDrill }) =>
      [id, lastRun?.at, lastRun?.outcome, lastDrill?.at].join(' '),
    )
    .join()

/** The backups, refreshed while the screen is visible; more often while one is made. */
export function useSafety() {
  const safety = useAtomValue(safetyAtom)
  const isBusy = safety?.running || safety?.targets.some(({ isWaiting }) => isWaiting)
  const { problem, refresh } = useResource(fetchSafety, {
    onLoad: keepSafety,
    pollMs: isBusy ? busyMs : idleMs,
  })
  return { safety, problem, refresh }
}

const fetchSafety = () => unwrap(signedIn(() => api.safety.$get()))

export const changeSafety = (json: SafetyChange) => unwrap(api.safety.$put({ json }))

/** Into all folders, or into one. */
export async function startBackup(start: BackupStart = {}): Promise<void> {
  keepSafety(await unwrap(api.safety.backup.$post({ json: start })))
}

/** The key that encrypts backups in buckets; it is shown only now. */
export async function makeBackupKey(): Promise<string> {
  const { key } = await unwrap(api.safety.key.$post())
  return key
}

export async function stopBackup(): Promise<void> {
  keepSafety(await unwrap(api.safety.backup.$delete()))
}
