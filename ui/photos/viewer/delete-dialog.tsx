import { useState } from 'react'
import type { Photo } from '../../../src/contract/photos.ts'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
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
  const { deleteTitle: title, deleteText: text, ok, cancel } = texts.owner
  return (
    <ConfirmDialog
      {...{ title, text, ok, cancel, isOpen, isBusy }}
      onOk={() => void remove()}
      onCancel={() => onOpenChange(false)}
    />
  )
}
