import { ownValue } from '../../../src/contract/own-value.ts'
import 'photoswipe/style.css'
import PhotoSwipe, { type SlideData } from 'photoswipe'
import { altText } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { keyName } from '../../kit/components/key-name.ts'
import { isAtScreenEdge } from '../../kit/components/screen-edge.ts'
import { addLayer } from '../../kit/navigation/layers.ts'
import * as styles from './fullscreen.css.ts'
import { texts } from './texts.ts'

type FullscreenParts = {
  readonly position: number
  readonly total: number
  /** The photo at a position; undefined while its page is loading. */
  readonly photoAt: (position: number) => Photo | undefined
  /** The URL of the rendition that the page shows, as a placeholder. */
  readonly shownRendition: (photo: Photo) => string
  /** The picture on the page that the opening animation starts from. */
  readonly pictureOnPage: () => HTMLElement | undefined
  readonly onPage: (position: number) => void
  readonly onClosed: () => void
  /** Whether to open zoomed in. */
  readonly isZoomed: boolean
  readonly hasLetterKeys: () => boolean
}

export type Fullscreen = {
  /** Fills slides whose photos have been loaded in the meantime. */
  readonly refresh: () => void
  readonly destroy: () => void
}

/** Zoom levels of a double tap and the largest one: at least the original's own pixels. */
const doubleTapZoom = (fit: number) => Math.max(1, fit * 2)
const largestZoom = (fit: number) => Math.max(2, fit * 4)
const zoomStep = 1.5

/** How far an arrow key pans the zoomed picture, as a share of the viewport. */
const panStep = 0.2
/** The direction that each arrow key pans to; the picture moves the other way. */
const panDirections: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const createDialog = (position: number): PhotoSwipe =>
  new PhotoSwipe({
    index: position,
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
    secondaryZoomLevel: ({ fit }) => doubleTapZoom(fit),
    maxZoomLevel: ({ fit }) => largestZoom(fit),
    closeTitle: texts.zoom.close,
    zoomTitle: texts.zoom.zoom,
    arrowPrevTitle: texts.previous,
    arrowNextTitle: texts.next,
    errorMsg: texts.zoom.error,
  })

/** Opens a dialog that shows the public originals, with zoom, pan and paging. */
export function openFullscreen(parts: FullscreenParts): Fullscreen {
  const dialog = createDialog(parts.position)
  const waiting = new Set<number>()

  dialog.addFilter('numItems', () => parts.total)
  dialog.addFilter('itemData', (_, index) => slideOf(index))
  dialog.addFilter('placeholderSrc', (_, { data }) => data.msrc ?? false)
  dialog.addFilter('thumbEl', (element) => (parts.pictureOnPage() ?? element) as HTMLElement)

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

  // Originals are large: load only the current one.
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
    if (parts.isZoomed) zoomTo(dialog, doubleTapZoom(dialog.currSlide?.zoomLevels.fit ?? 1))
  })
  dialog.on('keydown', (event) => {
    if (!handleKey(dialog, event.originalEvent, parts.hasLetterKeys)) return
    // PhotoSwipe would otherwise handle the key as well.
    event.preventDefault()
  })
  dialog.on('pointerDown', (event) => {
    const { pointerType, clientX } = event.originalEvent
    if (pointerType === 'touch' && isAtScreenEdge(clientX)) event.preventDefault()
  })
  // PhotoSwipe cannot be closed while it opens.
  const close = () => {
    if (dialog.opener.isOpen) dialog.close()
    else dialog.on('openingAnimationEnd', () => dialog.close())
  }
  const removeLayer = addLayer(close)
  dialog.on('close', removeLayer)
  dialog.on('destroy', () => {
    removeLayer()
    parts.onClosed()
  })
  dialog.init()

  return {
    refresh: () => {
      for (const index of waiting) {
        if (!parts.photoAt(index)) continue
        waiting.delete(index)
        dialog.refreshSlideContent(index)
      }
    },
    destroy: () => dialog.destroy(),
  }
}

type Slide = NonNullable<PhotoSwipe['currSlide']>

/** Pans, zooms or closes. @returns whether the key was used. */
function handleKey(
  dialog: PhotoSwipe,
  event: KeyboardEvent,
  hasLetterKeys: () => boolean,
): boolean {
  const slide = dialog.currSlide
  if (event.ctrlKey || event.metaKey || event.altKey || !slide) return false
  const key = keyName(event)
  const direction = ownValue(panDirections, key)
  if (direction) {
    // When the whole picture is visible, PhotoSwipe handles the key and pages.
    if (!isPannable(slide)) return false
    event.preventDefault()
    pan(dialog, direction, event.repeat)
    return true
  }
  if (!hasLetterKeys()) return false
  if (key === '+' || key === '=') zoomTo(dialog, slide.currZoomLevel * zoomStep)
  else if (key === '-') zoomTo(dialog, slide.currZoomLevel / zoomStep)
  else if (key === '0') zoomTo(dialog, slide.zoomLevels.initial)
  else if (key === 'f') dialog.close()
  else return false
  return true
}

/** Whether part of the picture is outside the viewport. */
const isPannable = ({ bounds: { min, max } }: Slide): boolean => min.x !== max.x || min.y !== max.y

/** Pans up to the picture's edge; steps are not animated while a key is held down. */
function pan(dialog: PhotoSwipe, direction: { x: number; y: number }, isHeld: boolean): void {
  const slide = dialog.currSlide
  if (!slide || dialog.mainScroll.isShifted()) return
  const { viewportSize } = dialog
  const to = (axis: 'x' | 'y') =>
    slide.bounds.correctPan(
      axis,
      Math.round(slide.pan[axis] - direction[axis] * panStep * viewportSize[axis]),
    )
  slide.pan.x = to('x')
  slide.pan.y = to('y')
  // Zooms to the current level, which also ends a zoom animation.
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
