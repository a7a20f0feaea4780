import { useRef, useState } from 'react'
import { coverSources, defaultCover } from '../../src/contract/tile.ts'
import { usePictureRetry } from '../components/use-picture-retry.ts'

type CoverPictureProps = {
  coverPic: string
  /** What the image is as wide as, for `sizes`. */
  sizes: string
  alt?: string
  isEager?: boolean
}

/**
 * An album's cover; while it cannot be loaded, the default cover.
 */
export function CoverPicture({ coverPic, sizes, alt = '', isEager = false }: CoverPictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [failures, setFailures] = useState(0)
  const sources = coverSources(coverPic)

  // Loaded out of sight: the default cover stays until it is there.
  usePictureRetry(image, failures, () => {
    // The default cover may have failed too.
    if (image.current?.naturalWidth === 0) image.current.src = defaultCover
    const probe = new Image()
    probe.onload = () => setFailures(0)
    probe.onerror = () => setFailures(failures + 1)
    probe.sizes = sizes
    probe.srcset = sources.srcSet ?? ''
    probe.src = sources.src
  })

  return (
    <img
      // Another element, so that the default cover's own failure is forgotten with it.
      key={failures > 0 ? 'default' : 'own'}
      ref={image}
      className="album-cover"
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      sizes={sizes}
      {...(failures > 0 ? { src: defaultCover } : sources)}
      width="1200"
      height="628"
      alt={alt}
      onError={() => setFailures((known) => known || 1)}
    />
  )
}
