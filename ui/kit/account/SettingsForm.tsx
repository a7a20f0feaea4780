import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '../components/Button.tsx'
import { UnsavedDialog } from '../components/ConfirmDialog.tsx'
import * as account from './styles.css.ts'
import { texts } from './texts.ts'
import type { DraftState } from './use-draft.ts'

type SettingsFormProps = {
  state: DraftState
  onSave: () => Promise<void>
  className?: string
  autoComplete?: 'off'
  /** The fields. */
  children: ReactNode
}

/** The form of a draft: its button saves, and its footer says whether that worked. */
export function SettingsForm(props: SettingsFormProps) {
  const { state, onSave, className = account.form, autoComplete, children } = props
  const { isBusy, isSaved, unsaved } = state
  const { form, general } = state.problem

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void onSave()
  }

  return (
    <>
      <form
        className={className}
        ref={form}
        noValidate
        autoComplete={autoComplete}
        onSubmit={submit}
      >
        {children}
        <div className={account.actions}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.submit}
          </Button>
          <p className={account.saved} role="status">
            {isSaved && texts.saved}
          </p>
        </div>
        {general && (
          <p className={account.problem} role="alert">
            {general}
          </p>
        )}
      </form>
      <UnsavedDialog {...unsaved.question} />
    </>
  )
}
