import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react'
import type { BatchSummary } from '../../../src/contract/photos/batch.ts'
import { Button } from '../../kit/components/Button.tsx'
import type { Dialog } from '../../kit/components/Dialog.tsx'
import { FormDialog, type FormDialogState } from '../../kit/components/FormDialog.tsx'
import { problemText } from '../../kit/components/text.css.ts'
import type { Resource } from '../../kit/resource.ts'
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

/** What the dialog's content gets. */
export type Content = {
  /** The photos that were selected when the dialog was opened. */
  readonly ids: readonly string[]
  /** What the photos have in common. */
  readonly summary: Resource<BatchSummary>
  readonly refresh: () => Promise<void>
  readonly dialog: FormDialogState
}

type Props = SelectionDialogProps &
  Pick<ComponentProps<typeof Dialog>, 'initialFocus'> & {
    title: string
    children: (content: Content) => ReactNode
  }

/** By default, the first field gets the focus: it must not wait for the summary. */
export function SelectionDialog({ ids, refresh, bar, children, ...dialogProps }: Props) {
  return (
    <FormDialog
      {...dialogProps}
      finalFocus={() => bar.current?.querySelector<HTMLElement>('button') ?? true}
      staysOnOutsideClick
    >
      {(dialog) => (
        <WithIds ids={ids} refresh={refresh} dialog={dialog}>
          {children}
        </WithIds>
      )}
    </FormDialog>
  )
}

type WithIdsProps = Omit<Content, 'summary'> & Pick<Props, 'children'>

function WithIds({ ids: selected, children, ...content }: WithIdsProps) {
  const [ids] = useState(selected)
  const summary = useSummary(ids)
  return children({ ...content, ids, summary })
}

type SummarizedProps = {
  summary: Content['summary']
  children: (summary: BatchSummary) => ReactNode
}

/** What needs the summary, once it is loaded; until then that it is loading, or why it is not. */
export function Summarized({ summary: { data, problem, retry }, children }: SummarizedProps) {
  if (data) return children(data)
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
