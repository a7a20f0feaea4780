import { useRef } from 'react'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const DeleteAllDialog = lazyWithRetry(
  async () => (await import('./delete-all-dialog.tsx')).DeleteAllDialog,
)

/** Shown below the screens that add photos. */
export function DeleteAll({ onDeleted }: { onDeleted?: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useDialog(DeleteAllDialog)
  return (
    <section className={account.section}>
      <h2 className={account.sectionHeading}>{texts.heading}</h2>
      <p className={styles.text}>{texts.text}</p>
      <Button ref={button} aria-haspopup="dialog" onClick={dialog.open}>
        {texts.button}
      </Button>
      {dialog.isMounted && (
        <DeleteAllDialog opener={button} {...dialog.dialogProps} onDeleted={onDeleted} />
      )}
    </section>
  )
}
