import { useState } from 'react'
import { api, codeAndMessage, unwrap } from '../../kit/api.ts'
import { ConfirmDialog } from '../../kit/components/ConfirmDialog.tsx'
import type { OpenState } from '../../kit/components/use-dialog.ts'
import { notify } from '../../kit/state/notices.ts'
import { refreshGuest } from './state.ts'
import { texts } from './texts.ts'

const doneMs = 4000
const { title, text, ok, done } = texts.leave

/** Asks for confirmation, since signing in again needs another e-mail. */
export function LogoutDialog({ isOpen, onOpenChange }: OpenState) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const leave = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await unwrap(api.guest.logout.$get())
      onOpenChange(false)
      await refreshGuest()
      notify(done, { durationMs: doneMs })
    } catch (error) {
      setProblem(codeAndMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={title}
      text={text}
      ok={ok}
      isOpen={isOpen}
      isBusy={isBusy}
      problem={problem}
      onOk={() => void leave()}
      onCancel={() => {
        setProblem(undefined)
        onOpenChange(false)
      }}
    />
  )
}
