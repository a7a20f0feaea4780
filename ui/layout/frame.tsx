import { useAtomValue } from 'jotai'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { Notices } from '../components/Notices.tsx'
import { uxConfigAtom } from '../state/ux-config.ts'
import { BottomBar } from './bottom-bar.tsx'
import * as styles from './frame.css.ts'
import { RouteAnnouncer } from './route-announcer.tsx'
import { texts } from './texts.ts'
import { TopBar } from './top-bar.tsx'

/** What every screen stands in: bars, the way back to the same place, and what is said. */
export function Frame() {
  const { denseTopBar, denseBottomBar } = useAtomValue(uxConfigAtom)
  const isLoading = useNavigation().state === 'loading'
  return (
    <>
      <a className={styles.skipLink} href="#content">
        {texts.skip}
      </a>
      <TopBar isDense={denseTopBar} />
      {isLoading && (
        <div className={styles.progress} role="progressbar" aria-label={texts.loading} />
      )}
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar isDense={denseBottomBar} />
      <Notices words={texts.notices} />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  )
}
