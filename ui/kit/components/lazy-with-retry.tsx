import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  useState,
  useSyncExternalStore,
} from 'react'
import {
  isLoadFailure,
  type LoadFailure,
  loadFailureText,
  reloadIfRemembered,
  retryText,
  somePart,
  whyLoadFailed,
} from '../load-failures.ts'
import { attemptNotice } from '../state/notices.ts'
import { Button } from './Button.tsx'
import { loadFailure } from './lazy-with-retry.css.ts'

/** A component whose code is loaded when first needed; `load` preloads it. */
type LazyComponent<Props extends object> = FunctionComponent<Props> & {
  readonly load: () => Promise<unknown>
  /** How a sentence names it. */
  readonly part: string
}

type Options = {
  /** How a sentence names it: 'the comments'. */
  readonly part?: string
  /** Whether the sentence is shown in the component's place instead of a notice. */
  readonly isInPlace?: boolean
}

/**
 * Like React's lazy(), which throws if the code cannot be loaded and never retries. Here only this
 * component is missing: a sentence says why and has a button to try again, and code that was
 * unreachable is requested again. Preloaded code is rendered without suspending.
 */
export function lazyWithRetry<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  { part = somePart, isInPlace = false }: Options = {},
): LazyComponent<Props> {
  type State = { readonly loaded?: ComponentType<Props>; readonly why?: LoadFailure }
  let state: State = {}
  const listeners = new Set<() => void>()
  const become = (next: State) => {
    state = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const notice = attemptNotice()

  const load = async () => {
    const loaded = await fetch()
    notice.dismiss()
    become({ loaded })
    return loaded
  }
  const fail = async (error: unknown) => {
    // Browsers log failed requests themselves.
    if (!isLoadFailure(error)) console.error(error)
    const why = await whyLoadFailed(error)
    if (!isInPlace) {
      notice.dismiss()
      notice.show(loadFailureText(why, part), { action: { label: retryText(why), run: retry } })
    }
    become({ why })
    void retryLater(() => state.loaded !== undefined, load, why)
  }
  const retry = () => {
    notice.dismiss()
    if (state.why === 'outdated') location.reload()
    else load().catch((error) => reloadIfRemembered(error).then(() => fail(error)))
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module, as by lazy()
  function Failed(props: Props) {
    const read = () => state
    const { loaded: Component, why } = useSyncExternalStore(subscribe, read, read)
    if (Component) return <Component {...props} />
    return (
      isInPlace &&
      why && (
        <div className={loadFailure}>
          <p role="alert">{loadFailureText(why, part)}</p>
          <Button onClick={retry}>{retryText(why)}</Button>
        </div>
      )
    )
  }
  const Loading: ComponentType<Props> = lazy(() =>
    load()
      .catch((error) => {
        void fail(error)
        return Failed
      })
      .then((Component) => ({ default: Component })),
  )
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module, as by lazy()
  function Part(props: Props) {
    // The component must not change while it is shown, or it would lose its state.
    const [Component] = useState(() => state.loaded ?? Loading)
    return <Component {...props} />
  }
  return Object.assign(Part, { load, part })
}

const firstPauseMs = 2000
const maxPauseMs = 30_000
/** What a blocker has refused a few times, it will refuse again. */
const retriesIfBlocked = 3

async function retryLater(
  isLoaded: () => boolean,
  load: () => Promise<unknown>,
  why: LoadFailure,
): Promise<void> {
  if (why === 'outdated') return
  let pauseMs = firstPauseMs
  for (let count = 0; why === 'unreachable' || count < retriesIfBlocked; count++) {
    await whenOnlineOrAfter(pauseMs)
    if (isLoaded()) return
    try {
      await load()
      return
    } catch {
      pauseMs = Math.min(2 * pauseMs, maxPauseMs)
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
