import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import type { Photo } from '../../../src/contract/photos.ts'
import { isLoadFailure, showLoadFailure } from '../../load-failures.ts'
import { notify } from '../../state/notices.ts'
import type { Fullscreen } from './fullscreen.ts'
import type { Paging } from './paging.ts'
import { texts } from './texts.ts'

/** The dialog that shows public originals; its code is loaded with the first opening. */
export function useFullscreen(
  paging: Paging,
  button: RefObject<HTMLButtonElement | null>,
  hasLetterKeys: boolean,
) {
  const latest = useRef({ paging, hasLetterKeys })
  const dialog = useRef<Fullscreen | undefined>(undefined)
  const isOpening = useRef(false)
  const [isOpen, setOpen] = useState(false)

  useLayoutEffect(() => {
    latest.current = { paging, hasLetterKeys }
    dialog.current?.refresh()
  })
  useEffect(() => () => dialog.current?.destroy(), [])

  const open = async ({ isZoomed = false } = {}) => {
    if (dialog.current || isOpening.current) return
    isOpening.current = true
    try {
      const { openFullscreen } = await import('./fullscreen.ts')
      const { position, total } = latest.current.paging
      dialog.current = openFullscreen({
        position,
        total,
        isZoomed,
        photoAt: (place) => latest.current.paging.at(place),
        shownRendition,
        pictureOnWall,
        onPage: (place) => {
          if (place !== latest.current.paging.position) latest.current.paging.goTo(place)
        },
        onClosed: () => {
          dialog.current = undefined
          setOpen(false)
          button.current?.focus({ preventScroll: true })
        },
        hasLetterKeys: () => latest.current.hasLetterKeys,
      })
      setOpen(true)
    } catch (error) {
      if (isLoadFailure(error)) {
        await showLoadFailure(error)
        return
      }
      notify(texts.fullscreenFailed(error instanceof Error ? error.message : String(error)))
    } finally {
      isOpening.current = false
    }
  }
  return {
    isOpen,
    open: (options?: { isZoomed?: boolean }) => void open(options),
    close: () => dialog.current?.close(),
  }
}

const pictureOnWall = () =>
  document.querySelector<HTMLElement>("[data-picture='current'] img") ?? undefined

/** The rendition on the wall if the photo is there, otherwise the smallest one. */
function shownRendition({ fileName }: Photo): string {
  const image = [...document.querySelectorAll<HTMLImageElement>('[data-picture] img')].find(
    ({ currentSrc }) => currentSrc.includes(fileName),
  )
  return image?.currentSrc || `/api/resizes/${fileName}?w=400`
}

/** While this is rendered, going back closes the fullscreen view instead, as phones do it. */
export function BackCloses({ onBack }: { onBack: () => void }) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  const isAsked = blocker.state === 'blocked'
  useEffect(() => {
    if (!isAsked) return
    blocker.reset()
    onBack()
  }, [isAsked, blocker, onBack])
  return null
}
