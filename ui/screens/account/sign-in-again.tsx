import { type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { markAllStale } from '../../catalogue/list/store.ts'
import { api, ignoreApiError, unwrap } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import * as frame from '../../kit/components/Dialog.css.ts'
import { PasswordField } from '../../kit/components/PasswordField.tsx'
import { refreshViewer, refusalText } from './session.ts'
import * as styles from './sign-in-again.css.ts'
import { texts as account } from './texts.ts'

const texts = account.signInAgain

/**
 * Asks for the password in a dialog without changing the page. Data loaded since the session ended
 * is what visitors see, so everything is reloaded.
 *
 * @returns whether the owner is signed in.
 */
export async function signInAgain(revalidate: () => Promise<void>): Promise<boolean> {
  const hasSignedIn = (await isSignedIn()) || (await askForPassword())
  if (!hasSignedIn) return false
  await refreshViewer().catch(ignoreApiError)
  markAllStale()
  await revalidate()
  return true
}

/** Another tab may have signed in already. */
async function isSignedIn(): Promise<boolean> {
  try {
    return (await unwrap(api.loggedin.$get())).authenticated
  } catch (error) {
    ignoreApiError(error)
    return false
  }
}

/**
 * Uses a separate React root, so that a modal dialog can cover a dialog that is being saved without
 * re-rendering it.
 */
async function askForPassword(): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container, { identifierPrefix: 'sign-in-again' })
  // Escape must not close the dialog below this one.
  container.addEventListener('keydown', (event) => event.stopPropagation())
  try {
    return await new Promise((resolve) => root.render(<SignInAgain onEnd={resolve} />))
  } finally {
    root.unmount()
    container.remove()
  }
}

function SignInAgain({ onEnd }: { onEnd: (isSignedIn: boolean) => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useLayoutEffect(() => {
    dialog.current?.showModal()
    password.current?.focus()
  }, [])

  const end = (isSignedIn: boolean) => {
    // Restores the focus.
    dialog.current?.close()
    onEnd(isSignedIn)
  }

  const signIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const typed = password.current?.value ?? ''
    setProblem(typed === '' ? account.login.missing : undefined)
    if (typed === '') {
      password.current?.focus()
      return
    }
    setBusy(true)
    try {
      await unwrap(api.login.$post({ json: { password: typed } }))
      end(true)
    } catch (error) {
      setBusy(false)
      setProblem(refusalText(error))
      password.current?.focus()
      password.current?.select()
    }
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={() => end(false)}
    >
      <h2 className={frame.title} id={`${id}-title`}>
        {texts.title}
      </h2>
      <p className={frame.description} id={`${id}-text`}>
        {texts.text}
      </p>
      <form className={styles.form} noValidate onSubmit={(event) => void signIn(event)}>
        <div aria-live="assertive">
          <PasswordField
            ref={password}
            label={account.password}
            labels={account}
            error={problem}
            name="password"
            autoComplete="current-password"
          />
        </div>
        <div className={frame.actions}>
          <Button onClick={() => end(false)}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
