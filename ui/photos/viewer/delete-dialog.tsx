import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import type { Photo } from '../../../src/contract/photos.ts'
import { Button } from '../../components/Button.tsx'
import * as styles from '../../components/Dialog.css.ts'
import { deletePhoto } from './owner-actions.ts'
import { texts } from './texts.ts'

type DeleteDialogProps = {
  photo: Photo
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onDeleted: () => void
}

/** Asks before a photo is deleted; stays open, and says so, while that is under way. */
export function DeleteDialog({ photo, isOpen, onOpenChange, onDeleted }: DeleteDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const isDeleted = await deletePhoto(photo)
    setBusy(false)
    onOpenChange(false)
    if (isDeleted) onDeleted()
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !isBusy && onOpenChange(open)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup}>
          <AlertDialog.Title className={styles.title}>{texts.owner.deleteTitle}</AlertDialog.Title>
          <AlertDialog.Description className={styles.description}>
            {texts.owner.deleteText}
          </AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button>{texts.owner.cancel}</Button>} />
            <Button kind="primary" isBusy={isBusy} onClick={() => void remove()}>
              {texts.owner.ok}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
