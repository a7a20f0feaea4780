import { useState } from 'react'
import type { PendingUpload } from '../../../src/contract/photos/versions.ts'
import { errorText } from '../../kit/api.ts'
import { ConfirmDialog } from '../../kit/components/ConfirmDialog.tsx'
import { discard, type OnOutcome } from './pending.ts'
import { texts } from './texts.ts'

type DiscardDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  pending: PendingUpload
  onOutcome: OnOutcome | undefined
}

/** Asks before a waiting file is deleted. */
export default function DiscardDialog(props: DiscardDialogProps) {
  const { isOpen, onOpenChange, pending, onOutcome } = props
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const carryOut = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await discard(pending, onOutcome)
      onOpenChange(false)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      title={texts.question.title(pending.fileName)}
      text={pending.sourceId === null ? texts.question.text : texts.question.textOfSource}
      ok={texts.question.ok}
      cancel={texts.cancel}
      isOpen={isOpen}
      isBusy={isBusy}
      problem={problem}
      onOk={() => void carryOut()}
      onCancel={() => onOpenChange(false)}
    />
  )
}
