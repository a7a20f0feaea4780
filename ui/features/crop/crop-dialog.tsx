import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { UnsavedDialog } from '../../kit/components/ConfirmDialog.tsx'
import * as frame from '../../kit/components/Dialog.css.ts'
import { useUnsaved } from '../../kit/components/use-unsaved.ts'
import { CropStage } from './crop-stage.tsx'
import { CropTools } from './crop-tools.tsx'
import { type CropState, type FullSize, toEdit } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { useCropper } from './use-cropper.ts'

type CropDialogProps = {
  photo: Photo
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Crops and rotates the photo; the original stays unchanged. */
export function CropDialog({ photo, isOpen, onOpenChange }: CropDialogProps) {
  const leave = () => onOpenChange(false)
  const close = useRef(leave)
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => !open && close.current()}
      // The handles extend beyond the dialog's edge: a press just outside is meant for them.
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={frame.backdrop} />
        <Dialog.Popup className={styles.dialog}>
          <Dialog.Title className={frame.title}>{texts.title}</Dialog.Title>
          <Dialog.Close className={frame.close} aria-label={texts.close}>
            <X aria-hidden="true" />
          </Dialog.Close>
          <Cropper photo={photo} isOpen={isOpen} close={close} leave={leave} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type CropperProps = {
  photo: Photo
  isOpen: boolean
  /** Closes the dialog: ignored while it saves, asks first if there are unsaved changes. */
  close: RefObject<() => void>
  leave: () => void
}

/** Mounted when the dialog opens, so that each opening starts with the photo's saved edit. */
function Cropper({ photo, isOpen, close, leave }: CropperProps) {
  const cropper = useCropper(photo, leave)
  const { full, state, isPreview, isBusy, problem } = cropper
  const unsaved = useUnsaved(isOpen && cropper.isChanged, leave)
  useLayoutEffect(() => {
    close.current = () => {
      if (!isBusy) unsaved.close()
    }
  })
  return (
    <>
      <CropStage
        photo={photo}
        full={full}
        state={state}
        isPreview={isPreview}
        isBusy={isBusy}
        onCrop={cropper.setCrop}
      />
      <div className={styles.foot}>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <p className={styles.facts} role={isBusy ? 'status' : undefined}>
          {isBusy ? texts.rendering : factsOf(state, full)}
        </p>
        <CropTools
          aspect={state.aspect}
          isWhole={!state.crop}
          onAction={cropper.act}
          isPreview={isPreview}
          isBusy={isBusy}
        />
      </div>
      <UnsavedDialog {...unsaved.question} />
    </>
  )
}

/** The size and rotation that would be saved. */
function factsOf(state: CropState, full: FullSize): string {
  const { width, height, rotation } = toEdit(state, full)
  const facts = [texts.size(width, height), !state.crop && texts.whole]
  return [...facts, rotation !== 0 && texts.rotated(rotation)].filter(Boolean).join(' · ')
}
