import { useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import { texts } from '../texts.ts'
import { SetupForm } from './setup-form.tsx'
import { takeSetupSecret } from './setup-secret.ts'

type SetupScreenProps = {
  isClaimed: boolean
  /** The secret that the page was opened with. */
  firstSecret: string | undefined
}

/** /setup: where the first-start link leads. */
export function SetupScreen({ isClaimed, firstSecret }: SetupScreenProps) {
  const [secret, setSecret] = useState(firstSecret)

  // The link may be pasted into a tab that shows this screen already: then nothing is loaded anew.
  useEffect(() => {
    const onHash = () => setSecret((present) => takeSetupSecret() ?? present)
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])

  if (isClaimed) {
    const { heading, text, link } = texts.setup.claimed
    return (
      <section className="notice">
        <h1>{heading}</h1>
        <p>{text}</p>
        <p>
          <a href={paths.account()}>{link}</a>
        </p>
      </section>
    )
  }
  if (secret === undefined) {
    const { heading, text } = texts.setup.noSecret
    return (
      <section className="notice">
        <h1>{heading}</h1>
        <p>{text}</p>
      </section>
    )
  }
  return <SetupForm secret={secret} />
}
