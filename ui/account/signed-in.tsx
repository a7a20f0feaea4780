import { useState } from 'react'
import { api, unwrap } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { paths } from '../paths.ts'
import * as styles from './account.css.ts'
import { problemOf } from './problem.ts'
import { texts } from './texts.ts'

export function SignedIn({ name }: { name: string }) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const logOut = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await unwrap(api.logout.$get())
      location.assign(paths.home())
    } catch (error) {
      setBusy(false)
      setProblem(problemOf(error).message)
    }
  }

  return (
    <section className={styles.panel}>
      <h1 className={styles.heading}>{texts.signedIn.heading}</h1>
      <p className={styles.lead}>{texts.signedIn.as(name)}</p>
      <div className={styles.form}>
        <div className={styles.actions}>
          <Button isBusy={isBusy} onClick={() => void logOut()}>
            {texts.signedIn.logout}
          </Button>
          <a className={styles.link} href={paths.home()}>
            {texts.toPhotos}
          </a>
        </div>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </section>
  )
}
