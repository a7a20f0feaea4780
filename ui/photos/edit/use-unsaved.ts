import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'

/** Asks before what is not saved is left: by closing, by going back, or with the page. */
export function useUnsaved(isUnsaved: boolean, leave: () => void) {
  const [isAsked, setAsked] = useState(false)
  const blocker = useBlocker(isUnsaved)
  const isBlocked = blocker.state === 'blocked'

  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return {
    /** Closes at once where nothing would be lost. */
    close: () => (isUnsaved ? setAsked(true) : leave()),
    question: {
      isOpen: isAsked || isBlocked,
      onStay: () => {
        setAsked(false)
        if (isBlocked) blocker.reset()
      },
      onLeave: () => {
        setAsked(false)
        leave()
        if (isBlocked) blocker.proceed()
      },
    },
  }
}
