import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'

/**
 * Asks before what is not saved is left: by `close`, by a link, by going back, or with the page.
 * `leave` puts away what was changed: the screen it is on may stay for another address. Whoever
 * goes elsewhere right after saving has it drawn as saved first, by flushSync.
 */
export function useUnsaved(isUnsaved: boolean, leave: () => void) {
  const [isAsked, setAsked] = useState(false)
  const latest = useRef(false)
  const isLeft = useRef(false)

  // With the drawing: what was just saved is left without a question.
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
      /** What comes in the place of what was left has the focus: the question must not take it. */
      finalFocus: () => !isLeft.current,
    },
  }
}
