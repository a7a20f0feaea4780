import { useCallback } from 'react'
import type { RulePreview as Preview } from '../../../../src/contract/albums/albums.ts'
import { problem } from '../../../kit/account/styles.css.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { useResource } from '../../../kit/resource.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type RulePreviewProps = { preview: Preview | undefined; failure: string | undefined }

/** How many photos match, and how many of them visitors cannot see now. */
export function RulePreview({ preview, failure }: RulePreviewProps) {
  if (failure) {
    return (
      <p className={problem} role="alert">
        {failure}
      </p>
    )
  }
  return (
    <p className={styles.count} role="status">
      {preview
        ? `${texts.matching(preview.total)} ${texts.notPublic(preview.total, preview.notPublic)}`.trim()
        : texts.counting}
    </p>
  )
}

/** How many photos match a rule; undefined until they are counted. */
export function useRulePreview(rule: string) {
  const count = useCallback(() => unwrap(api.albums.rule.preview.$get({ query: { rule } })), [rule])
  return useResource(count, { within: texts.countFailed, isLogged: true })
}
