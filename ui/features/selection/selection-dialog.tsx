import { type ReactNode, type RefObject, useState } from 'react'
import type { BatchSummary } from '../../../src/contract/photos/batch.ts'
import { Button } from '../../kit/components/Button.tsx'
import { Dialog } from '../../kit/components/Dialog.tsx'
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
  readonly isBusy: boolean
  readonly onBusy: (isBusy: boolean) => void
  readonly close: () => void
}

type Props = SelectionDialogProps & { title: string; children: (content: Content) => ReactNode }

export function SelectionDialog(props: Props) {
  const { title, isOpen, onOpenChange, bar } = props
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      isBusy={isBusy}
      onOpenChange={onOpenChange}
      initialFocus="itself"
      finalFocus={() => bar.current?.querySelector<HTMLElement>('button') ?? true}
      staysOnOutsideClick
    >
      <Loaded {...props} isBusy={isBusy} onBusy={setBusy} />
    </Dialog>
  )
}

function Loaded(props: Props & Pick<Content, 'isBusy' | 'onBusy'>) {
  const { refresh, onOpenChange, isBusy, onBusy, children } = props
  const [ids] = useState(props.ids)
  const { summary, failure, retry } = useSummary(ids)
  if (summary) {
    const close = () => onOpenChange(false)
    return children({ ids, summary, refresh, isBusy, onBusy, close })
  }
  if (failure === undefined) {
    return (
      <p className={styles.waiting} role="status">
        {texts.loading}
      </p>
    )
  }
  return (
    <div className={styles.waiting}>
      <p className={problemText} role="alert">
        {failure}
      </p>
      <Button onClick={retry}>{texts.failed.retry}</Button>
    </div>
  )
}
