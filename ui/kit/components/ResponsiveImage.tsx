import { type ComponentProps, useState } from 'react'
import type { PictureAddresses } from '../../../src/contract/photos/picture-formats.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

type ResponsiveImageProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  sources: PictureAddresses
}

/**
 * An image in the modern format if the browser supports it. Safari loads an `<img>`'s own address
 * before React puts it into the `<picture>`, so one made in the browser has its JPEG in a `<source>`.
 */
export function ResponsiveImage({ sources, ...attributes }: ResponsiveImageProps) {
  const isHydrated = useIsHydrated()
  const [isFromServer] = useState(!isHydrated)
  const { modern, ...jpeg } = sources
  const { sizes } = attributes
  const hasAddress = isFromServer || !modern
  // The address last: attributes are set in the order given here, and `loading` must precede it.
  // biome-ignore lint/a11y/useAltText: it is among the attributes.
  const image = <img {...attributes} {...(hasAddress && jpeg)} />
  if (!modern) return image
  return (
    <picture>
      <source {...modern} sizes={sizes} />
      {!hasAddress && <source srcSet={jpeg.srcSet ?? jpeg.src} sizes={sizes} />}
      {image}
    </picture>
  )
}
