import type { ReactNode } from 'react'
import type { BatchChangeInput } from '../../../src/contract/photos/batch.ts'
import { DialogForm } from '../../kit/components/FormDialog.tsx'
import { useAction } from '../../kit/components/use-action.ts'
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
  const { ids, refresh, dialog } = content
  const { problem, setProblem, run } = useAction({
    within: texts.failed.change,
    isLogged: true,
    busy: dialog,
  })

  const submit = () => {
    if (!change) {
      setProblem(texts.noChanges)
      return
    }
    void run(async () => {
      await apply({ ids, change, refresh, done: texts.done.edited })
      dialog.leave()
    })
  }

  return (
    <DialogForm
      dialog={dialog}
      submit={save}
      onSubmit={submit}
      problem={problem}
      styles={{ form: styles.form }}
    >
      {children}
    </DialogForm>
  )
}
