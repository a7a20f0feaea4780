import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { FormDialogState } from '../../kit/components/FormDialog.tsx'
import { FormDialog, UnsavedCheck } from '../../kit/components/FormDialog.tsx'
import { CropStage } from './crop-stage.tsx'
import { CropTools } from './crop-tools.tsx'
import { type CropState, type FullSize, straightenedBy, toEdit } from './state.ts'
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
  return (
    <FormDialog
      title={texts.title}
      className={styles.dialog}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      // The handles extend beyond the dialog's edge: a press just outside is meant for them.
      staysOnOutsideClick
      isCloseFirst
    >
      {(dialog) => <Cropper photo={photo} dialog={dialog} />}
    </FormDialog>
  )
}

type CropperProps = { photo: Photo; dialog: FormDialogState }

/** Mounted when the dialog opens, so that each opening starts with the photo's saved edit. */
function Cropper({ photo, dialog }: CropperProps) {
  const cropper = useCropper(photo, dialog)
  const { full, state, isPreview, isBusy, problem } = cropper
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
          straightenedBy={straightenedBy(state)}
          onStraighten={cropper.straighten}
          onAction={cropper.act}
          isPreview={isPreview}
          isBusy={isBusy}
        />
      </div>
      <UnsavedCheck dialog={dialog} isUnsaved={cropper.isChanged} />
    </>
  )
}

/** The size and rotation that would be saved. */
function factsOf(state: CropState, full: FullSize): string {
  const { width, height, rotation } = toEdit(state, full)
  const facts = [texts.size(width, height), !state.crop && texts.whole]
  return [...facts, rotation !== 0 && texts.rotated(rotation)].filter(Boolean).join(' · ')
}
