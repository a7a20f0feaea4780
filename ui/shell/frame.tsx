import { useAtomValue } from 'jotai'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { FilterPanelPlace } from '../features/filter/filter-button.tsx'
import { Notices } from '../kit/components/Notices.tsx'
import { repeatEarlyClick, repeatEarlyPictureEvents, takeEarlyKeys } from '../kit/early-input.ts'
import { markHydrated } from '../kit/hydrated.ts'
import { RouteAnnouncer } from '../kit/layout/page-title.tsx'
import { historyEntryKey, scrollStorageKey } from '../kit/navigation/scroll-positions.ts'
import { useAddressedScreen } from '../kit/navigation/view-transitions.ts'
import { shownUxConfigAtom } from '../kit/state/ux-config.ts'
import { BottomBar } from './bottom-bar.tsx'
import * as styles from './frame.css.ts'
import { texts } from './texts.ts'
import { TopBar } from './top-bar.tsx'

/** Around every screen: bars, notices, scroll restoration. */
export function Frame() {
  const { denseTopBar, denseBottomBar } = useAtomValue(shownUxConfigAtom)
  const isLoading = useNavigation().state === 'loading'
  const content = useRef<HTMLElement>(null)
  // The first screen has handled early key presses by now; drop the rest.
  useEffect(() => {
    takeEarlyKeys()
    repeatEarlyClick()
  }, [])
  useEffect(repeatEarlyPictureEvents, [])
  // Tests wait for this attribute.
  useEffect(() => {
    markHydrated()
    document.documentElement.dataset.hydrated = 'true'
  }, [])
  useAddressedScreen()

  // A fragment in the address would add a history entry.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    content.current?.focus({ preventScroll: true })
    content.current?.scrollIntoView()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it links to an element on this page */}
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
      <FilterPanelPlace />
      <BottomBar isDense={denseBottomBar} />
      <Notices labels={texts.notices} />
      <RouteAnnouncer />
      <ScrollRestoration getKey={historyEntryKey} storageKey={scrollStorageKey} />
    </>
  )
}
