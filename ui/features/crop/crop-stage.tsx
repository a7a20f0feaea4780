import 'react-image-crop/dist/ReactCrop.css'
import { type CSSProperties, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type PercentCrop, type PixelCrop, ReactCrop } from 'react-image-crop'
import { canvasSize, cropAspects, type Rect } from '../../../src/contract/photos/crop.ts'
import { altText } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { Button } from '../../kit/components/Button.tsx'
import { type CropState, type FullSize, toEdit } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { previewAddress, uneditedAddress } from './use-cropper.ts'

/** A drawn crop smaller than this, in CSS pixels, is ignored. */
const smallestDrawn = 8

type CropStageProps = {
  photo: Photo
  full: FullSize
  state: CropState
  isPreview: boolean
  isBusy: boolean
  onCrop: (crop: Rect | undefined) => void
}

/** The photo with its crop area, or the server's preview of the result. */
export function CropStage(props: CropStageProps) {
  const { photo, full, state, isPreview, isBusy, onCrop } = props
  const edit = toEdit(state, full)
  // The address at the time of opening: saving changes the file name.
  const [unedited] = useState(() => uneditedAddress(photo))
  const address = isPreview ? previewAddress(photo, edit) : unedited
  const picture = useImageLoading(address)
  const { rotation, aspect, crop } = state
  const ratio = cropAspects[aspect]

  /** Whether a first crop is being drawn. */
  const isFirst = useRef(false)
  // Rendered synchronously: the cropper continues from its props, even after a quick movement.
  const draw = (pixels: PixelCrop, percent: PercentCrop) => {
    if (crop && isTooSmall(pixels) && isSmallerIn(percent, crop)) return
    flushSync(() => onCrop(percent))
    // Set afterwards: the cropper reports a first crop as complete as soon as it is rendered.
    if (!crop) isFirst.current = true
  }
  const finish = (pixels: PixelCrop) => {
    if (isFirst.current && isTooSmall(pixels)) onCrop(undefined)
    isFirst.current = false
  }

  return (
    <div className={styles.stage}>
      <div className={styles.room}>
        {isPreview ? (
          <img
            key={picture.key}
            className={styles.preview}
            src={address}
            alt={altText(photo)}
            style={{ '--ratio': edit.width / edit.height } as CSSProperties}
            onLoad={picture.onLoad}
            onError={picture.onError}
          />
        ) : (
          <ReactCrop
            className={styles.cropper}
            {...(crop && { crop: { unit: '%', ...crop } })}
            {...(ratio && { aspect: ratio })}
            ruleOfThirds
            disabled={isBusy}
            ariaLabels={texts.handles}
            onChange={draw}
            onComplete={finish}
          >
            <RotatedPicture
              key={picture.key}
              photo={photo}
              full={full}
              address={address}
              rotation={rotation}
              onLoad={picture.onLoad}
              onError={picture.onError}
            />
          </ReactCrop>
        )}
      </div>
      {picture.hasFailed && (
        <div className={styles.failure} role="alert">
          {isPreview ? texts.previewFailed : texts.pictureFailed}
          <Button onClick={picture.retry}>{texts.retry}</Button>
        </div>
      )}
      {(isBusy || picture.isLoading) && (
        <div className={styles.waiting} role="progressbar" aria-label={texts.rendering} />
      )}
    </div>
  )
}

type RotatedPictureProps = {
  photo: Photo
  full: FullSize
  address: string
  rotation: number
  onLoad: () => void
  onError: () => void
}

/** The unedited photo on the rotated canvas with black corners, as the server renders it. */
function RotatedPicture(props: RotatedPictureProps) {
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

const isTooSmall = ({ width, height }: PixelCrop): boolean =>
  width < smallestDrawn || height < smallestDrawn

/** A small crop area can still be moved and enlarged. */
const isSmallerIn = (next: PercentCrop, crop: Rect): boolean =>
  next.width < crop.width || next.height < crop.height

/** The loading state of an image; starts over with another address. */
function useImageLoading(address: string) {
  const [loaded, setLoaded] = useState('')
  const [failed, setFailed] = useState('')
  const [attempt, setAttempt] = useState(0)
  const hasFailed = failed === address
  return {
    key: `${address} ${attempt}`,
    isLoading: loaded !== address && !hasFailed,
    hasFailed,
    onLoad: () => setLoaded(address),
    onError: () => setFailed(address),
    retry: () => {
      setFailed('')
      setAttempt(attempt + 1)
    },
  }
}
