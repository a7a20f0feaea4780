import { DndContext, DragOverlay } from '@dnd-kit/core'
import { useRef } from 'react'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { tileSources } from '../../../../src/contract/photos/tile.ts'
import type { Source } from '../../../catalogue/list/pages.ts'
import { photoLabel } from '../../../catalogue/photo-label.ts'
import { texts } from '../../../features/albums/texts.ts'
import { problem } from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { UnsavedDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { ResponsiveImage } from '../../../kit/components/ResponsiveImage.tsx'
import { useFocusOnEntry } from '../../../kit/components/use-focus.ts'
import { useUnsaved } from '../../../kit/components/use-unsaved.ts'
import * as styles from '../album/styles.css.ts'
import { OrderTile } from './order-tile.tsx'
import * as order from './styles.css.ts'
import { useMoves } from './use-moves.ts'
import { useOrdering } from './use-ordering.ts'

type OrderPhotosProps = { album: Album; source: Source; onLeave: () => void }

const words = texts.ordering

/** Lets the owner order the album's photos by dragging, with buttons or with the keyboard. */
export function OrderPhotos({ album, source, onLeave }: OrderPhotosProps) {
  const { photos, ordering, setOrdering, isChanged, isSaving, save, failure, retry } = useOrdering(
    album,
    source,
  )
  const entry = useFocusOnEntry<HTMLElement>()
  const list = useRef<HTMLOListElement>(null)
  const photoOf = (id: string) => photos?.find((photo) => photo.id === id)
  const { drag, announcement, moveByButton, context } = useMoves({
    list,
    ordering,
    onOrder: setOrdering,
    nameOf: (id) => photoLabel(photoOf(id)!),
  })
  const unsaved = useUnsaved(isChanged, onLeave)
  const dragged = drag?.by === 'pointer' ? photoOf(drag.id) : undefined

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
        {!photos && failure === undefined && <p role="status">{words.loading}</p>}
        {!photos && failure !== undefined && (
          <>
            <p className={problem} role="alert">
              {failure}
            </p>
            <Button onClick={retry}>{texts.picker.retry}</Button>
          </>
        )}
        {photos && (
          <DndContext {...context}>
            <ol className={order.list} ref={list} aria-label={words.list} data-drag={drag?.by}>
              {photos.map((photo, index) => (
                <OrderTile key={photo.id} photo={photo} index={index} onMove={moveByButton} />
              ))}
            </ol>
            <DragOverlay className={order.ghost} dropAnimation={null}>
              {dragged && (
                <ResponsiveImage
                  className={order.ghostImage}
                  sources={tileSources(dragged)}
                  sizes="180px"
                  alt=""
                />
              )}
            </DragOverlay>
          </DndContext>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <UnsavedDialog {...unsaved.question} />
    </section>
  )
}
