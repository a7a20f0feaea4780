import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import * as styles from '../../kit/account/styles.css.ts'
import { api, codeAndMessage, unwrap } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { PasswordField } from '../../kit/components/PasswordField.tsx'
import { dismissNotice, notify } from '../../kit/state/notices.ts'
import { refreshViewer, refusalText } from './session.ts'
import { texts } from './texts.ts'

const refusalMs = 6000

/** Shown in place of every setting while the owner is signed out. */
export function Login() {
  const password = useRef<HTMLInputElement>(null)
  const refusal = useRef<number>(undefined)
  const [isBusy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)

  useEffect(() => () => dismiss(refusal.current), [])

  const signIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    dismiss(refusal.current)
    const typed = password.current?.value ?? ''
    setMissing(typed === '')
    if (typed === '') {
      password.current?.focus()
      return
    }
    setBusy(true)
    try {
      await unwrap(api.login.$post({ json: { password: typed } }))
    } catch (error) {
      setBusy(false)
      refusal.current = notify(refusalText(error), { durationMs: refusalMs })
      password.current?.focus()
      password.current?.select()
      return
    }
    await loadUser()
  }

  const loadUser = async () => {
    try {
      // Once signed in, the setting replaces this form at the same address.
      await refreshViewer()
    } catch (error) {
      setBusy(false)
      const { userNotLoaded, retry } = texts.login
      const action = { label: retry, run: () => void loadUser() }
      notify(userNotLoaded(codeAndMessage(error)), { action })
    }
  }

  return (
    <section className={styles.panel}>
      <h1 className={styles.heading}>{texts.login.heading}</h1>
      <form className={styles.form} noValidate onSubmit={(event) => void signIn(event)}>
        <PasswordField
          ref={password}
          label={texts.password}
          labels={texts}
          name="password"
          autoComplete="current-password"
          required
          error={isMissing ? texts.login.missing : undefined}
          onChange={() => setMissing(false)}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.login.submit}
          </Button>
        </div>
      </form>
    </section>
  )
}

function dismiss(notice: number | undefined): void {
  if (notice !== undefined) dismissNotice(notice)
}
