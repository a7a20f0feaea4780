import { Dialog } from '@base-ui/react/dialog'
import { useAtomValue } from 'jotai'
import { type RefObject, type SubmitEvent, useRef } from 'react'
import type { Guest } from '../../src/contract/guests.ts'
import * as account from '../account/styles.css.ts'
import { Button } from '../components/Button.tsx'
import { TextField } from '../components/TextField.tsx'
import { registrationAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { useGuestDraft } from './use-guest-draft.ts'

type GuestFormProps = {
  /** The one to be changed; undefined for a new one. */
  guest: Guest | undefined
  nameField: RefObject<HTMLInputElement | null>
  onBusy: (isBusy: boolean) => void
  onCancel: () => void
  /** @param thanks what there is to say, and to do, now */
  onDone: (thanks: string) => void
}

const words = texts.form

/** Name and e-mail. It stays, and says why, when they could not be sent. */
export function GuestForm({ guest, nameField, onBusy, onCancel, onDone }: GuestFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const registration = useAtomValue(registrationAtom)
  const { draft, change, problem, isBusy, send } = useGuestDraft(guest)
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined)
  const isGeneral = problem && !(problem.field && problem.field in draft)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    onBusy(true)
    const outcome = await send()
    onBusy(false)
    if (outcome.thanks) onDone(outcome.thanks)
    const field = form.current?.elements.namedItem(outcome.field ?? '')
    if (field instanceof HTMLElement) field.focus()
  }

  return (
    <form className={styles.form} ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Dialog.Description className={styles.note}>
        {words.nickname} {words.privacy}
      </Dialog.Description>
      {registration && <p className={styles.remark}>{texts.pending.text(registration.email)}</p>}
      <TextField
        ref={nameField}
        label={words.name}
        error={errorOf('name')}
        name="name"
        dir="auto"
        autoComplete="nickname"
        maxLength={100}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label={words.email}
        error={errorOf('email')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={draft.email}
        onChange={({ target }) => change({ email: target.value })}
      />
      {isGeneral && (
        <p className={account.problem} role="alert">
          {problem.message}
        </p>
      )}
      <div className={styles.formActions}>
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {guest ? words.updateSubmit : words.registerSubmit}
        </Button>
      </div>
    </form>
  )
}
