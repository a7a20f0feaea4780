import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useAtomValue } from 'jotai'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../kit/components/Button.tsx'
import * as styles from '../../kit/components/Dialog.css.ts'
import { Dialog } from '../../kit/components/Dialog.tsx'
import type { OpenState } from '../../kit/components/use-dialog.ts'
import { GuestForm } from './guest-form.tsx'
import { guestAtom } from './state.ts'
import { texts } from './texts.ts'
import type { Wish } from './wish.ts'

const labels = texts.form

type RegisterDialogProps = OpenState & {
  /** The heading of a page that thanks for a registration itself; it gets the focus then. */
  thanksHeading?: RefObject<HTMLElement | null>
  /** What the visitor wants to do, if they did not choose to register by themselves. */
  wish?: Wish | undefined
}

/** Registers a guest or changes the one who is signed in, then shows the result. */
export function RegisterDialog(props: RegisterDialogProps) {
  const { isOpen, onOpenChange, thanksHeading, wish } = props
  const [isBusy, setBusy] = useState(false)
  const [thanks, setThanks] = useState<string>()
  const [isThanked, setThanked] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const current = useAtomValue(guestAtom)
  // Reset on each opening; sign-ins and logouts in other tabs do not change an open dialog.
  const [opened, setOpened] = useState({ isOpen, guest: current })
  if (opened.isOpen !== isOpen) {
    setOpened({ isOpen, guest: isOpen ? current : opened.guest })
    if (isOpen) {
      setThanks(undefined)
      setThanked(false)
    }
  }
  const { guest } = opened
  const close = () => onOpenChange(false)
  const finish = (thanks: string) => {
    if (guest || !thanksHeading) {
      setThanks(thanks)
      return
    }
    setThanked(true)
    close()
  }
  return (
    <Dialog
      title={guest ? labels.updateTitle : labels.registerTitle}
      isOpen={isOpen}
      isBusy={isBusy}
      onOpenChange={onOpenChange}
      initialFocus={name}
      finalFocus={() => (isThanked && thanksHeading?.current) || true}
      staysOnOutsideClick
    >
      {thanks ? (
        <Thanks text={thanks} onClose={close} />
      ) : (
        <GuestForm
          guest={guest}
          nameField={name}
          wish={wish}
          isPendingKnown={thanksHeading !== undefined}
          onBusy={setBusy}
          onCancel={close}
          onDone={finish}
        />
      )}
    </Dialog>
  )
}

function Thanks({ text, onClose }: { text: string; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // Before the next paint, so that Enter closes the dialog at once.
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <>
      <BaseDialog.Description className={styles.description} role="status">
        {text}
      </BaseDialog.Description>
      <div className={styles.actions}>
        <Button kind="primary" ref={button} onClick={onClose}>
          {labels.ok}
        </Button>
      </div>
    </>
  )
}
