import { atom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import type { Source } from '../../../../src/contract/imports/sources.ts'
import { pendingAtom, runAtom } from '../../../features/versions/pending.ts'
import { errorText } from '../../../kit/api.ts'
import { useWhileVisible } from '../../../kit/components/use-while-visible.ts'
import { store } from '../../../kit/state/store.ts'
import { listSources } from './requests.ts'

const busyMs = 1000
const idleMs = 30_000

/** Kept while other screens are shown. */
const sourcesAtom = atom<readonly Source[] | undefined>(undefined)

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

/** The sources, asked for again while the screen is seen; more often while one is running. */
export function useSources() {
  const sources = useAtomValue(sourcesAtom)
  const [problem, setProblem] = useState<string>()

  const load = useCallback(async () => {
    try {
      store.set(sourcesAtom, await listSources())
      setProblem(undefined)
    } catch (error) {
      setProblem(errorText(error))
    }
  }, [])

  const waiting = useAtomValue(pendingAtom)?.length
  const isDeciding = useAtomValue(runAtom) !== undefined
  // A decision changes how many files of a source wait.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isDeciding) void load()
  }, [load, waiting, isDeciding])
  const isBusy = sources?.some(({ state }) => state === 'running')
  useWhileVisible(load, isBusy ? busyMs : idleMs)

  return { sources, problem, load }
}
