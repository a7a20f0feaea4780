import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { addPhotos, fetchPhotoIds } from '../../../features/albums/album-changes.ts'
import { PhotoPicker } from '../../../features/albums/form/photo-picker.tsx'
import { PickerFilter } from '../../../features/albums/form/picker-filter.tsx'
import * as styles from '../../../features/albums/form/styles.css.ts'
import { usePickerFilter } from '../../../features/albums/form/use-picker-filter.ts'
import { texts } from '../../../features/albums/texts.ts'
import { problem as problemStyle } from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import type { FormDialogState } from '../../../kit/components/FormDialog.tsx'
import { FormDialog, UnsavedCheck } from '../../../kit/components/FormDialog.tsx'
import { Sentence } from '../../../kit/components/Sentence.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { notify } from '../../../kit/state/notices.ts'
import { withMembers } from '../../../kit/state/sets.ts'

type AddPhotosDialogProps = {
  album: Album
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChanged: () => Promise<void>
  /** Gets the focus afterwards, even if the dialog was opened from the empty album. */
  tool: RefObject<HTMLButtonElement | null>
}

const doneMs = 5000
const words = texts.adding

/** Lets the owner select photos that are not in the album yet. */
export function AddPhotosDialog(props: AddPhotosDialogProps) {
  const { album, isOpen, onOpenChange, onChanged, tool } = props
  return (
    <FormDialog
      title={<Sentence with={album.name} of={words.title} />}
      className={styles.wide}
      isOpen={isOpen}
      initialFocus="itself"
      finalFocus={() => (album.photoCount > 0 && tool.current) || true}
      onOpenChange={onOpenChange}
    >
      {(dialog) => <Choice album={album} dialog={dialog} onChanged={onChanged} />}
    </FormDialog>
  )
}

type ChoiceProps = {
  album: Album
  dialog: FormDialogState
  onChanged: () => Promise<void>
}

function Choice({ album, dialog, onChanged }: ChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, problem, run } = useAction({
    within: words.failed,
    isLogged: true,
    busy: dialog,
  })
  const excluded = usePhotosOf(album)
  const filter = usePickerFilter()

  const choose = useCallback((photos: readonly Photo[], isChosen: boolean) => {
    const ids = photos.map(({ id }) => id)
    setChosen((before) => withMembers(before, ids, isChosen))
  }, [])

  const add = async () => {
    const count = await addPhotos(album.id, [...chosen])
    await onChanged()
    notify(words.done(count), { durationMs: doneMs })
    dialog.leave()
  }

  return (
    <>
      <PickerFilter {...filter} />
      <div className={styles.scrolled}>
        {excluded && (
          <PhotoPicker
            key={filter.source}
            source={filter.source}
            excluded={excluded}
            chosen={chosen}
            onChoose={choose}
            empty={<p>{filter.source === 'all' ? nothingToAdd(excluded) : words.noneFound}</p>}
          />
        )}
      </div>
      {problem && (
        <p className={problemStyle} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <p className={styles.count} role="status">
          {words.chosen(chosen.size)}
        </p>
        <Button onClick={dialog.close}>{texts.form.cancel}</Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          isDisabled={chosen.size === 0}
          onClick={() => void run(add)}
        >
          {words.submit(chosen.size)}
        </Button>
      </div>
      <UnsavedCheck dialog={dialog} isUnsaved={chosen.size > 0} />
    </>
  )
}

const nothingToAdd = ({ size }: ReadonlySet<string>) => (size > 0 ? words.none : words.noPhotos)

const noPhotos: ReadonlySet<string> = new Set()

/** The ids of the album's photos; undefined until they are loaded. */
function usePhotosOf({ id, photoCount }: Album): ReadonlySet<string> | undefined {
  const isEmpty = photoCount === 0
  const [ids, setIds] = useState(isEmpty ? noPhotos : undefined)
  useEffect(() => {
    if (isEmpty) return
    fetchPhotoIds(id).then(
      (photos) => setIds(new Set(photos)),
      (error) => {
        console.warn(error)
        // Offering photos that are already in the album does no harm: adding them changes nothing.
        setIds(noPhotos)
      },
    )
  }, [id, isEmpty])
  return ids
}
