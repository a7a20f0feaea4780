import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { problem as problemStyle } from '../account/styles.css.ts'
import { api, errorText, unwrap } from '../api.ts'
import { Button } from '../components/Button.tsx'
import * as dialog from '../components/Dialog.css.ts'
import { notify } from '../state/notices.ts'
import type { DialogProps } from './dialogs.tsx'
import { refreshGuest } from './state.ts'
import { texts } from './texts.ts'

const doneMs = 4000

/** Asks before a guest leaves: coming back takes another mail. */
export function LogoutDialog({ isOpen, onOpenChange }: DialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const leave = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await unwrap(api.guest.logout.$get())
      onOpenChange(false)
      await refreshGuest()
      notify(texts.leave.done, { durationMs: doneMs })
    } catch (error) {
      const reason = errorText(error)
      setProblem(reason)
      notify(reason)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (isBusy) return
        setProblem(undefined)
        onOpenChange(open)
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={dialog.popup}>
          <AlertDialog.Title className={dialog.title}>{texts.leave.title}</AlertDialog.Title>
          <AlertDialog.Description className={dialog.description}>
            {texts.leave.text}
          </AlertDialog.Description>
          {problem && <p className={problemStyle}>{problem}</p>}
          <div className={dialog.actions}>
            <AlertDialog.Close render={<Button>{texts.form.cancel}</Button>} />
            <Button kind="primary" isBusy={isBusy} onClick={() => void leave()}>
              {texts.leave.ok}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
