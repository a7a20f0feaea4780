import type { ReactNode, RefObject } from 'react'
import { Button } from '../components/Button.tsx'
import { waitingText } from '../components/text.css.ts'
import * as account from './styles.css.ts'
import { texts } from './texts.ts'

type SettingsScreenProps = {
  title: string
  lead: ReactNode
  /** For screens that move the focus to their heading. */
  heading?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** A screen of the account, with its heading and what it is for. */
export function SettingsScreen({ title, lead, heading, children }: SettingsScreenProps) {
  return (
    <>
      <h1 className={account.heading} ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h1>
      <p className={account.lead}>{lead}</p>
      {children}
    </>
  )
}

type LoadStateProps = {
  isLoaded: boolean
  /** Why it could not be loaded or refreshed. */
  problem: string | undefined
  onRetry?: () => Promise<void>
  /** Shown while it is loading. */
  loading?: string
  /** Where a screen's own differ. */
  styles?: {
    readonly failure?: string
    /** Of the sentence in it. */
    readonly problem?: string
    readonly waiting?: string
  }
}

/** In place of a screen's content until it is loaded; above it if it could not be refreshed. */
export function LoadState(props: LoadStateProps) {
  const { isLoaded, problem, onRetry, loading = texts.loading, styles = {} } = props
  if (problem === undefined) {
    return !isLoaded && <p className={styles.waiting ?? waitingText}>{loading}</p>
  }
  return (
    <div className={styles.failure ?? account.failure} role="alert">
      <p className={styles.problem ?? account.problem}>{problem}</p>
      {onRetry && (
        <div className={account.actions}>
          <Button onClick={() => void onRetry()}>{texts.tryAgain}</Button>
        </div>
      )}
    </div>
  )
}
