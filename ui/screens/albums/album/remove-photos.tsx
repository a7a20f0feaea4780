import { useCallback, useState } from 'react'
import { useRevalidator } from 'react-router'
import { albumOrders } from '../../../../src/contract/albums/album-orders.ts'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import type { Source } from '../../../catalogue/list/pages.ts'
import {
  addPhotos,
  fetchPhotoIds,
  removePhotos,
  saveOrder,
} from '../../../features/albums/album-changes.ts'
import { PhotoPicker } from '../../../features/albums/form/photo-picker.tsx'
import { texts } from '../../../features/albums/texts.ts'
import { errorText } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { UnsavedDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { useFocusOnEntry } from '../../../kit/components/use-focus.ts'
import { useUnsaved } from '../../../kit/components/use-unsaved.ts'
import { notify } from '../../../kit/state/notices.ts'
import { withMembers } from '../../../kit/state/sets.ts'
import * as styles from './styles.css.ts'

const offerMs = 12_000
const failureMs = 8000
const words = texts.removing

type RemovePhotosProps = { album: Album; source: Source; onLeave: () => void }

/** Lets the owner select photos and remove them; a notice offers to undo it. */
export function RemovePhotos({ album, source, onLeave }: RemovePhotosProps) {
  const { revalidate } = useRevalidator()
  const entry = useFocusOnEntry<HTMLElement>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const unsaved = useUnsaved(chosen.size > 0, onLeave)

  const choose = useCallback((photos: readonly Photo[], isChosen: boolean) => {
    const ids = photos.map(({ id }) => id)
    setChosen((before) => withMembers(before, ids, isChosen))
  }, [])

  const remove = async () => {
    setBusy(true)
    try {
      const ids = [...chosen]
      const isManual = album.orderBy === albumOrders.manual
      const order = isManual ? await fetchPhotoIds(album.id) : undefined
      const count = await removePhotos(album.id, ids)
      await revalidate()
      const run = () => void putBack(album, ids, order, revalidate)
      notify(words.done(count), { durationMs: offerMs, action: { label: words.undo, run } })
      onLeave()
    } catch (error) {
      console.warn(error)
      notify(errorText(error, words.failed), { durationMs: failureMs })
      setBusy(false)
    }
  }

  return (
    <section aria-label={words.name} tabIndex={-1} ref={entry} className={styles.section}>
      <div className={styles.bar}>
        <div className={styles.barInside}>
          <p className={styles.barText} role="status">
            {chosen.size === 0 ? words.hint : texts.adding.chosen(chosen.size)}
          </p>
          <Button
            kind="primary"
            isBusy={isBusy}
            isDisabled={chosen.size === 0}
            onClick={() => void remove()}
          >
            {words.submit(chosen.size)}
          </Button>
          <Button onClick={unsaved.close}>{texts.form.cancel}</Button>
        </div>
      </div>
      <div className={styles.workplace}>
        <PhotoPicker
          source={source}
          chosen={chosen}
          onChoose={choose}
          empty={<p>{texts.emptyAlbum.heading}</p>}
        />
      </div>
      <UnsavedDialog {...unsaved.question} />
    </section>
  )
}

/** Adds the photos again, and restores a manual order. */
async function putBack(
  album: Album,
  ids: string[],
  order: readonly string[] | undefined,
  show: () => Promise<void>,
): Promise<void> {
  try {
    await addPhotos(album.id, ids)
    if (order) await saveOrder(album.id, order)
    await show()
  } catch (error) {
    notify(errorText(error, words.undoFailed), { durationMs: failureMs })
  }
}
