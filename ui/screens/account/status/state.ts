import { atom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import type { Status } from '../../../../src/contract/site/status.ts'
import { api, errorText, signedIn, unwrap } from '../../../kit/api.ts'
import { useWhileVisible } from '../../../kit/components/use-while-visible.ts'
import { store } from '../../../kit/state/store.ts'

const busyMs = 3000
const idleMs = 30_000

/** Kept while other screens are shown. */
const statusAtom = atom<{ readonly status: Status; readonly at: number } | undefined>(undefined)

/** The gallery's status, asked for again while the screen is seen; more often while work goes on. */
export function useStatus() {
  const known = useAtomValue(statusAtom)
  const [problem, setProblem] = useState<string>()

  const load = useCallback(async () => {
    try {
      const status = await unwrap(signedIn(() => api.status.$get()))
      store.set(statusAtom, { status, at: Date.now() })
      setProblem(undefined)
    } catch (error) {
      setProblem(errorText(error))
    }
  }, [])

  useEffect(() => void load(), [load])
  const isBusy = known && (known.status.jobs.length > 0 || known.status.disk.measuredAt === null)
  useWhileVisible(load, isBusy ? busyMs : idleMs)

  return { known, problem, load }
}
