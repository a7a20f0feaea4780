import { useEffect, useState } from 'react'
import type { BatchSummary } from '../../../src/contract/photos/batch.ts'
import { api, errorText, unwrap } from '../../kit/api.ts'
import { texts } from './texts.ts'

/** What the photos have in common once that is loaded, or why it is not. */
export function useSummary(ids: readonly string[]) {
  const [summary, setSummary] = useState<BatchSummary>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  // The dialog is about the photos that were selected when it opened.
  const [photos] = useState(ids)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` retries
  useEffect(() => {
    let isWanted = true
    setFailure(undefined)
    unwrap(api.photos.batch.summary.$post({ json: { ids: [...photos] } })).then(
      (loaded) => isWanted && setSummary(loaded),
      (error: unknown) => isWanted && setFailure(errorText(error, texts.failed.load)),
    )
    return () => {
      isWanted = false
    }
  }, [photos, attempt])
  return { summary, failure, retry: () => setAttempt(attempt + 1) }
}
