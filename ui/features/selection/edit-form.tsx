import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { BatchChangeInput } from '../../../src/contract/photos/batch.ts'
import { errorText } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { actions } from '../../kit/components/Dialog.css.ts'
import { problemText } from '../../kit/components/text.css.ts'
import { apply } from './apply.ts'
import * as styles from './dialogs.css.ts'
import type { Content } from './selection-dialog.tsx'
import { texts } from './texts.ts'

type EditFormProps = {
  content: Content
  save: string
  /** The change to make; undefined if nothing was entered. */
  change: BatchChangeInput | undefined
  children: ReactNode
}

/** The form of a dialog; if saving fails, it stays open and shows the reason. */
export function EditForm({ content, save, change, children }: EditFormProps) {
  const { ids, refresh, isBusy, onBusy, close } = content
  const [problem, setProblem] = useState<string>()

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    if (!change) {
      setProblem(texts.noChanges)
      return
    }
    onBusy(true)
    setProblem(undefined)
    try {
      await apply({ ids, change, refresh, done: texts.done.edited })
      close()
    } catch (error) {
      console.warn(error)
      setProblem(errorText(error, texts.failed.change))
    } finally {
      onBusy(false)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {children}
      {problem && (
        <p className={problemText} role="alert">
          {problem}
        </p>
      )}
      <div className={actions}>
        <Button onClick={() => !isBusy && close()}>{texts.cancel}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {save}
        </Button>
      </div>
    </form>
  )
}
