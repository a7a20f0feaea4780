import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { addPhotos, fetchPhotoIds } from '../../../features/albums/album-changes.ts'
import { PhotoPicker } from '../../../features/albums/form/photo-picker.tsx'
import * as styles from '../../../features/albums/form/styles.css.ts'
import { texts } from '../../../features/albums/texts.ts'
import { problem as problemStyle } from '../../../kit/account/styles.css.ts'
import { errorText } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { UnsavedDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { Dialog } from '../../../kit/components/Dialog.tsx'
import { Sentence } from '../../../kit/components/Sentence.tsx'
import { useUnsaved } from '../../../kit/components/use-unsaved.ts'
import { notify } from '../../../kit/state/notices.ts'

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
  const [isBusy, setBusy] = useState(false)
  const leave = () => onOpenChange(false)
  const close = useRef(leave)
  return (
    <Dialog
      title={<Sentence with={album.name} of={words.title} />}
      className={styles.wide}
      isOpen={isOpen}
      isBusy={isBusy}
      initialFocus="itself"
      finalFocus={() => (album.photoCount > 0 && tool.current) || true}
      onOpenChange={(open) => !open && close.current()}
    >
      <Choice
        album={album}
        isOpen={isOpen}
        isBusy={isBusy}
        close={close}
        leave={leave}
        onChanged={onChanged}
        onBusy={setBusy}
      />
    </Dialog>
  )
}

type ChoiceProps = {
  album: Album
  isOpen: boolean
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  /** Closes the dialog; asks first if photos are selected. */
  close: RefObject<() => void>
  leave: () => void
  onChanged: () => Promise<void>
}

function Choice({ album, isOpen, isBusy, onBusy, close, leave, onChanged }: ChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string>()
  const unsaved = useUnsaved(isOpen && chosen.size > 0, leave)
  useLayoutEffect(() => {
    close.current = unsaved.close
  })
  const excluded = usePhotosOf(album)

  const choose = useCallback(({ id }: Photo, isChosen: boolean) => {
    setChosen((before) => (isChosen ? new Set([...before, id]) : without(before, id)))
  }, [])

  const add = async () => {
    onBusy(true)
    setProblem(undefined)
    try {
      const count = await addPhotos(album.id, [...chosen])
      await onChanged()
      notify(words.done(count), { durationMs: doneMs })
      leave()
    } catch (error) {
      setProblem(errorText(error, words.failed))
      console.warn(error)
    } finally {
      onBusy(false)
    }
  }

  return (
    <>
      <div className={styles.scrolled}>
        {excluded && (
          <PhotoPicker
            source="all"
            excluded={excluded}
            chosen={chosen}
            onChoose={choose}
            empty={<p>{excluded.size > 0 ? words.none : words.noPhotos}</p>}
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
        <Button onClick={() => !isBusy && unsaved.close()}>{texts.form.cancel}</Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          isDisabled={chosen.size === 0}
          onClick={() => void add()}
        >
          {words.submit(chosen.size)}
        </Button>
      </div>
      <UnsavedDialog {...unsaved.question} />
    </>
  )
}

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

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const rest = new Set(ids)
  rest.delete(id)
  return rest
}
