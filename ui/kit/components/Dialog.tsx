import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { useLayer } from '../navigation/layers.ts'
import * as styles from './Dialog.css.ts'
import { texts } from './texts.ts'

type PopupProps = ComponentProps<typeof BaseDialog.Popup>

type DialogProps = {
  title: ReactNode
  isOpen: boolean
  /** In progress; the dialog cannot be closed meanwhile. */
  isBusy: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Gets the focus first; 'itself' is the dialog, for fields that are still loading. */
  initialFocus?: PopupProps['initialFocus'] | 'itself'
  /** Where the focus moves afterwards, if not back to where it was. */
  finalFocus?: PopupProps['finalFocus']
  /** A click outside does not close it, so that typed text is not lost. */
  staysOnOutsideClick?: boolean
  /** The close button comes before the content, such as before tools used again and again. */
  isCloseFirst?: boolean
  /** Whether what is around it is dimmed. */
  hasBackdrop?: boolean
  /** Replaces the default width. */
  className?: string
  children: ReactNode
}

/** A dialog with a title and a close button. Its content is reset on each opening. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, isBusy, onOpenChange, initialFocus, finalFocus, children } = props
  const { staysOnOutsideClick = false, isCloseFirst = false, className = styles.popup } = props
  const { hasBackdrop = true } = props
  const popup = useRef<HTMLDivElement>(null)
  const change = (open: boolean) => !isBusy && onOpenChange(open)
  useLayer(isOpen, () => change(false))
  const closeButton = (
    <BaseDialog.Close className={styles.close} aria-label={texts.close}>
      <X aria-hidden="true" />
    </BaseDialog.Close>
  )
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={change}
      disablePointerDismissal={staysOnOutsideClick}
    >
      <BaseDialog.Portal>
        {hasBackdrop && <BaseDialog.Backdrop className={styles.backdrop} />}
        <BaseDialog.Popup
          ref={popup}
          className={className}
          initialFocus={initialFocus === 'itself' ? popup : initialFocus}
          finalFocus={finalFocus}
        >
          <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
          {isCloseFirst && closeButton}
          {children}
          {/* Last in the document, so that the first field gets the focus. */}
          {!isCloseFirst && closeButton}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
