import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'

/**
 * Asks for confirmation before unsaved changes are lost by `close`, a link, going back or closing
 * the page. `leave` discards the changes, since the screen may stay for another address. To navigate
 * right after saving, first render the saved state with flushSync.
 */
export function useUnsaved(isUnsaved: boolean, leave: () => void) {
  const [isAsked, setAsked] = useState(false)
  const latest = useRef(false)
  const isLeft = useRef(false)

  // Before the next paint, so that leaving right after saving asks nothing.
  useLayoutEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    latest.current = true
    addEventListener('beforeunload', ask)
    return () => {
      latest.current = false
      removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved])

  const isLosing: BlockerFunction = useCallback(
    ({ currentLocation: here, nextLocation: there }) =>
      latest.current && here.pathname !== there.pathname,
    [],
  )
  const blocker = useBlocker(isLosing)
  const isBlocked = blocker.state === 'blocked'

  return {
    /** Closes at once if nothing would be lost. */
    close: () => {
      isLeft.current = false
      if (isUnsaved) setAsked(true)
      else leave()
    },
    question: {
      isOpen: isAsked || isBlocked,
      onStay: () => {
        setAsked(false)
        if (isBlocked) blocker.reset()
      },
      onLeave: () => {
        setAsked(false)
        isLeft.current = !isBlocked
        leave()
        if (isBlocked) blocker.proceed()
      },
      /** After leaving, the new content has the focus, and the dialog must not return it. */
      finalFocus: () => !isLeft.current,
    },
  }
}
