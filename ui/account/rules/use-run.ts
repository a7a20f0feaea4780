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
    const timer = setInterval(() => {
      unwrap(api.rules.$get()).then(({ run: now }) => setRun(now), ignoreApiError)
    }, pollMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return { run, isRunning, setRun }
}
