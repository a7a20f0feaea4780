import { type SubmitEvent, useCallback, useRef, useState } from 'react'
import { errorTexts } from '../../src/contract/vocabulary.ts'
import { ApiError, api, unwrap } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { PasswordField } from '../components/PasswordField.tsx'
import { Toast } from '../components/Toast.tsx'
import * as styles from './account.css.ts'
import { problemOf } from './problem.ts'
import { texts } from './texts.ts'

const toastMs = 6000

/** The form that stands for every setting while nobody is signed in. */
export function Login() {
  const password = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  // The number tells a second refusal from the first, so that it is announced and timed anew.
  const [refusal, setRefusal] = useState<{ text: string; number: number }>()
  const closeToast = useCallback(() => setRefusal(undefined), [])

  const signIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setRefusal(undefined)
    try {
      await unwrap(api.login.$post({ json: { password: password.current?.value ?? '' } }))
      // The page comes back as the owner's.
      location.reload()
    } catch (error) {
      setBusy(false)
      setRefusal({ text: refusalText(error), number: Date.now() })
      password.current?.focus()
      password.current?.select()
    }
  }

  return (
    <section className={styles.panel}>
      <h1 className={styles.heading}>{texts.login.heading}</h1>
      <form className={styles.form} onSubmit={(event) => void signIn(event)}>
        <PasswordField
          ref={password}
          label={texts.password}
          words={texts}
          name="password"
          autoComplete="current-password"
          required
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.login.submit}
          </Button>
        </div>
      </form>
      {refusal && (
        <Toast
          key={refusal.number}
          text={refusal.text}
          durationMs={toastMs}
          closeLabel={texts.close}
          onClose={closeToast}
        />
      )}
    </section>
  )
}

function refusalText(error: unknown): string {
  const isWrong = error instanceof ApiError && error.refusal?.code === 401
  return isWrong ? errorTexts.incorrectPassword : problemOf(error).message
}
