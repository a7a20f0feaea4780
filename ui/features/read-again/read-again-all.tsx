import * as account from '../../kit/account/styles.css.ts'
import { Button } from '../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const ReadAgainDialog = lazyWithRetry(async () => (await import('./read-again-dialog.tsx')).default)

/** Reads the files of all photos again; shown in the account. */
export function ReadAgainAll() {
  const dialog = useDialog(ReadAgainDialog)
  const { heading, text, button } = texts.all
  return (
    <section className={account.section}>
      <h2 className={account.sectionHeading}>{heading}</h2>
      <p className={styles.sectionText}>{text}</p>
      <Button aria-haspopup="dialog" onClick={dialog.open}>
        {button}
      </Button>
      {dialog.isMounted && <ReadAgainDialog selection="all" {...dialog.dialogProps} />}
    </section>
  )
}
