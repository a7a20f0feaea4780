import 'react-image-crop/dist/ReactCrop.css'
import { type CSSProperties, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type PercentCrop, type PixelCrop, ReactCrop } from 'react-image-crop'
import { cropAspects, type Rect } from '../../../src/contract/crop.ts'
import { altText } from '../../../src/contract/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import { Button } from '../../components/Button.tsx'
import { previewAddress, uneditedAddress } from './save-edit.ts'
import { type CropState, type FullSize, toEdit } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { TurnedPicture } from './turned-picture.tsx'

/** A press beside the crop draws none this small, in CSS pixels: the one that is there stays. */
const smallestDrawn = 8

type CropStageProps = {
  photo: Photo
  full: FullSize
  state: CropState
  isPreview: boolean
  isBusy: boolean
  onCrop: (crop: Rect | undefined) => void
}

/** The picture that is worked on, or what the server would make of it. */
export function CropStage(props: CropStageProps) {
  const { photo, full, state, isPreview, isBusy, onCrop } = props
  const edit = toEdit(state, full)
  // The photo as it was when the dialog opened: saving changes its name.
  const [unedited] = useState(() => uneditedAddress(photo))
  const address = isPreview ? previewAddress(photo, edit) : unedited
  const picture = useArrival(address)
  const { rotation, aspect, crop } = state
  const ratio = cropAspects[aspect]

  /** Whether one is being drawn where there was none. */
  const isFirst = useRef(false)
  // At once: the cropper goes on from what it was given, at the end of a quick movement too.
  const draw = (pixels: PixelCrop, percent: PercentCrop) => {
    if (crop && isTooSmall(pixels) && isSmallerIn(percent, crop)) return
    flushSync(() => onCrop(percent))
    // Only now: the cropper calls a first crop complete as soon as it is given.
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
            <TurnedPicture
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

const isTooSmall = ({ width, height }: PixelCrop): boolean =>
  width < smallestDrawn || height < smallestDrawn

/** A small one that is there already can still be moved and made larger. */
const isSmallerIn = (next: PercentCrop, crop: Rect): boolean =>
  next.width < crop.width || next.height < crop.height

/** Whether the picture at the address has come; another address is awaited anew. */
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
