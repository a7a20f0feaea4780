import { Outlet, useLocation } from 'react-router'
import { ownValue } from '../../src/contract/own-value.ts'
import { EmptyState } from '../kit/components/EmptyState.tsx'
import { useIsHydrated } from '../kit/components/use-is-hydrated.ts'
import * as styles from './frame.css.ts'
import { texts } from './texts.ts'

/** For screens that need JavaScript: the server renders a message, and 'Loading…' with JavaScript. */
export function NeedsJavaScript() {
  const isHydrated = useIsHydrated()
  const { pathname } = useLocation()
  if (isHydrated) return <Outlet />
  const { headings, text } = texts.needsJavaScript
  const name = pathname.split('/')[1] ?? ''
  return (
    <>
      <noscript>
        <EmptyState heading={ownValue(headings, name)} text={text} />
      </noscript>
      <p className={styles.starting}>{texts.starting}</p>
    </>
  )
}
