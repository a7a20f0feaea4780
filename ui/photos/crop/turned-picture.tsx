import type { CSSProperties } from 'react'
import { canvasSize } from '../../../src/contract/crop.ts'
import { altText } from '../../../src/contract/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import type { FullSize } from './state.ts'
import * as styles from './styles.css.ts'

type TurnedPictureProps = {
  photo: Photo
  full: FullSize
  /** Where the unedited photo is to be had. */
  address: string
  rotation: number
  onLoad: () => void
  onError: () => void
}

/** The unedited photo on the canvas that the server would turn it on, with its black corners. */
export function TurnedPicture(props: TurnedPictureProps) {
  const { photo, full, address, rotation, onLoad, onError } = props
  const size = canvasSize(full, rotation)
  const box = { '--ratio': size.width / size.height } as CSSProperties
  return (
    <div className={styles.canvas} style={box}>
      <img
        className={styles.picture}
        src={address}
        alt={altText(photo)}
        draggable={false}
        style={{
          width: `${(full.width * 100) / size.width}%`,
          height: `${(full.height * 100) / size.height}%`,
          transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
        }}
        onLoad={onLoad}
        onError={onError}
      />
    </div>
  )
}
