import { useCallback } from 'react'
import type { PageName, PageVersion } from '../../../../src/contract/site/pages.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { api, signedIn, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { Dialog } from '../../../kit/components/Dialog.tsx'
import { quietText } from '../../../kit/components/text.css.ts'
import { useResource } from '../../../kit/resource.ts'
import { moment } from '../../../kit/times.ts'
import { Rendered } from './rendered.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import type { PageDraft } from './use-page-draft.ts'

const labels = texts.versions

type VersionDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  page: PageName
  version: PageVersion
  draft: PageDraft
}

/** An earlier text, and a way to return to it. */
export default function VersionDialog(props: VersionDialogProps) {
  const { isOpen, onOpenChange, page, version, draft } = props
  const { data: text, problem } = useText(page, version.id)

  const use = async () => {
    if (!text) return
    await draft.replaceBy(text.markdown)
    onOpenChange(false)
  }

  return (
    <Dialog
      title={labels.title(moment(version.savedAt))}
      isOpen={isOpen}
      isBusy={draft.isBusy}
      onOpenChange={onOpenChange}
      initialFocus="itself"
      className={styles.dialog}
    >
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={styles.versionText} aria-label={labels.text} tabIndex={0}>
        {problem && <p className={account.problem}>{problem}</p>}
        {!text && !problem && <p className={styles.waiting}>{texts.loading}</p>}
        {text && <Rendered page={page} html={text.html} />}
      </section>
      <p className={quietText}>{draft.isChanged ? labels.losing : labels.using}</p>
      <div className={styles.dialogActions}>
        <Button kind="primary" isBusy={draft.isBusy} isDisabled={!text} onClick={() => void use()}>
          {labels.use}
        </Button>
      </div>
    </Dialog>
  )
}

function useText(page: PageName, version: string) {
  const load = useCallback(() => {
    const param = { page, version }
    return unwrap(signedIn(() => api.pages[':page'].versions[':version'].$get({ param })))
  }, [page, version])
  return useResource(load)
}
