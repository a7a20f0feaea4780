import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button } from '../../components/Button.tsx'
import * as styles from '../../components/Dialog.css.ts'
import { questionBackdrop } from './edit.css.ts'
import { texts } from './texts.ts'

type UnsavedQuestionProps = { isOpen: boolean; onStay: () => void; onLeave: () => void }

/** Stands over the dialog whose changes would be lost. */
export function UnsavedQuestion({ isOpen, onStay, onLeave }: UnsavedQuestionProps) {
  const { title, text, stay, leave } = texts.unsaved
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onStay()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={questionBackdrop} forceRender />
        <AlertDialog.Popup className={styles.popup}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.description}>{text}</AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button>{stay}</Button>} />
            <Button kind="primary" onClick={onLeave}>
              {leave}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
