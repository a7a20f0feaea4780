import { useAtomValue } from 'jotai'
import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GoogleClient } from '../../../../../src/contract/imports/google-client.ts'
import { limits } from '../../../../../src/contract/limits.ts'
import { driveStatusAtom } from '../../../../features/drive-import/state.ts'
import * as account from '../../../../kit/account/styles.css.ts'
import { asTyped } from '../../../../kit/components/as-typed.ts'
import { Button } from '../../../../kit/components/Button.tsx'
import { ConfirmDialog, UnsavedDialog } from '../../../../kit/components/ConfirmDialog.tsx'
import { PasswordField } from '../../../../kit/components/PasswordField.tsx'
import { TextField } from '../../../../kit/components/TextField.tsx'
import { useFocusOnEntry } from '../../../../kit/components/use-focus.ts'
import { problemOf, useProblem } from '../../../../kit/components/use-problem.ts'
import { useUnsaved } from '../../../../kit/components/use-unsaved.ts'
import { changeClient } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type ClientFormProps = {
  client: GoogleClient
  /** Closes the form, where there is a client already. */
  onEnd?: (() => void) | undefined
}

/** The client that is entered, and how it is saved. */
function useClientDraft({ client, onEnd }: ClientFormProps) {
  const known = client.clientId ?? ''
  const [id, setId] = useState(known)
  const [secret, setSecret] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { setProblem, clearProblems, focusOn, ...problem } = useProblem([
    'clientId',
    'clientSecret',
  ])
  const reset = () => {
    setId(known)
    setSecret('')
    onEnd?.()
  }
  const unsaved = useUnsaved(id !== known || secret !== '', reset)
  const keepsSecret = client.hasSecret && id.trim() === known

  const fail = (message: string, field: string) => {
    setProblem({ message, field })
    focusOn(field)
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setProblem(undefined)
    if (!id.trim()) return fail(texts.missingId, 'clientId')
    if (!secret.trim() && !keepsSecret) return fail(texts.missingSecret, 'clientSecret')
    if (!onEnd) return void save()
    if (secret.trim()) setAsked(true)
    else reset()
  }

  const save = async () => {
    setBusy(true)
    try {
      await changeClient({ clientId: id, ...(secret.trim() && { clientSecret: secret }) })
      flushSync(() => {
        setAsked(false)
        setSecret('')
        onEnd?.()
      })
    } catch (error) {
      const found = problemOf(error)
      setAsked(false)
      setProblem(found)
      focusOn(found.field)
    } finally {
      setBusy(false)
    }
  }

  const changeId = (typed: string) => {
    setId(typed)
    clearProblems(['clientId'])
  }
  const changeSecret = (typed: string) => {
    setSecret(typed)
    clearProblems(['clientSecret'])
  }
  return {
    id,
    changeId,
    secret,
    changeSecret,
    keepsSecret,
    isAsked,
    setAsked,
    isBusy,
    problem,
    unsaved,
    submit,
    save,
  }
}

/** Asks before it replaces a client. */
export function ClientForm(props: ClientFormProps) {
  const { onEnd } = props
  const isConnected = useAtomValue(driveStatusAtom)?.authenticated === true
  const { id, secret, keepsSecret, isBusy, problem, unsaved, ...draft } = useClientDraft(props)
  const { form, errorOf, general } = problem
  const first = useFocusOnEntry<HTMLInputElement>(onEnd !== undefined)
  const { replaceText, connected } = texts.question
  return (
    <form className={styles.form} ref={form} noValidate autoComplete="off" onSubmit={draft.submit}>
      <TextField
        ref={first}
        label={texts.id}
        hint={texts.idHint}
        error={errorOf('clientId')}
        name="clientId"
        {...asTyped}
        maxLength={limits.googleClientText}
        value={id}
        onChange={({ target }) => draft.changeId(target.value)}
      />
      <PasswordField
        label={texts.secret}
        labels={texts}
        hint={keepsSecret ? texts.keepHint : texts.secretHint}
        error={errorOf('clientSecret')}
        name="clientSecret"
        autoComplete="new-password"
        maxLength={limits.googleClientText}
        value={secret}
        onChange={({ target }) => draft.changeSecret(target.value)}
      />
      <div className={account.actions}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {texts.save}
        </Button>
        {onEnd && <Button onClick={unsaved.close}>{texts.cancel}</Button>}
      </div>
      {general && <p className={account.problem}>{general}</p>}
      <ConfirmDialog
        title={texts.question.replace}
        text={isConnected ? `${replaceText} ${connected}` : replaceText}
        ok={texts.replace}
        cancel={texts.cancel}
        isOpen={draft.isAsked}
        isBusy={isBusy}
        onOk={() => void draft.save()}
        onCancel={() => draft.setAsked(false)}
      />
      <UnsavedDialog {...unsaved.question} />
    </form>
  )
}
