import { useCallback, useState } from 'react'
import { errorText } from '../api.ts'

/** Whether something is under way, kept by the hook's own state or by the dialog around it. */
export type BusyState = {
  readonly isBusy: boolean
  readonly setBusy: (isBusy: boolean) => void
}

type ActionOptions = {
  /** Puts the reason into a sentence: 'Could not load the albums: …'. Must stay the same function. */
  readonly within?: (reason: string) => string
  /** The whole text instead, where the specification has its own. Must stay the same function. */
  readonly textOf?: (error: unknown) => string
  /** Whether a failure is logged as well. */
  readonly isLogged?: boolean
  /** Replaces the own state, such as for a dialog that cannot be closed meanwhile. */
  readonly busy?: BusyState
}

/**
 * One action at a time, such as a button's: whether it is under way, and why the last one failed.
 * `run` is the same function in every render.
 */
export function useAction({ within, textOf, isLogged = false, busy }: ActionOptions = {}) {
  const [isOwnBusy, setOwnBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const setBusy = busy?.setBusy ?? setOwnBusy

  /** Failures are in `problem`. @throws anything but an ApiError */
  const run = useCallback(
    async (work: () => Promise<unknown>): Promise<void> => {
      setBusy(true)
      setProblem(undefined)
      try {
        await work()
      } catch (error) {
        if (isLogged) console.warn(error)
        setProblem(textOf ? textOf(error) : errorText(error, within))
      } finally {
        setBusy(false)
      }
    },
    [setBusy, within, textOf, isLogged],
  )
  return { isBusy: busy?.isBusy ?? isOwnBusy, problem, setProblem, run }
}
