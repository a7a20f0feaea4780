import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { useAlbumId } from '../../catalogue/list/address.ts'
import type { FormDialogState } from '../../kit/components/FormDialog.tsx'
import { FormDialog, UnsavedCheck } from '../../kit/components/FormDialog.tsx'
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
  return (
    <FormDialog
      title={texts.title}
      className={styles.dialog}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      // Opened by touch, the on-screen keyboard would cover half of the dialog at once.
      initialFocus={(openedBy) => (openedBy === 'touch' ? true : title.current)}
      // A press outside the list of albums closes only the list.
      staysOnOutsideClick
      isCloseFirst
    >
      {(dialog) => <Draft photo={photo} dialog={dialog} onLeftAlbum={onLeftAlbum} title={title} />}
    </FormDialog>
  )
}

type DraftProps = {
  photo: Photo
  dialog: FormDialogState
  onLeftAlbum: EditDialogProps['onLeftAlbum']
  title: RefObject<HTMLInputElement | null>
}

/** Mounted when the dialog opens, so that each opening starts afresh. */
function Draft({ photo, dialog, onLeftAlbum, title }: DraftProps) {
  const albumId = useAlbumId()
  const draft = usePhotoDraft(photo, dialog)
  const finish = () => {
    // Synchronously, so that leaving does not ask about unsaved changes.
    flushSync(dialog.leave)
    const { albums, chosenAlbums } = draft
    if (!albumId || !chosenAlbums || chosenAlbums.has(albumId)) return
    const album = albums.data?.all.find(({ id }) => id === albumId)
    if (album) notify(texts.leftAlbum(album.name), { durationMs: noticeMs })
    onLeftAlbum(photo.id, albumId)
  }
  return (
    <>
      <EditForm draft={draft} firstField={title} dialog={dialog} onSaved={finish} />
      <UnsavedCheck dialog={dialog} isUnsaved={draft.isChanged} />
    </>
  )
}
