import { useAtomValue } from 'jotai'
import { ListChecks } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { AfterHydration } from '../../kit/components/AfterHydration.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { listTool, toolLabel } from '../../kit/components/list-tools.css.ts'
import { store } from '../../kit/state/store.ts'
import { listenForSelecting } from './gestures.ts'
import { selectPlaceAtom } from './select-place.ts'
import { keepOnly, selectionAtom, shownPhotosAtom, startSelecting, stopSelecting } from './state.ts'
import { texts } from './texts.ts'

const SelectionBar = lazyWithRetry(async () => (await import('./selection-bar.tsx')).SelectionBar, {
  part: 'the tools for selected photos',
})

type SelectionProps = { pages: readonly (readonly Photo[])[] }

/** Lets the owner select photos of a grid: the tool that starts it, the gestures and the bar. */
export function Selection({ pages }: SelectionProps): ReactNode {
  const shown = useMemo(() => pages.flat(), [pages])
  const isSelecting = useAtomValue(selectionAtom) !== undefined
  useLayoutEffect(() => {
    store.set(shownPhotosAtom, shown)
    keepOnly(shown)
  }, [shown])
  useEffect(listenForSelecting, [])
  useEffect(() => stopSelecting, [])
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-selecting', isSelecting)
    return () => document.documentElement.removeAttribute('data-selecting')
  }, [isSelecting])
  return (
    <>
      <SelectTool isSelecting={isSelecting} />
      {isSelecting && (
        <AfterHydration>
          <SelectionBar />
        </AfterHydration>
      )}
    </>
  )
}

/** In the row of the list's tools, which keeps a place for it. */
function SelectTool({ isSelecting }: { isSelecting: boolean }) {
  const place = useAtomValue(selectPlaceAtom)
  if (!place) return null
  const press = () => (isSelecting ? stopSelecting() : startSelecting())
  return createPortal(
    <button
      type="button"
      className={listTool}
      title={texts.selectLabel}
      aria-label={texts.selectLabel}
      aria-pressed={isSelecting}
      onClick={press}
    >
      <ListChecks aria-hidden="true" size={18} strokeWidth={1.6} />
      <span className={toolLabel}>{texts.select}</span>
    </button>,
    place,
  )
}
