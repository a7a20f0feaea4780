import { useAtomValue } from 'jotai'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { Notices } from '../components/Notices.tsx'
import { takeEarlyKeys } from '../early-keys.ts'
import { repeatEarlyPictureEvents } from '../early-pictures.ts'
import { markHydrated } from '../hydrated.ts'
import { entryName, scrollStorage } from '../navigation/scroll-places.ts'
import { useAddressedScreen } from '../navigation/view-transitions.ts'
import { shownUxConfigAtom } from '../state/ux-config.ts'
import { BottomBar } from './bottom-bar.tsx'
import * as styles from './frame.css.ts'
import { RouteAnnouncer } from './page-title.tsx'
import { texts } from './texts.ts'
import { TopBar } from './top-bar.tsx'

/** What every screen stands in: bars, the way back to the same place, and what is said. */
export function Frame() {
  const { denseTopBar, denseBottomBar } = useAtomValue(shownUxConfigAtom)
  const isLoading = useNavigation().state === 'loading'
  const content = useRef<HTMLElement>(null)
  // Of screens that listen to keys, the first has taken them by now; no other is meant by them.
  useEffect(() => void takeEarlyKeys(), [])
  useEffect(repeatEarlyPictureEvents, [])
  // Says that the page is interactive; tests wait for it.
  useEffect(() => {
    markHydrated()
    document.documentElement.dataset.hydrated = 'true'
  }, [])
  useAddressedScreen()

  // The address stays as it is: a fragment in it would be one more place to go back through.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    content.current?.focus({ preventScroll: true })
    content.current?.scrollIntoView()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page */}
      <a className={styles.skipLink} href="#content" onClick={skip}>
        {texts.skip}
      </a>
      <TopBar isDense={denseTopBar} />
      <main id="content" ref={content} tabIndex={-1}>
        {isLoading && (
          <div className={styles.progress} role="progressbar" aria-label={texts.loading} />
        )}
        <Outlet />
      </main>
      <BottomBar isDense={denseBottomBar} />
      <Notices labels={texts.notices} />
      <RouteAnnouncer />
      <ScrollRestoration getKey={entryName} storageKey={scrollStorage} />
    </>
  )
}
