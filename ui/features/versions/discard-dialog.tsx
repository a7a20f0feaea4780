import type { PendingUpload } from '../../../src/contract/photos/versions.ts'
import { ConfirmDialog } from '../../kit/components/ConfirmDialog.tsx'
import { useAction } from '../../kit/components/use-action.ts'
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
  const { isBusy, problem, run } = useAction()

  const discardAndClose = async () => {
    await discard(pending, onOutcome)
    onOpenChange(false)
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
      onOk={() => void run(discardAndClose)}
      onCancel={() => onOpenChange(false)}
    />
  )
}
