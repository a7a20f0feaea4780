import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { thumbHashToRGBA } from 'thumbhash'
import { altText } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { pictureSources } from '../../../src/contract/photos/picture-sources.ts'
import { averageColour } from '../../../src/contract/photos/tile.ts'
import { ResponsiveImage } from '../../kit/components/ResponsiveImage.tsx'
import { useIsHydrated } from '../../kit/components/use-is-hydrated.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type PictureProps = {
  photo: Photo
  /** Whether the photo is shown; its neighbours are rendered invisibly. */
  isCurrent: boolean
  /** Called once the current picture is loaded, so that its neighbours can follow. */
  onReady: (photoId: string) => void
  onOpen: () => void
}

/** Delays before retries, in milliseconds: the server may be busy creating renditions. */
const retryDelays = [1500, 4000, 10_000]

/**
 * The photo in a box of its final size, which shows the thumbhash until the rendition is loaded.
 */
export function Picture({ photo, isCurrent, onReady, onOpen }: PictureProps) {
  const { id, width, height } = photo
  const canvas = useRef<HTMLCanvasElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  // Server-rendered pictures are visible while loading: without JavaScript nothing could show them.
  const isHydrated = useIsHydrated()
  const [isFromServer] = useState(!isHydrated)
  const [failures, setFailures] = useState(0)
  const { sizes, ...sources } = pictureSources(photo)

  useLayoutEffect(() => {
    if (canvas.current) paintPlaceholder(canvas.current, photo.thumbhash)
    if (image.current?.complete && image.current.naturalWidth > 0) setLoaded(true)
  }, [photo.thumbhash])

  useEffect(() => {
    if (isCurrent && isLoaded) onReady(id)
    // Neighbours are decoded ahead, so that paging shows them in the next frame.
    if (!isCurrent && isLoaded) image.current?.decode().catch(() => undefined)
  }, [isCurrent, isLoaded, id, onReady])

  const retry = () => {
    const delay = retryDelays[failures]
    if (delay === undefined) setFailures(failures + 1)
    else setTimeout(() => setFailures(failures + 1), delay)
  }
  const hasFailed = failures > retryDelays.length
  const box = {
    '--width': width,
    '--height': height,
    backgroundColor: averageColour(photo.thumbhash),
  } as CSSProperties

  return (
    <a
      className={styles.picture}
      style={isCurrent ? { ...box, viewTransitionName: 'photo' } : box}
      href={`/api/images/${photo.fileName}`}
      tabIndex={-1}
      data-picture={isCurrent ? 'current' : 'neighbour'}
      data-loading={isCurrent && !isLoaded && !hasFailed && !isFromServer}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
      draggable={false}
    >
      <canvas ref={canvas} className={styles.placeholder} />
      <ResponsiveImage
        key={failures}
        ref={image}
        className={styles.image}
        sources={sources}
        sizes={sizes}
        width={width}
        height={height}
        alt={altText(photo)}
        fetchPriority={isCurrent ? 'high' : 'low'}
        draggable={false}
        data-loaded={isLoaded || (isFromServer && failures === 0)}
        onLoad={() => setLoaded(true)}
        onError={retry}
      />
      {hasFailed && isCurrent && (
        <span className={styles.failure} role="alert">
          {texts.pictureFailed}
        </span>
      )}
    </a>
  )
}

/** Paints the thumbhash at its own few pixels; CSS stretches the canvas. */
function paintPlaceholder(canvas: HTMLCanvasElement, thumbhash: string): void {
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
  const { w, h, rgba } = thumbHashToRGBA(bytes)
  canvas.width = w
  canvas.height = h
  const context = canvas.getContext('2d')
  context?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0)
}
