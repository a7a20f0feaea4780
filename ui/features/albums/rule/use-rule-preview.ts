import { useEffect, useState } from 'react'
import type { RulePreview } from '../../../../src/contract/albums/albums.ts'
import { api, errorText, unwrap } from '../../../kit/api.ts'
import { texts } from './texts.ts'

/** How many photos match a rule; undefined until they are counted. */
export function useRulePreview(rule: string) {
  const [preview, setPreview] = useState<RulePreview>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let isWanted = true
    setPreview(undefined)
    setFailure(undefined)
    unwrap(api.albums.rule.preview.$get({ query: { rule } })).then(
      (counted) => isWanted && setPreview(counted),
      (error: unknown) => {
        console.warn(error)
        if (isWanted) setFailure(errorText(error, texts.countFailed))
      },
    )
    return () => {
      isWanted = false
    }
  }, [rule])
  return { preview, failure }
}
