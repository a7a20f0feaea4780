import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { Button } from '../../kit/components/Button.tsx'
import * as frame from '../../kit/components/Dialog.css.ts'
import { useLayer } from '../../kit/navigation/layers.ts'
import { deletePhoto } from './delete-photo.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const words = texts.dialog

type DeleteDialogProps = {
  photo: Photo
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onDeleted: () => void
}

/** Asks whether to move the photo to the trash or to delete it for good; stays open until that is done. */
export function DeleteDialog({ photo, isOpen, onOpenChange, onDeleted }: DeleteDialogProps) {
  const [busy, setBusy] = useState<'trash' | 'for good'>()
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setProblem(undefined)
    onOpenChange(false)
  }
  const cancel = () => !busy && close()
  useLayer(isOpen, cancel)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const remove = async (how: 'trash' | 'for good') => {
    if (busy) return
    setBusy(how)
    setProblem(undefined)
    const refusal = await deletePhoto(photo, {
      isForGood: how === 'for good',
      showAgain: () => void navigate(pathname + search),
    })
    setBusy(undefined)
    setProblem(refusal)
    if (refusal !== undefined) return
    close()
    onDeleted()
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && cancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={frame.questionBackdrop} />
        <AlertDialog.Popup className={frame.popup}>
          <AlertDialog.Title className={frame.title}>{words.title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className={frame.description}>
            <p>{words.trash}</p>
            <p className={styles.note}>
              {words.forGood} {words.text}.
            </p>
          </AlertDialog.Description>
          {problem && (
            <p className={frame.problem} role="alert">
              {problem}
            </p>
          )}
          <div className={styles.dialogActions}>
            <AlertDialog.Close render={<Button>{words.cancel}</Button>} />
            <Button isBusy={busy === 'for good'} onClick={() => void remove('for good')}>
              {words.now}
            </Button>
            <Button kind="primary" isBusy={busy === 'trash'} onClick={() => void remove('trash')}>
              {words.ok}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
