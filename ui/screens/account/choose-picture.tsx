import { useCallback, useMemo, useState } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { PhotoPicker } from '../../features/albums/form/photo-picker.tsx'
import { PickerFilter } from '../../features/albums/form/picker-filter.tsx'
import * as styles from '../../features/albums/form/styles.css.ts'
import { usePickerFilter } from '../../features/albums/form/use-picker-filter.ts'
import { Button } from '../../kit/components/Button.tsx'
import { Dialog } from '../../kit/components/Dialog.tsx'
import { texts } from './texts.ts'

type ChoosePictureProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChoose: (photo: Photo) => void
}

const words = texts.profile.choosing

/** Lets the owner choose one of the photos. */
export function ChoosePicture({ isOpen, onOpenChange, onChoose }: ChoosePictureProps) {
  return (
    <Dialog
      title={words.title}
      className={styles.wide}
      isOpen={isOpen}
      isBusy={false}
      initialFocus="itself"
      onOpenChange={onOpenChange}
    >
      <Choice
        onCancel={() => onOpenChange(false)}
        onChoose={(photo) => {
          onChoose(photo)
          onOpenChange(false)
        }}
      />
    </Dialog>
  )
}

type ChoiceProps = { onCancel: () => void; onChoose: (photo: Photo) => void }

function Choice({ onCancel, onChoose }: ChoiceProps) {
  const [photo, setPhoto] = useState<Photo>()
  const filter = usePickerFilter()
  const chosen = useMemo(() => new Set(photo && [photo.id]), [photo])
  const choose = useCallback((photos: readonly Photo[]) => setPhoto(photos[0]), [])
  return (
    <>
      <PickerFilter {...filter} />
      <div className={styles.scrolled}>
        <PhotoPicker
          key={filter.source}
          source={filter.source}
          chosen={chosen}
          isSingle
          onChoose={choose}
          empty={<p>{filter.source === 'all' ? words.noPhotos : words.noneFound}</p>}
        />
      </div>
      <div className={styles.foot}>
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button
          kind="primary"
          isDisabled={!photo}
          onClick={() => {
            if (photo) onChoose(photo)
          }}
        >
          {words.submit}
        </Button>
      </div>
    </>
  )
}
