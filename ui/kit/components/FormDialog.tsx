import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from './Button.tsx'
import { UnsavedDialog } from './ConfirmDialog.tsx'
import { actions } from './Dialog.css.ts'
import { Dialog } from './Dialog.tsx'
import { problemText } from './text.css.ts'
import { texts } from './texts.ts'
import type { BusyState } from './use-action.ts'
import { useUnsaved } from './use-unsaved.ts'

/** What the content of a FormDialog gets from it. */
export type FormDialogState = BusyState & {
  readonly isOpen: boolean
  /** Closes it, unless it is busy; an UnsavedCheck asks first. */
  readonly close: () => void
  /** Closes it at once. */
  readonly leave: () => void
  /** Set by the UnsavedCheck of the content. */
  readonly ask: RefObject<(() => void) | undefined>
}

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'isBusy' | 'children'> & {
  /** The content; it is reset on each opening. */
  children: (dialog: FormDialogState) => ReactNode
}

/** A dialog with something to fill in. It cannot be closed while it is busy. */
export function FormDialog({ isOpen, onOpenChange, children, ...rest }: FormDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const ask = useRef<() => void>(undefined)
  const leave = () => onOpenChange(false)
  const close = () => {
    if (isBusy) return
    if (ask.current) ask.current()
    else leave()
  }
  return (
    <Dialog {...rest} isOpen={isOpen} isBusy={isBusy} onOpenChange={(open) => !open && close()}>
      {children({ isOpen, isBusy, setBusy, close, leave, ask })}
    </Dialog>
  )
}

type UnsavedCheckProps = { dialog: FormDialogState; isUnsaved: boolean }

/** Belongs to the content of a FormDialog, whose changes are lost only after confirmation. */
export function UnsavedCheck({ dialog, isUnsaved }: UnsavedCheckProps) {
  const { isOpen, leave, ask } = dialog
  const unsaved = useUnsaved(isOpen && isUnsaved, leave)
  useLayoutEffect(() => {
    ask.current = unsaved.close
    return () => {
      ask.current = undefined
    }
  })
  return <UnsavedDialog {...unsaved.question} />
}

type DialogFormProps = {
  dialog: FormDialogState
  /** The form element, for focusing its fields. */
  form?: RefObject<HTMLFormElement | null>
  submit: string
  /** Whether it can be submitted. */
  isReady?: boolean
  onSubmit: () => void
  /** What is wrong with the form as a whole. */
  problem: string | undefined
  /** With `fields`, the fields are in an element of their own, which can scroll. */
  styles: { readonly form: string; readonly fields?: string; readonly actions?: string }
  autoComplete?: 'off'
  /** The fields. */
  children: ReactNode
}

/** The form of a FormDialog: its fields, what is wrong with it, and its buttons. */
export function DialogForm(props: DialogFormProps) {
  const { dialog, form, isReady = true, onSubmit, problem, styles, autoComplete } = props
  const { isBusy, close } = dialog
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy && isReady) onSubmit()
  }
  return (
    <form
      className={styles.form}
      ref={form}
      noValidate
      autoComplete={autoComplete}
      onSubmit={submit}
    >
      {styles.fields ? <div className={styles.fields}>{props.children}</div> : props.children}
      {problem && (
        <p className={problemText} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions ?? actions}>
        <Button isDisabled={isBusy} onClick={close}>
          {texts.cancel}
        </Button>
        <Button type="submit" kind="primary" isBusy={isBusy} isDisabled={!isReady}>
          {props.submit}
        </Button>
      </div>
    </form>
  )
}
