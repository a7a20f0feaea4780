import { useRef, useState } from 'react'
import { coverSources, defaultCover, isPortraitCover } from '../../../catalogue/albums/covers.ts'
import { ResponsiveImage } from '../../../kit/components/ResponsiveImage.tsx'
import { usePictureRetry } from '../../../kit/components/use-picture-retry.ts'
import * as styles from './cover-picture.css.ts'

type CoverPictureProps = {
  className?: string
  coverPic: string
  sizes: string
  alt?: string
  isEager?: boolean
}

/** An album's cover; the default cover if it cannot be loaded. */
export function CoverPicture(props: CoverPictureProps) {
  const { className = '', coverPic, sizes, alt = '', isEager = false } = props
  const look = isPortraitCover(coverPic) ? styles.portraitCover : styles.cover
  const image = useRef<HTMLImageElement>(null)
  const [failures, setFailures] = useState(0)
  const sources = coverSources(coverPic)

  // Retries load it in the background: the default cover stays until then.
  usePictureRetry(image, failures, () => {
    // The default cover may have failed too.
    if (image.current?.naturalWidth === 0) image.current.src = defaultCover
    const probe = new Image()
    probe.onload = () => setFailures(0)
    probe.onerror = () => setFailures(failures + 1)
    probe.sizes = sizes
    // A lone image cannot choose a format; every browser that runs this script supports the modern.
    probe.srcset = sources.modern?.srcSet ?? ''
    probe.src = sources.src
  })

  return (
    <ResponsiveImage
      // A new element, which also resets a failure of the default cover.
      key={failures > 0 ? 'default' : 'own'}
      ref={image}
      className={`${look} ${className}`.trim()}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      sizes={sizes}
      sources={failures > 0 ? { src: defaultCover } : sources}
      width="1200"
      height="628"
      alt={alt}
      onError={() => setFailures((known) => known || 1)}
    />
  )
}
