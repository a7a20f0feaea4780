import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'
import { isLoadFailure, showLoadFailure, whyLoadFailed } from '../load-failures.ts'

/** A component whose code is loaded when first needed; `load` preloads it. */
type LazyComponent<Props extends object> = FunctionComponent<Props> & {
  readonly load: () => Promise<unknown>
}

/**
 * Like React's lazy(), which never retries. This retries while the server is unreachable and shows
 * a notice. Preloaded code is rendered without suspending.
 */
export function lazyWithRetry<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    loaded = await fetch()
    return loaded
  }
  const Loading: ComponentType<Props> = lazy(async () => ({ default: await loadWithRetry(load) }))
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module, as by lazy()
  function Part(props: Props) {
    // The component must not change while it is shown, or it would lose its state.
    const [Component] = useState(() => loaded ?? Loading)
    return <Component {...props} />
  }
  return Object.assign(Part, { load })
}

const firstPauseMs = 2000
const maxPauseMs = 30_000

async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await load()
    } catch (error) {
      // Code removed by an update will not return; the error screen asks to reload.
      if (!isLoadFailure(error) || (await whyLoadFailed(error)) === 'outdated') throw error
      if (pauseMs === firstPauseMs) await showLoadFailure(error)
      await whenOnlineOrAfter(pauseMs)
    }
  }
}

const whenOnlineOrAfter = (ms: number) =>
  new Promise<void>((resolve) => {
    const now = () => {
      clearTimeout(timer)
      removeEventListener('online', now)
      resolve()
    }
    const timer = setTimeout(now, ms)
    addEventListener('online', now)
  })
