import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { useAlbumId } from '../../catalogue/list/address.ts'
import { UnsavedDialog } from '../../kit/components/ConfirmDialog.tsx'
import * as frame from '../../kit/components/Dialog.css.ts'
import { useUnsaved } from '../../kit/components/use-unsaved.ts'
import { notify } from '../../kit/state/notices.ts'
import { EditForm } from './edit-form.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { usePhotoDraft } from './use-photo-draft.ts'

type EditDialogProps = {
  photo: Photo
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Called when saving removed the photo from the album it is shown in. */
  onLeftAlbum: (photoId: string, albumId: string) => void
}

const noticeMs = 6000

export function EditDialog({ photo, isOpen, onOpenChange, onLeftAlbum }: EditDialogProps) {
  const title = useRef<HTMLInputElement>(null)
  const leave = () => onOpenChange(false)
  const close = useRef(leave)
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => !open && close.current()}
      // A press outside the list of albums closes only the list.
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={frame.backdrop} />
        <Dialog.Popup
          className={styles.dialog}
          // Opened by touch, the on-screen keyboard would cover half of the dialog at once.
          initialFocus={(openedBy) => (openedBy === 'touch' ? true : title.current)}
        >
          <Dialog.Title className={frame.title}>{texts.title}</Dialog.Title>
          <Dialog.Close className={frame.close} aria-label={texts.close}>
            <X aria-hidden="true" />
          </Dialog.Close>
          <Draft
            photo={photo}
            isOpen={isOpen}
            close={close}
            leave={leave}
            onLeftAlbum={onLeftAlbum}
            title={title}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type DraftProps = {
  photo: Photo
  isOpen: boolean
  /** Closes the dialog: ignored while it saves, asks first if there are unsaved changes. */
  close: RefObject<() => void>
  leave: () => void
  onLeftAlbum: EditDialogProps['onLeftAlbum']
  title: RefObject<HTMLInputElement | null>
}

/** Mounted when the dialog opens, so that each opening starts afresh. */
function Draft({ photo, isOpen, close, leave, onLeftAlbum, title }: DraftProps) {
  const albumId = useAlbumId()
  const draft = usePhotoDraft(photo)
  const unsaved = useUnsaved(isOpen && draft.isChanged, leave)
  useLayoutEffect(() => {
    close.current = () => {
      if (!draft.isBusy) unsaved.close()
    }
  })
  const finish = () => {
    // Synchronously, so that leaving does not ask about unsaved changes.
    flushSync(leave)
    const { albums, chosenAlbums } = draft
    if (!albumId || !chosenAlbums || chosenAlbums.has(albumId)) return
    const album = albums.data?.all.find(({ id }) => id === albumId)
    if (album) notify(texts.leftAlbum(album.name), { durationMs: noticeMs })
    onLeftAlbum(photo.id, albumId)
  }
  return (
    <>
      <EditForm
        draft={draft}
        firstField={title}
        onCancel={() => close.current()}
        onSaved={finish}
      />
      <UnsavedDialog {...unsaved.question} />
    </>
  )
}
