import { useRef, useState } from 'react'
import type { PhotoFilter } from '../../../../src/contract/search/photo-filter.ts'
import { Dialog } from '../../../kit/components/Dialog.tsx'
import { narrow } from '../form/styles.css.ts'
import { RuleForm } from './rule-form.tsx'
import { texts } from './texts.ts'

type RuleDialogProps = {
  filter: PhotoFilter
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Saves a filter as a new smart album, or changes the filter of one. */
export function RuleDialog({ filter, isOpen, onOpenChange }: RuleDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const leave = () => onOpenChange(false)
  const close = useRef(leave)
  return (
    <Dialog
      title={texts.title}
      className={narrow}
      initialFocus="itself"
      isOpen={isOpen}
      isBusy={isBusy}
      onOpenChange={(open) => !open && close.current()}
    >
      <RuleForm
        filter={filter}
        isOpen={isOpen}
        isBusy={isBusy}
        close={close}
        leave={leave}
        onBusy={setBusy}
      />
    </Dialog>
  )
}
