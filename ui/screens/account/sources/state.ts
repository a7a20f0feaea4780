import { atom, useAtomValue } from 'jotai'
import type { Source } from '../../../../src/contract/imports/sources.ts'
import { pendingAtom, runAtom } from '../../../features/versions/pending.ts'
import { useResource } from '../../../kit/resource.ts'
import { store } from '../../../kit/state/store.ts'
import { refreshAttention } from '../attention.ts'
import { listSources } from './requests.ts'

const busyMs = 1000
const idleMs = 30_000

/** Kept while other screens are shown. */
const sourcesAtom = atom<readonly Source[] | undefined>(undefined)

/** Which sources failed or wait for an answer. */
const inTrouble = (sources: readonly Source[] = []): string =>
  sources
    .filter(({ state }) => state === 'failed' || state === 'asking')
    .map(({ id, state }) => `${id} ${state}`)
    .join()

/** Shows a source as the server has it now. */
export function keepSource(source: Source): void {
  store.set(sourcesAtom, (sources = []) =>
    sources.some(({ id }) => id === source.id)
      ? sources.map((each) => (each.id === source.id ? source : each))
      : [...sources, source],
  )
}

export function forgetSource(id: string): void {
  store.set(sourcesAtom, (sources) => sources?.filter((source) => source.id !== id))
}

/** The sources, refreshed while the screen is visible; more often while one is running. */
export function useSources() {
  const sources = useAtomValue(sourcesAtom)
  const isBusy = sources?.some(({ state }) => state === 'running')
  const { problem, refresh } = useResource(listSources, {
    onLoad: (loaded) => {
      if (inTrouble(loaded) !== inTrouble(store.get(sourcesAtom))) refreshAttention()
      store.set(sourcesAtom, loaded)
    },
    pollMs: isBusy ? busyMs : idleMs,
    // A decision changes how many files of a source wait.
    refreshOn: useAtomValue(pendingAtom)?.length,
    isPaused: useAtomValue(runAtom) !== undefined,
  })
  return { sources, problem, refresh }
}
