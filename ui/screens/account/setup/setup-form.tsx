import { type SubmitEvent, useState } from 'react'
import { limits } from '../../../../src/contract/limits.ts'
import { passwordMinLength } from '../../../../src/contract/people/passwords.ts'
import * as styles from '../../../kit/account/styles.css.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { PasswordField } from '../../../kit/components/PasswordField.tsx'
import { TextArea, TextField } from '../../../kit/components/TextField.tsx'
import { type Problem, problemOf, useProblem } from '../../../kit/components/use-problem.ts'
import { paths } from '../../../kit/paths.ts'
import { texts } from '../texts.ts'

const fields = ['password', 'name', 'bio'] as const
type Field = (typeof fields)[number]

/** Sets the owner's password, name and bio. */
export function SetupForm({ secret }: { secret: string }) {
  const [isBusy, setBusy] = useState(false)
  const { form, setProblem, errorOf, general, focusOn } = useProblem(fields)

  const refuse = (problem: Problem) => {
    setProblem(problem)
    focusOn(problem.field)
  }

  const claim = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const entered = new FormData(event.currentTarget)
    const textOf = (field: Field) => String(entered.get(field) ?? '')
    const password = textOf('password')
    if (password.length < passwordMinLength) {
      refuse({ field: 'password', message: texts.setup.passwordTooShort })
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const json = { secret, password, name: textOf('name'), bio: textOf('bio') }
      await unwrap(api.setup.$post({ json }))
      location.assign(paths.home())
    } catch (error) {
      setBusy(false)
      refuse(problemOf(error))
    }
  }

  return (
    <section className={styles.panel}>
      <h1 className={styles.heading}>{texts.setup.heading}</h1>
      <p className={styles.lead}>{texts.setup.lead}</p>
      <form className={styles.form} ref={form} noValidate onSubmit={(event) => void claim(event)}>
        <PasswordField
          label={texts.password}
          labels={texts}
          hint={texts.setup.passwordHint}
          error={errorOf('password')}
          name="password"
          autoComplete="new-password"
          required
        />
        <TextField
          label={texts.setup.name}
          hint={texts.setup.nameHint}
          error={errorOf('name')}
          name="name"
          dir="auto"
          autoComplete="name"
          maxLength={limits.ownerName}
        />
        <TextArea
          label={texts.setup.bio}
          hint={texts.setup.bioHint}
          error={errorOf('bio')}
          name="bio"
          dir="auto"
          rows={4}
          maxLength={limits.bio}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.setup.submit}
          </Button>
        </div>
        {general && (
          <p className={styles.problem} role="alert">
            {general}
          </p>
        )}
      </form>
    </section>
  )
}
