import { ImageIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { tileSources } from '../../../../src/contract/photos/tile.ts'
import { Link } from '../../../kit/components/Link.tsx'
import { ResponsiveImage } from '../../../kit/components/ResponsiveImage.tsx'
import { paths } from '../../../kit/paths.ts'
import * as styles from './styles.css.ts'
import type { UploadState } from './upload.ts'

/** A preview of the file, or the server's thumbnail once uploaded. */
export function UploadThumb({ file, state }: { file: File; state: UploadState }) {
  const picture =
    state.stage === 'done' || state.stage === 'replaced' ? (
      <ResponsiveImage
        className={styles.thumbImage}
        sources={tileSources(state)}
        sizes="48px"
        alt=""
        width={48}
        height={48}
        loading="lazy"
      />
    ) : (
      <FilePicture file={file} />
    )
  const photoId = 'photoId' in state ? state.photoId : undefined
  if (!photoId) return <span className={styles.thumb}>{picture}</span>
  return (
    // Keyboards and screen readers use the same link on the name beside it.
    <Link className={styles.thumb} to={paths.photo(photoId)} tabIndex={-1} aria-hidden="true">
      {picture}
    </Link>
  )
}

/** Loaded only when visible: a full-size photo takes a tenth of a second to decode. */
function FilePicture({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null)
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    const element = image.current
    if (!element) return
    let address: string | undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      address = URL.createObjectURL(file)
      element.src = address
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      if (address) URL.revokeObjectURL(address)
    }
  }, [file])

  if (isBroken) return <ImageIcon aria-hidden="true" size={20} strokeWidth={1.6} />
  return (
    <img
      className={styles.fileImage}
      ref={image}
      alt=""
      width={48}
      height={48}
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
