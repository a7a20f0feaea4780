import { useState } from 'react'
import { coverSources, defaultCover } from '../../src/contract/tile.ts'

type CoverPictureProps = {
  coverPic: string
  /** What the image is as wide as, for `sizes`. */
  sizes: string
  alt?: string
  isEager?: boolean
}

/** An album's cover in its box; one that does not come gives way to the default cover. */
export function CoverPicture({ coverPic, sizes, alt = '', isEager = false }: CoverPictureProps) {
  const [isBroken, setBroken] = useState(false)
  return (
    <img
      className="album-cover"
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      sizes={sizes}
      {...(isBroken ? { src: defaultCover } : coverSources(coverPic))}
      width="1200"
      height="628"
      alt={alt}
      onError={() => setBroken(true)}
    />
  )
}
