import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import * as styles from './Dialog.css.ts'
import { texts } from './texts.ts'

type QuestionProps = {
  title: ReactNode
  text: string
  /** The words of the button that does it, and of the one that does not. */
  ok: string
  cancel?: string
  isOpen: boolean
  isBusy?: boolean
  /** Why it could not be done. */
  problem?: string | undefined
  /** Whether the focus goes back to where it was, which it does without this. */
  finalFocus?: () => boolean
  onOk: () => void
  onCancel: () => void
}

/** Asks before something is done that cannot be taken back. */
export function Question(props: QuestionProps) {
  const { title, text, ok, cancel = 'Cancel', isOpen, problem, finalFocus, onOk, onCancel } = props
  const isBusy = props.isBusy ?? false
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && !isBusy && onCancel()}>
      <AlertDialog.Portal>
        {/* Base UI leaves out what dims a dialog that the question stands over. */}
        <AlertDialog.Backdrop className={styles.questionBackdrop} forceRender />
        <AlertDialog.Popup className={styles.popup} finalFocus={finalFocus}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.description}>{text}</AlertDialog.Description>
          {problem && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button>{cancel}</Button>} />
            <Button kind="primary" isBusy={isBusy} onClick={onOk}>
              {ok}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

type UnsavedQuestionProps = {
  isOpen: boolean
  onStay: () => void
  onLeave: () => void
  /** Whether the focus goes back to where it was. */
  finalFocus: () => boolean
}

/** Stands over the dialog or the screen whose changes would be lost; see use-unsaved.ts. */
export function UnsavedQuestion({ isOpen, onStay, onLeave, finalFocus }: UnsavedQuestionProps) {
  const { title, text, stay, leave } = texts.unsaved
  return (
    <Question
      {...{ title, text, isOpen, finalFocus }}
      ok={leave}
      cancel={stay}
      onOk={onLeave}
      onCancel={onStay}
    />
  )
}
