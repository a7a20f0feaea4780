import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import * as styles from './Dialog.css.ts'
import { texts } from './texts.ts'

type DialogFrameProps = {
  title: ReactNode
  isOpen: boolean
  /** Under way: it stays open until that is done. */
  isBusy: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The focus begins on the dialog itself, where what is to be filled in is yet to come. */
  beginsOnItself?: boolean
  /** Where the focus goes afterwards, if not back to where it was. */
  finalFocus?: ComponentProps<typeof Dialog.Popup>['finalFocus']
  /** In place of the usual width. */
  className?: string
  children: ReactNode
}

/** A dialog with its title and its cross. What is in it begins anew with each opening. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, isOpen, isBusy, beginsOnItself, finalFocus, onOpenChange, children } = props
  const { className = styles.popup } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !isBusy && onOpenChange(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          ref={popup}
          className={className}
          initialFocus={beginsOnItself ? popup : undefined}
          finalFocus={finalFocus}
        >
          <Dialog.Title className={styles.title}>{title}</Dialog.Title>
          {children}
          {/* Last, so that the focus goes into what is to be filled in. */}
          <Dialog.Close className={styles.close} aria-label={texts.close}>
            <X aria-hidden="true" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
