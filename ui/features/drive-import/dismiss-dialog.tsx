import { type RefObject, useState } from 'react'
import type { DriveFailure } from '../../../src/contract/imports/drive.ts'
import { errorText } from '../../kit/api.ts'
import { ConfirmDialog } from '../../kit/components/ConfirmDialog.tsx'
import { dismissAllFailures, dismissFailure } from './failures-state.ts'
import { texts } from './texts.ts'

const labels = texts.failures.question

/** What to dismiss: a failure, or all of them. */
export type Dismissal = { readonly failure?: DriveFailure | undefined; readonly total: number }

type DismissDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  asked: Dismissal
  /** Gets the focus after dismissing. */
  next: RefObject<HTMLElement | null>
}

/** Asks before failed files are taken off the list. */
export default function DismissDialog(props: DismissDialogProps) {
  const { isOpen, onOpenChange, next } = props
  const { failure, total } = props.asked
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [problem, setProblem] = useState<string>()

  const close = (isDismissed: boolean) => {
    setDone(isDismissed)
    onOpenChange(false)
  }
  const dismiss = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await (failure ? dismissFailure(failure) : dismissAllFailures())
      close(true)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      title={failure ? labels.title(failure.name) : labels.titleOfAll(total)}
      text={failure ? labels.text : labels.textOfAll}
      ok={labels.ok}
      isOpen={isOpen}
      isBusy={isBusy}
      problem={problem}
      // The button that opened it is gone, and so is the heading after the last failure.
      finalFocus={() => !isDone || next.current || document.querySelector('main')}
      onOk={() => void dismiss()}
      onCancel={() => close(false)}
    />
  )
}
