import { Dialog } from '@base-ui/react/dialog'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Job } from '../../../src/contract/imports/jobs.ts'
import { errorText } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { ConfirmDialog } from '../../kit/components/ConfirmDialog.tsx'
import * as dialog from '../../kit/components/Dialog.css.ts'
import { quietText } from '../../kit/components/text.css.ts'
import { useLayer } from '../../kit/navigation/layers.ts'
import { paths } from '../../kit/paths.ts'
import { importJobAtom, isProgressOpenAtom } from '../../kit/state/background-work.ts'
import { failuresHeading } from './failures.tsx'
import { areFailuresWantedAtom } from './failures-state.ts'
import { cancelImport, dismissImport } from './import-job.ts'
import { ImportProgress } from './import-progress.tsx'
import { isAborted, isOver } from './job-state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.progress

/**
 * A running import and its end. The import continues when the dialog is closed. The focus returns
 * to what opened it, or goes to `next` if that no longer exists.
 */
export default function ProgressDialog({ next }: { next: () => HTMLElement | null }) {
  const job = useAtomValue(importJobAtom)
  const [isOpen, setOpen] = useAtom(isProgressOpenAtom)
  // Shown until the closing animation ends.
  const [shown, setShown] = useState(job)
  if (job && job !== shown) setShown(job)
  const ok = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const setFailuresWanted = useSetAtom(areFailuresWantedAtom)
  const leadsToFailures = useRef(false)
  const isEnded = shown !== undefined && isOver(shown)

  // The Cancel button disappears at the end and may have had the focus.
  useEffect(() => {
    if (isEnded) ok.current?.focus()
  }, [isEnded])

  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    opener.current = document.activeElement
    leadsToFailures.current = false
  }, [isOpen])
  const focusAfterwards = () => {
    // Their heading takes the focus, at once or when they are loaded.
    if (leadsToFailures.current) return failuresHeading() ?? false
    const { current } = opener
    const exists = current instanceof HTMLElement && current.isConnected
    return exists && current !== document.body ? current : next()
  }

  const close = () => {
    setOpen(false)
    if (job && isOver(job)) dismissImport()
  }
  useLayer(isOpen && job !== undefined, close)
  const showPhotos = () => {
    close()
    void navigate(paths.home())
  }

  const showFailures = () => {
    leadsToFailures.current = true
    setFailuresWanted(true)
    close()
  }

  return (
    <Dialog.Root
      open={isOpen && job !== undefined}
      disablePointerDismissal
      onOpenChange={(open) => !open && close()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.dialog} initialFocus={ok} finalFocus={focusAfterwards}>
          <Dialog.Title className={styles.dialogTitle}>{labels.title}</Dialog.Title>
          {!isEnded && (
            <Dialog.Description className={dialog.description}>{labels.closing}</Dialog.Description>
          )}
          {shown && (
            <div className={styles.dialogProgress}>
              <ImportProgress job={shown} />
              <End job={shown} />
            </div>
          )}
          <div className={styles.dialogActions}>
            {shown && !isEnded && <CancelImport job={shown} />}
            {isEnded && shown.failed > 0 && (
              <Button onClick={showFailures}>{labels.showFailures}</Button>
            )}
            {isEnded && shown.done > 0 && <Button onClick={showPhotos}>{labels.showPhotos}</Button>}
            <Button ref={ok} kind="primary" onClick={close}>
              {texts.ok}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function End({ job }: { job: Job }) {
  return (
    <>
      {isAborted(job) && (
        <p className={job.isStopped ? quietText : styles.failure} role="alert">
          {labels.aborted(job.error)}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isOver(job) && !isAborted(job) && labels.ended(job)}
      </p>
    </>
  )
}

function CancelImport({ job }: { job: Job }) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const cancel = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await cancelImport(job)
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return (
    <>
      <Button onClick={() => setAsked(true)}>{labels.cancel}</Button>
      <ConfirmDialog
        title={labels.question.title}
        text={labels.question.text}
        ok={labels.cancel}
        cancel={labels.question.keep}
        isOpen={isAsked}
        isBusy={isBusy}
        problem={problem}
        onOk={() => void cancel()}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
