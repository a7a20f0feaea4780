import { useEffect, useState } from 'react'
import type { RuleRun } from '../../../../src/contract/site/rules.ts'
import { api, ignoreApiError, unwrap } from '../../../kit/api.ts'

const pollMs = 500

/** The run that is under way or was the last one, followed until it ends. */
export function useRun(first: RuleRun | null) {
  const [run, setRun] = useState(first)
  const isRunning = run?.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    // An answer that was under way when the owner stopped the run must not start it again: neither
    // after this effect has ended nor before, while React has the new state but has not rendered it.
    let isFollowed = true
    const follow = ({ run: now }: { run: RuleRun | null }) => {
      if (isFollowed) setRun((known) => (known?.state === 'running' ? now : known))
    }
    const timer = setInterval(() => {
      unwrap(api.rules.$get()).then(follow, ignoreApiError)
    }, pollMs)
    return () => {
      isFollowed = false
      clearInterval(timer)
    }
  }, [isRunning])
  return { run, isRunning, setRun }
}
