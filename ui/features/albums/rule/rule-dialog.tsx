import type { PhotoFilter } from '../../../../src/contract/search/photo-filter.ts'
import { FormDialog } from '../../../kit/components/FormDialog.tsx'
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
  return (
    <FormDialog
      title={texts.title}
      className={narrow}
      initialFocus="itself"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {(dialog) => <RuleForm filter={filter} dialog={dialog} />}
    </FormDialog>
  )
}
