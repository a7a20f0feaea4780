import 'react-image-crop/dist/ReactCrop.css'
import { type CSSProperties, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type PercentCrop, type PixelCrop, ReactCrop } from 'react-image-crop'
import { canvasSize, cropAspects, type Rect } from '../../../src/contract/crop.ts'
import { altText } from '../../../src/contract/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import { Button } from '../../components/Button.tsx'
import { type CropState, type FullSize, toEdit } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { previewAddress, uneditedAddress } from './use-cropper.ts'

/** Drawing a crop smaller than this, in CSS pixels, keeps the one before. */
const smallestDrawn = 8

type CropStageProps = {
  photo: Photo
  full: FullSize
  state: CropState
  isPreview: boolean
  isBusy: boolean
  onCrop: (crop: Rect | undefined) => void
}

/** The picture with its crop, or the server's preview of the result. */
export function CropStage(props: CropStageProps) {
  const { photo, full, state, isPreview, isBusy, onCrop } = props
  const edit = toEdit(state, full)
  // As it was when the dialog opened: saving changes the file name.
  const [unedited] = useState(() => uneditedAddress(photo))
  const address = isPreview ? previewAddress(photo, edit) : unedited
  const picture = useArrival(address)
  const { rotation, aspect, crop } = state
  const ratio = cropAspects[aspect]

  /** Whether a crop is being drawn where there was none. */
  const isFirst = useRef(false)
  // At once: the cropper goes on from what it was given, even at the end of a quick movement.
  const draw = (pixels: PixelCrop, percent: PercentCrop) => {
    if (crop && isTooSmall(pixels) && isSmallerIn(percent, crop)) return
    flushSync(() => onCrop(percent))
    // Only now: the cropper reports a first crop as complete as soon as it gets one.
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
              {...{ photo, full, address, rotation }}
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
      {(isBusy || picture.isAwaited) && (
        <div className={styles.waiting} role="progressbar" aria-label={texts.rendering} />
      )}
    </div>
  )
}

type RotatedPictureProps = {
  photo: Photo
  full: FullSize
  /** The address of the unedited photo. */
  address: string
  rotation: number
  onLoad: () => void
  onError: () => void
}

/** The unedited photo on the rotated canvas, with black corners, as the server would draw it. */
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

/** A small crop can still be moved and enlarged. */
const isSmallerIn = (next: PercentCrop, crop: Rect): boolean =>
  next.width < crop.width || next.height < crop.height

/** Whether the picture at the address has been loaded; starts over with another address. */
function useArrival(address: string) {
  const [arrived, setArrived] = useState('')
  const [failed, setFailed] = useState('')
  const [attempt, setAttempt] = useState(0)
  const hasFailed = failed === address
  return {
    key: `${address} ${attempt}`,
    isAwaited: arrived !== address && !hasFailed,
    hasFailed,
    onLoad: () => setArrived(address),
    onError: () => setFailed(address),
    retry: () => {
      setFailed('')
      setAttempt(attempt + 1)
    },
  }
}
