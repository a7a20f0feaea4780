import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'
import { isScriptFailure, sayNoScript, whyNoScript } from '../scripts.ts'

/** A component whose script comes when it is first needed; `load` fetches it ahead. */
type Late<Props extends object> = FunctionComponent<Props> & {
  readonly load: () => Promise<unknown>
}

/**
 * React asks once and keeps a failure for good. Here a part of the page stays away, and says so,
 * while the server is out of reach, and comes when it is back. What was fetched ahead is drawn
 * without a pause; else it suspends.
 */
export function late<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): Late<Props> {
  let fetched: ComponentType<Props> | undefined
  const load = async () => {
    fetched = await fetch()
    return fetched
  }
  const Awaited: ComponentType<Props> = lazy(async () => ({ default: await untilThere(load) }))
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module, as by lazy()
  function Part(props: Props) {
    // The same one for as long as it is shown: another would begin anew.
    const [Drawn] = useState(() => fetched ?? Awaited)
    return <Drawn {...props} />
  }
  return Object.assign(Part, { load })
}

const firstPauseMs = 2000
const longestPauseMs = 30_000

async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await load()
    } catch (error) {
      // What an update has taken away does not come back: the error screen says so.
      if (!isScriptFailure(error) || (await whyNoScript(error)) === 'outdated') throw error
      if (pauseMs === firstPauseMs) await sayNoScript(error)
      await onlineOrAfter(pauseMs)
    }
  }
}

const onlineOrAfter = (ms: number) =>
  new Promise<void>((resolve) => {
    const now = () => {
      clearTimeout(timer)
      removeEventListener('online', now)
      resolve()
    }
    const timer = setTimeout(now, ms)
    addEventListener('online', now)
  })
