import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { Question } from '../components/Question.tsx'
import { texts } from './texts.ts'

/**
 * Asks before something unsaved is left: by a link, by the way back, by closing the page, or by
 * `leave`, which does without a question what there is nothing to lose by.
 */
export function useLeaveQuestion(isUnsaved: boolean, onLeave: () => void) {
  const [isAsking, setAsking] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  const isBlocked = blocker.state === 'blocked'

  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  const stay = () => {
    setAsking(false)
    blocker.reset?.()
  }
  const go = () => {
    setAsking(false)
    if (isBlocked) blocker.proceed()
    else onLeave()
  }
  const { title, text, stay: cancel, leave: ok } = texts.leaving
  return {
    leave: () => (isUnsaved ? setAsking(true) : onLeave()),
    question: (
      <Question
        {...{ title, text, ok, cancel }}
        isOpen={isAsking || isBlocked}
        onOk={go}
        onCancel={stay}
      />
    ),
  }
}
