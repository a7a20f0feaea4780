import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useLayer } from '../navigation/layers.ts'
import { Button } from './Button.tsx'
import * as styles from './Dialog.css.ts'
import { texts } from './texts.ts'

type ConfirmDialogProps = {
  title: ReactNode
  text: string
  ok: string
  cancel?: string
  isOpen: boolean
  isBusy?: boolean
  /** Why the action failed. */
  problem?: string | undefined
  /** Where the focus moves afterwards; by default, and for true, back to where it was. */
  finalFocus?: () => boolean | HTMLElement | null
  onOk: () => void
  onCancel: () => void
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, ok, cancel = texts.cancel, isOpen, isBusy = false, problem } = props
  const cancelUnlessBusy = () => !isBusy && props.onCancel()
  useLayer(isOpen, cancelUnlessBusy)
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && cancelUnlessBusy()}>
      <AlertDialog.Portal>
        {/* By default, Base UI omits the backdrop of a nested dialog. */}
        <AlertDialog.Backdrop className={styles.questionBackdrop} forceRender />
        <AlertDialog.Popup className={styles.popup} finalFocus={props.finalFocus}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.description}>{text}</AlertDialog.Description>
          {problem && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button>{cancel}</Button>} />
            <Button kind="primary" isBusy={isBusy} onClick={props.onOk}>
              {ok}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

type UnsavedDialogProps = {
  isOpen: boolean
  onStay: () => void
  onLeave: () => void
  finalFocus: () => boolean
}

/** Shown over the dialog or screen whose changes would be lost; see use-unsaved.ts. */
export function UnsavedDialog({ isOpen, onStay, onLeave, finalFocus }: UnsavedDialogProps) {
  const { title, text, stay, leave } = texts.unsaved
  return (
    <ConfirmDialog
      title={title}
      text={text}
      isOpen={isOpen}
      finalFocus={finalFocus}
      ok={leave}
      cancel={stay}
      onOk={onLeave}
      onCancel={onStay}
    />
  )
}
