import 'photoswipe/style.css'
import PhotoSwipe, { type SlideData } from 'photoswipe'
import { altText } from '../../../src/contract/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import * as styles from './fullscreen.css.ts'
import { texts } from './texts.ts'

type FullscreenParts = {
  readonly position: number
  readonly total: number
  /** The photo at a position; undefined while its page is loading. */
  readonly photoAt: (position: number) => Photo | undefined
  /** The address of the rendition on the wall, as a placeholder. */
  readonly shownRendition: (photo: Photo) => string
  /** The picture on the wall that the dialog grows out of. */
  readonly pictureOnWall: () => HTMLElement | undefined
  /** Called when another photo is shown. */
  readonly onPage: (position: number) => void
  readonly onClosed: () => void
  /** Opens zoomed in. */
  readonly isZoomed: boolean
  readonly hasLetterKeys: () => boolean
}

/** An open dialog. */
export type Fullscreen = {
  /** Shows slides whose photos have been loaded meanwhile. */
  readonly refresh: () => void
  readonly close: () => void
  readonly destroy: () => void
}

/** The zoom of a double tap, and the largest one: never less than the original's pixels. */
const closeUp = (fit: number) => Math.max(1, fit * 2)
const closest = (fit: number) => Math.max(2, fit * 4)
const keyStep = 1.5

/** How far an arrow key moves the zoomed picture, in screens. */
const panStep = 0.2
/** The direction of each arrow key; the picture moves the other way. */
const looks: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Opens the dialog that shows public originals, with zoom, pan and paging. */
export function openFullscreen(parts: FullscreenParts): Fullscreen {
  const dialog = new PhotoSwipe({
    index: parts.position,
    dataSource: [],
    loop: false,
    mainClass: styles.dialog,
    bgOpacity: 1,
    wheelToZoom: true,
    // When zoomed in, dragging pans and never pages.
    allowPanToNext: false,
    returnFocus: false,
    bgClickAction: 'toggle-controls',
    clickToCloseNonZoomable: false,
    imageClickAction: 'zoom',
    secondaryZoomLevel: ({ fit }) => closeUp(fit),
    maxZoomLevel: ({ fit }) => closest(fit),
    closeTitle: texts.zoom.close,
    zoomTitle: texts.zoom.zoom,
    arrowPrevTitle: texts.previous,
    arrowNextTitle: texts.next,
    errorMsg: texts.zoom.error,
  })
  const waiting = new Set<number>()

  dialog.addFilter('numItems', () => parts.total)
  dialog.addFilter('itemData', (_, index) => slideOf(index))
  dialog.addFilter('placeholderSrc', (_, { data }) => data.msrc ?? false)
  dialog.addFilter('thumbEl', (element) => (parts.pictureOnWall() ?? element) as HTMLElement)

  const slideOf = (index: number): SlideData => {
    const photo = parts.photoAt(index)
    if (!photo) {
      waiting.add(index)
      return { html: '' }
    }
    return {
      src: `/api/images/${photo.fileName}`,
      msrc: parts.shownRendition(photo),
      width: photo.width,
      height: photo.height,
      alt: altText(photo),
    }
  }

  // Originals are large: only that of the photo on the screen is loaded.
  dialog.on('contentLoadImage', (event) => {
    if (event.content.index !== dialog.currIndex) event.preventDefault()
  })
  dialog.on('change', () => {
    const content = dialog.currSlide?.content
    if (content?.isImageContent() && content.state === 'idle') content.loadImage(false)
    parts.onPage(dialog.currIndex)
  })

  dialog.on('firstUpdate', () => dialog.element?.setAttribute('aria-label', texts.zoom.dialog))
  dialog.on('openingAnimationEnd', () => {
    if (parts.isZoomed) zoomTo(dialog, closeUp(dialog.currSlide?.zoomLevels.fit ?? 1))
  })
  dialog.on('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event.originalEvent
    const slide = dialog.currSlide
    if (ctrlKey || metaKey || altKey || !slide) return
    const look = looks[key]
    if (look) {
      // When all of the picture is on the screen, the key pages.
      if (!hasMore(slide)) return
      event.preventDefault()
      event.originalEvent.preventDefault()
      pan(dialog, look, repeat)
      return
    }
    if (!parts.hasLetterKeys()) return
    if (key === '+' || key === '=') zoomTo(dialog, slide.currZoomLevel * keyStep)
    else if (key === '-') zoomTo(dialog, slide.currZoomLevel / keyStep)
    else if (key === '0') zoomTo(dialog, slide.zoomLevels.initial)
    else if (key === 'f' || key === 'F') dialog.close()
    else return
    event.preventDefault()
  })
  dialog.on('destroy', parts.onClosed)
  dialog.init()

  return {
    refresh: () => {
      for (const index of waiting) {
        if (!parts.photoAt(index)) continue
        waiting.delete(index)
        dialog.refreshSlideContent(index)
      }
    },
    close: () => {
      // PhotoSwipe cannot be closed while it opens.
      if (dialog.opener.isOpen) dialog.close()
      else dialog.on('openingAnimationEnd', () => dialog.close())
    },
    destroy: () => dialog.destroy(),
  }
}

type Slide = NonNullable<PhotoSwipe['currSlide']>

/** Whether part of the picture is off the screen. */
const hasMore = ({ bounds: { min, max } }: Slide): boolean => min.x !== max.x || min.y !== max.y

/** Moves the picture, at most to its edge; while a key is held down, without animating each step. */
function pan(dialog: PhotoSwipe, look: { x: number; y: number }, isHeld: boolean): void {
  const slide = dialog.currSlide
  if (!slide || dialog.mainScroll.isShifted()) return
  const { viewportSize } = dialog
  const to = (axis: 'x' | 'y') =>
    slide.bounds.correctPan(
      axis,
      Math.round(slide.pan[axis] - look[axis] * panStep * viewportSize[axis]),
    )
  slide.pan.x = to('x')
  slide.pan.y = to('y')
  // To its present size: this also ends a zoom that is still animating.
  zoomTo(dialog, slide.currZoomLevel, isHeld ? false : undefined)
}

const movementMs = 260

function zoomTo(dialog: PhotoSwipe, level: number, durationMs: number | false = movementMs): void {
  const slide = dialog.currSlide
  if (!slide?.isZoomable()) return
  const { min, max, initial } = slide.zoomLevels
  const bounded = Math.min(max, Math.max(Math.min(min, initial), level))
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? false : durationMs
  dialog.zoomTo(bounded, undefined, duration)
}
