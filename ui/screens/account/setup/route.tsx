import { useEffect, useState } from 'react'
import { EmptyState } from '../../../kit/components/EmptyState.tsx'
import { initialData } from '../../../kit/initial-data.ts'
import { paths } from '../../../kit/paths.ts'
import { texts } from '../texts.ts'
import { SetupForm } from './setup-form.tsx'

export function Component() {
  return (
    <SetupScreen isClaimed={initialData().isClaimed === true} firstSecret={takeSetupSecret()} />
  )
}

type SetupScreenProps = {
  isClaimed: boolean
  firstSecret: string | undefined
}

/** The page that the setup link opens. */
function SetupScreen({ isClaimed, firstSecret }: SetupScreenProps) {
  const [secret, setSecret] = useState(firstSecret)

  // Pasting the link into a tab that already shows this screen does not reload the page.
  useEffect(() => {
    const onHash = () => setSecret((current) => takeSetupSecret() ?? current)
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])

  if (isClaimed) {
    const { heading, text, link } = texts.setup.claimed
    return (
      <EmptyState heading={heading} text={text}>
        <p>
          <a href={paths.account()}>{link}</a>
        </p>
      </EmptyState>
    )
  }
  if (secret === undefined) {
    return <EmptyState {...texts.setup.noSecret} />
  }
  return <SetupForm secret={secret} />
}

/**
 * The secret in the setup link's fragment, or undefined. It is removed from the address bar and the
 * history, where others could read it, and kept in memory only.
 */
function takeSetupSecret(): string | undefined {
  const secret = location.hash.slice(1)
  if (secret === '') return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}
