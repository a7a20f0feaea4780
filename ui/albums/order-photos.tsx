import { useRef, useState } from 'react'
import type { Album } from '../../src/contract/albums.ts'
import { altText } from '../../src/contract/photo-facts.ts'
import { tileSources } from '../../src/contract/tile.ts'
import { problem } from '../account/account.css.ts'
import { Button } from '../components/Button.tsx'
import { UnsavedQuestion } from '../components/UnsavedQuestion.tsx'
import { useUnsaved } from '../components/use-unsaved.ts'
import type { Source } from '../photos/list/pages.ts'
import * as styles from './album.css.ts'
import * as order from './order-photos.css.ts'
import { OrderTile } from './order-tile.tsx'
import { texts } from './texts.ts'
import { useDragging } from './use-dragging.ts'
import { useFocusOnEntry } from './use-focus-on-entry.ts'
import { useKeyboardMoves } from './use-keyboard-moves.ts'
import { useOrdering } from './use-ordering.ts'

type OrderPhotosProps = { album: Album; source: Source; onLeave: () => void }

const words = texts.ordering

/** Every photo of the album, to be put in order by buttons, by dragging and by keys. */
export function OrderPhotos({ album, source, onLeave }: OrderPhotosProps) {
  const { photos, ordering, setOrdering, isChanged, isSaving, save, failure, retry } = useOrdering(
    album,
    source,
  )
  const entry = useFocusOnEntry<HTMLElement>()
  const list = useRef<HTMLOListElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const dragging = useDragging({ list, ghost, ordering, onOrder: setOrdering })
  const [said, setSaid] = useState('')
  const nameOf = (id: string) => altText(photos!.find((photo) => photo.id === id)!)
  const moves = useKeyboardMoves({
    list,
    ordering,
    onOrder: setOrdering,
    onSay: (id, place, isLifted) => {
      const say = isLifted ? words.lifted : words.place
      setSaid(say(nameOf(id), place + 1, ordering.length))
    },
  })
  const unsaved = useUnsaved(isChanged, onLeave)
  const dragged = photos?.find(({ id }) => id === dragging.draggedId)

  return (
    <section aria-label={words.name} tabIndex={-1} ref={entry} className={styles.section}>
      <div className={styles.bar}>
        <div className={styles.barInside}>
          <p className={styles.barText}>{words.hint}</p>
          <Button
            kind="primary"
            isBusy={isSaving}
            isDisabled={!isChanged}
            onClick={() => void save()}
          >
            {words.save}
          </Button>
          <Button onClick={unsaved.close}>{words.finish}</Button>
        </div>
      </div>
      <div className={styles.workplace}>
        {photos ? (
          <ol
            className={order.list}
            ref={list}
            aria-label={words.list}
            data-dragging={dragging.draggedId !== undefined}
            {...dragging.handlers}
          >
            {photos.map((photo, place) => (
              <OrderTile
                key={photo.id}
                photo={photo}
                place={place}
                isDragged={photo.id === dragging.draggedId}
                isLifted={photo.id === moves.liftedId}
                onGrip={dragging.begin}
                onMove={moves.move}
                onGripKey={moves.onGripKey}
              />
            ))}
          </ol>
        ) : failure === undefined ? (
          <p role="status">{words.loading}</p>
        ) : (
          <>
            <p className={problem} role="alert">
              {texts.picker.failed(failure)}
            </p>
            <Button onClick={retry}>{texts.picker.retry}</Button>
          </>
        )}
      </div>
      <div className={order.ghost} ref={ghost} aria-hidden="true">
        {dragged && <img {...tileSources(dragged)} sizes="120px" alt="" width="120" height="120" />}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <p className="visually-hidden" id={order.dragHintId}>
        {words.dragHint}
      </p>
      <UnsavedQuestion {...unsaved.question} />
    </section>
  )
}
