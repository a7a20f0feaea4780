import { useEffect, useState } from 'react'
import type { RuleRun } from '../../../src/contract/rules.ts'
import { api, ignoreApiError, unwrap } from '../../api.ts'

const pollMs = 500

/** The run that is under way or was the last one, followed until it ends. */
export function useRun(first: RuleRun | null) {
  const [run, setRun] = useState(first)
  const isRunning = run?.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    // An answer that was under way when the owner stopped the run must not start it again.
    let isFollowed = true
    const follow = ({ run: now }: { run: RuleRun | null }) => {
      if (isFollowed) setRun(now)
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
