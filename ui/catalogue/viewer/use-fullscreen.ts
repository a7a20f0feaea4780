import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { isLoadFailure, showLoadFailure } from '../../kit/load-failures.ts'
import { notify } from '../../kit/state/notices.ts'
import type { Fullscreen } from './fullscreen.ts'
import type { Paging } from './paging.ts'
import { texts } from './texts.ts'

/** The dialog that shows public originals; its code is loaded on first use. */
export function useFullscreen(
  paging: Paging,
  button: RefObject<HTMLButtonElement | null>,
  hasLetterKeys: boolean,
) {
  const latest = useRef({ paging, hasLetterKeys })
  const dialog = useRef<Fullscreen | undefined>(undefined)
  const isOpening = useRef(false)

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
        photoAt: (position) => latest.current.paging.at(position),
        shownRendition,
        pictureOnPage,
        onPage: (shown) => {
          if (shown !== latest.current.paging.position) latest.current.paging.goTo(shown)
        },
        onClosed: () => {
          dialog.current = undefined
          button.current?.focus({ preventScroll: true })
        },
        hasLetterKeys: () => latest.current.hasLetterKeys,
      })
    } catch (error) {
      if (isLoadFailure(error)) {
        await showLoadFailure(error, 'the full-size view', () => void open({ isZoomed }))
        return
      }
      notify(texts.fullscreenFailed(error instanceof Error ? error.message : String(error)))
    } finally {
      isOpening.current = false
    }
  }
  return (options?: { isZoomed?: boolean }) => void open(options)
}

const pictureOnPage = () =>
  document.querySelector<HTMLElement>("[data-picture='current'] img") ?? undefined

/** The rendition that the page shows of the photo, otherwise a small one. */
function shownRendition({ fileName }: Photo): string {
  const image = [...document.querySelectorAll<HTMLImageElement>('[data-picture] img')].find(
    ({ currentSrc }) => currentSrc.includes(fileName),
  )
  return image?.currentSrc || `/api/resizes/${fileName}?w=400&f=webp`
}
