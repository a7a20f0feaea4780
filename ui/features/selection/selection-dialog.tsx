import { type ReactNode, type RefObject, useState } from 'react'
import type { BatchSummary } from '../../../src/contract/photos/batch.ts'
import { Button } from '../../kit/components/Button.tsx'
import { FormDialog, type FormDialogState } from '../../kit/components/FormDialog.tsx'
import { problemText } from '../../kit/components/text.css.ts'
import * as styles from './dialogs.css.ts'
import { texts } from './texts.ts'
import { useSummary } from './use-summary.ts'

/** What every dialog about the selected photos gets. */
export type SelectionDialogProps = {
  ids: readonly string[]
  /** Shows the lists as they are after a change. */
  refresh: () => Promise<void>
  /** Gets the focus afterwards. */
  bar: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** What the dialog's content gets once the details of the photos are loaded. */
export type Content = {
  /** The photos that were selected when the dialog was opened. */
  readonly ids: readonly string[]
  readonly summary: BatchSummary
  readonly refresh: () => Promise<void>
  readonly dialog: FormDialogState
}

type Props = SelectionDialogProps & { title: string; children: (content: Content) => ReactNode }

export function SelectionDialog(props: Props) {
  const { title, isOpen, onOpenChange, bar } = props
  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      initialFocus="itself"
      finalFocus={() => bar.current?.querySelector<HTMLElement>('button') ?? true}
      staysOnOutsideClick
    >
      {(dialog) => <Loaded {...props} dialog={dialog} />}
    </FormDialog>
  )
}

function Loaded(props: Props & Pick<Content, 'dialog'>) {
  const { refresh, dialog, children } = props
  const [ids] = useState(props.ids)
  const { data: summary, problem, retry } = useSummary(ids)
  if (summary) return children({ ids, summary, refresh, dialog })
  if (problem === undefined) {
    return (
      <p className={styles.waiting} role="status">
        {texts.loading}
      </p>
    )
  }
  return (
    <div className={styles.waiting}>
      <p className={problemText} role="alert">
        {problem}
      </p>
      <Button onClick={() => void retry()}>{texts.failed.retry}</Button>
    </div>
  )
}
