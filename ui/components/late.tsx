import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'
import { isScriptFailure, sayNoScript, whyNoScript } from '../scripts.ts'

/** A component whose code is loaded when first needed; `load` preloads it. */
type Late<Props extends object> = FunctionComponent<Props> & {
  readonly load: () => Promise<unknown>
}

/**
 * React's lazy() never retries. This retries while the server is unreachable, says so in a notice,
 * and shows the component once its code is loaded. Preloaded code is rendered without suspending.
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
    // The same component while it is shown: another would lose its state.
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
      // Code removed by an update will not come back: the error screen says so.
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
