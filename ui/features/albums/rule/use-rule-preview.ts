import { useCallback } from 'react'
import { api, unwrap } from '../../../kit/api.ts'
import { useResource } from '../../../kit/resource.ts'
import { texts } from './texts.ts'

/** How many photos match a rule; undefined until they are counted. */
export function useRulePreview(rule: string) {
  const count = useCallback(() => unwrap(api.albums.rule.preview.$get({ query: { rule } })), [rule])
  return useResource(count, { within: texts.countFailed, isLogged: true })
}
