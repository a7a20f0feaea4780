import { useEffect, useState } from 'react'
import { limits } from '../../../../src/contract/limits.ts'
import type { PageName } from '../../../../src/contract/site/pages.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { api, errorText, unwrap } from '../../../kit/api.ts'
import { quietText } from '../../../kit/components/text.css.ts'
import { Rendered } from './rendered.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** The text as the server will render the page. */
export function Preview({ page, markdown }: { page: PageName; markdown: string }) {
  const [html, setHtml] = useState<string>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    let isWanted = true
    const render = async () => {
      if (markdown.length > limits.pageText) throw new RangeError(texts.tooLong(markdown.length))
      return unwrap(api.pages[':page'].preview.$post({ param: { page }, json: { markdown } }))
    }
    render().then(
      (rendered) => isWanted && setHtml(rendered.html),
      (error: unknown) => {
        if (isWanted) setProblem(error instanceof RangeError ? error.message : errorText(error))
      },
    )
    return () => {
      isWanted = false
    }
  }, [page, markdown])

  if (problem) return <p className={account.problem}>{problem}</p>
  return (
    <div className={styles.preview} aria-busy={html === undefined}>
      {html === undefined && <p className={styles.waiting}>{texts.loading}</p>}
      {html?.trim() === '' && <p className={quietText}>{texts.emptyPreview}</p>}
      {html && <Rendered page={page} html={html} />}
    </div>
  )
}
