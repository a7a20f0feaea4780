import type { PageSource } from '../../../../src/contract/site/pages.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { TextArea } from '../../../kit/components/TextField.tsx'
import { quietText } from '../../../kit/components/text.css.ts'
import { useFocusOnEntry } from '../../../kit/components/use-focus.ts'
import { moment } from '../../../kit/times.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import type { PageDraft } from './use-page-draft.ts'

const labels = texts.conflict

/** Another text was saved meanwhile: offers it above the owner's own. */
export function Conflict({ other, draft }: { other: PageSource; draft: PageDraft }) {
  const heading = useFocusOnEntry<HTMLHeadingElement>()
  return (
    <section className={styles.conflict} aria-labelledby="page-conflict">
      <h2 className={account.partHeading} id="page-conflict" tabIndex={-1} ref={heading}>
        {labels.heading}
      </h2>
      <p className={quietText}>{labels.lead(other.savedAt && moment(other.savedAt))}</p>
      <div className={styles.editor}>
        <TextArea label={labels.other} dir="auto" rows={8} readOnly value={other.markdown} />
      </div>
      <div className={account.actions}>
        <Button onClick={draft.adoptOther}>{labels.use}</Button>
      </div>
    </section>
  )
}
