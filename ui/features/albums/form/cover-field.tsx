import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { limits } from '../../../../src/contract/limits.ts'
import { shapedPicture } from '../../../../src/contract/photos/aspect.ts'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import type { Source } from '../../../catalogue/list/pages.ts'
import { isAllowedPicture, isWholePicture } from '../../../kit/account/picture-address.ts'
import { asTyped } from '../../../kit/components/as-typed.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { texts } from '../texts.ts'
import { CoverPicture } from './cover-picture.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import * as styles from './styles.css.ts'

export type Cover = { readonly address: string; readonly photo?: Photo | undefined }

type CoverFieldProps = {
  cover: Cover
  /** The list of photos to choose from. */
  source: Source
  error: string | undefined
  /** Whether the cover's photo is known to be hidden from visitors. */
  isHidden: boolean
  onChange: (cover: Cover) => void
  onBlur: () => void
}

const words = texts.form

/** Chooses a cover from photos or by address, with a preview. */
export function CoverField(props: CoverFieldProps) {
  const { cover, source, error, isHidden, onChange, onBlur } = props
  const [isChoosing, setChoosing] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const { address, photo } = cover
  const isShowable = isWholePicture(address) && isAllowedPicture(address)
  const chosen = useMemo(() => new Set(photo && [photo.id]), [photo])

  const choose = useCallback(
    ([chosen]: readonly Photo[]) => {
      if (chosen) onChange({ address: shapedPicture(chosen), photo: chosen })
    },
    [onChange],
  )

  useEffect(() => {
    if (isChoosing) field.current?.scrollIntoView({ block: 'nearest' })
  }, [isChoosing])

  return (
    <div className={styles.cover} ref={field} data-choosing={isChoosing || undefined}>
      <div className={styles.coverHead}>
        <div className={styles.coverRow}>
          <CoverPicture
            key={address}
            coverPic={isShowable ? address : ''}
            sizes="160px"
            alt={words.coverPreview}
            isEager
          />
          <div className={styles.coverButtons}>
            <Button aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              {isChoosing ? words.doneChoosing : words.chooseCover}
            </Button>
            {address !== '' && (
              <Button onClick={() => onChange({ address: '' })}>{words.noCover}</Button>
            )}
          </div>
        </div>
        {isHidden && (
          <p className={styles.remark} role="status">
            {words.coverHidden}
          </p>
        )}
      </div>
      {isChoosing && (
        <div className={styles.covers}>
          <PhotoPicker
            source={source}
            chosen={chosen}
            isSingle
            onChoose={choose}
            empty={<p>{source === 'all' ? texts.adding.noPhotos : texts.emptyAlbum.heading}</p>}
          />
        </div>
      )}
      <TextField
        label={words.cover}
        hint={words.coverHint}
        error={error}
        name="coverPic"
        inputMode="url"
        {...asTyped}
        maxLength={limits.pictureAddress}
        value={address}
        onChange={({ target }) => onChange({ address: target.value })}
        onBlur={onBlur}
      />
    </div>
  )
}
