import { Dialog } from '@base-ui/react/dialog'
import { useAtomValue } from 'jotai'
import { type RefObject, type SubmitEvent, useState } from 'react'
import { limits } from '../../../src/contract/limits.ts'
import { emailKey, readEmailAddress } from '../../../src/contract/people/email-address.ts'
import type { Guest, NewGuest } from '../../../src/contract/people/guests.ts'
import * as account from '../../kit/account/styles.css.ts'
import { api, asSentence, unwrap } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { TextField } from '../../kit/components/TextField.tsx'
import { type Problem, specifiedProblemOf, useProblem } from '../../kit/components/use-problem.ts'
import { store } from '../../kit/state/store.ts'
import { refreshGuest, registrationAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { keepWish, type Wish } from './wish.ts'

type GuestFormProps = {
  /** The guest to change; undefined for a registration. */
  guest: Guest | undefined
  /** What the visitor wants to do once registered. */
  wish: Wish | undefined
  nameField: RefObject<HTMLInputElement | null>
  /** Whether the page behind the dialog mentions a pending registration. */
  isPendingKnown: boolean
  onBusy: (isBusy: boolean) => void
  onCancel: () => void
  /** @param thanks the message to show */
  onDone: (thanks: string) => void
}

const labels = texts.form

/** Stays open with the reason if name and e-mail could not be saved. */
export function GuestForm(props: GuestFormProps) {
  const { guest, wish, nameField, isPendingKnown, onBusy, onCancel, onDone } = props
  const registration = useAtomValue(registrationAtom)
  const { draft, change, problem, isBusy, send } = useGuestDraft(guest, wish)
  const { form, errorOf, general, focusOn } = problem

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    onBusy(true)
    const outcome = await send()
    onBusy(false)
    if (outcome.thanks) onDone(outcome.thanks)
    focusOn(outcome.field)
  }

  return (
    <form className={styles.form} ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Dialog.Description className={styles.note} render={<div />}>
        {wish && <p className={styles.reason}>{labels.reasons[wish.kind]}</p>}
        <p>{guest ? labels.update : `${labels.nickname} ${labels.privacy}`}</p>
      </Dialog.Description>
      {registration && !isPendingKnown && (
        <p className={styles.remark}>{texts.pending.text(registration.email)}</p>
      )}
      <TextField
        ref={nameField}
        label={labels.name}
        error={errorOf('name')}
        isAlert
        name="name"
        dir="auto"
        autoComplete="nickname"
        maxLength={100}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label={labels.email}
        error={errorOf('email')}
        isAlert
        name="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="email"
        maxLength={2 * limits.email}
        value={draft.email}
        onChange={({ target }) => change({ email: target.value })}
      />
      {general && (
        <p className={account.problem} role="alert">
          {general}
        </p>
      )}
      <div className={styles.formActions}>
        <Button onClick={onCancel}>{labels.cancel}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {guest ? labels.updateSubmit : labels.registerSubmit}
        </Button>
      </div>
    </form>
  )
}

/** A thank-you message, or the field with a problem. */
type Outcome = { readonly thanks?: string; readonly field?: string | undefined }

function useGuestDraft(guest: Guest | undefined, wish: Wish | undefined) {
  const [draft, setDraft] = useState<NewGuest>(
    // Guests who got no e-mail need not type their details again.
    guest ?? store.get(registrationAtom) ?? { name: '', email: '' },
  )
  const { setProblem, setProblems, clearProblems, ...problem } = useProblem(['name', 'email'])
  const [isBusy, setBusy] = useState(false)

  const change = (part: Partial<NewGuest>) => {
    setDraft({ name: draft.name, email: draft.email, ...part })
    clearProblems(Object.keys(part))
  }

  const send = async (): Promise<Outcome> => {
    const entered = { name: draft.name.trim(), email: draft.email.trim() }
    const invalid = validate(entered)
    setProblems(invalid)
    if (invalid[0]) return { field: invalid[0].field }
    setBusy(true)
    try {
      return { thanks: guest ? await update(guest, entered) : await register(entered, wish) }
    } catch (error) {
      const found = specifiedProblemOf(error)
      setProblem(found)
      // A refused change is reset, but a refused registration can be corrected.
      if (guest) setDraft(guest)
      return { field: found.field }
    } finally {
      setBusy(false)
    }
  }

  return { draft, change, problem, isBusy, send }
}

async function register(entered: NewGuest, wish: Wish | undefined): Promise<string> {
  const { name, email } = await unwrap(api.guest.$post({ json: entered }))
  store.set(registrationAtom, { name, email })
  if (wish) keepWish(wish, email)
  return `${texts.pending.heading(name)}. ${texts.pending.text(email)} ${texts.pending.life}`
}

async function update(guest: Guest, entered: NewGuest): Promise<string> {
  const changed = await unwrap(api.guest.update.$post({ json: entered }))
  await refreshGuest()
  if (emailKey(entered.email) !== emailKey(guest.email)) return texts.form.moved(entered.email)
  return changed.name === guest.name ? texts.form.unchanged : texts.form.renamed(changed.name)
}

/** Checks made before anything is sent. */
function validate({ name, email }: NewGuest): Problem[] {
  const { guestNameMin, guestName } = limits
  const length = [...name].length
  const isName = length >= guestNameMin && length <= guestName
  const { problem } = readEmailAddress(email)
  const shape = email === '' ? texts.form.emailMissing : asSentence(problem ?? '')
  return [
    ...(isName ? [] : [{ field: 'name', message: texts.form.nameLength(guestNameMin, guestName) }]),
    ...(problem === undefined ? [] : [{ field: 'email', message: shape }]),
  ]
}
