import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/** While it is there, going back closes what fills the screen, as on phones, and leads nowhere. */
export function BackCloses({ onBack }: { onBack: () => void }) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  const isAsked = blocker.state === 'blocked'
  useEffect(() => {
    if (!isAsked) return
    blocker.reset()
    onBack()
  }, [isAsked, blocker, onBack])
  return null
}
