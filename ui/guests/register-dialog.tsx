import { Dialog } from '@base-ui/react/dialog'
import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../components/Button.tsx'
import * as dialog from '../components/Dialog.css.ts'
import type { DialogProps } from './dialogs.tsx'
import { GuestForm } from './guest-form.tsx'
import { guestAtom } from './state.ts'
import { texts } from './texts.ts'

const words = texts.form

/** Registers a guest, or changes the one who is signed in, and says what there is to do then. */
export function RegisterDialog({ isOpen, onOpenChange }: DialogProps) {
  const [isBusy, setBusy] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => !isBusy && onOpenChange(open)}
      // A press beside it must not cost what was typed.
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup} initialFocus={name}>
          <Content name={name} onBusy={setBusy} onClose={() => onOpenChange(false)} />
          <Dialog.Close className={dialog.close} aria-label={words.close}>
            <X aria-hidden="true" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ContentProps = {
  name: React.RefObject<HTMLInputElement | null>
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

/** Begins anew with each opening; whoever comes or goes in another tab does not change it. */
function Content({ name, onBusy, onClose }: ContentProps) {
  const present = useAtomValue(guestAtom)
  const [guest] = useState(present)
  const [thanks, setThanks] = useState<string>()
  return (
    <>
      <Dialog.Title className={dialog.title}>
        {guest ? words.updateTitle : words.registerTitle}
      </Dialog.Title>
      {thanks ? (
        <Thanks text={thanks} onClose={onClose} />
      ) : (
        <GuestForm
          guest={guest}
          nameField={name}
          onBusy={onBusy}
          onCancel={onClose}
          onDone={setThanks}
        />
      )}
    </>
  )
}

function Thanks({ text, onClose }: { text: string; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // With the drawing: whoever reads it may press Enter at once.
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <>
      <Dialog.Description className={dialog.description} role="status">
        {text}
      </Dialog.Description>
      <div className={dialog.actions}>
        <Button kind="primary" ref={button} onClick={onClose}>
          {words.ok}
        </Button>
      </div>
    </>
  )
}
