import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'

/**
 * Asks for confirmation before unsaved changes are lost: by `close`, by a link, by going back, or
 * with the page. `leave` discards the changes, since the screen may stay for another address. To
 * navigate right after saving, render the saved state first, with flushSync.
 */
export function useUnsaved(isUnsaved: boolean, leave: () => void) {
  const [isAsked, setAsked] = useState(false)
  const latest = useRef(false)
  const isLeft = useRef(false)

  // Before the next paint, so that what was just saved can be left without a question.
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
    /** Closes at once where nothing would be lost. */
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
      /** The new content has the focus: the dialog must not take it back. */
      finalFocus: () => !isLeft.current,
    },
  }
}
