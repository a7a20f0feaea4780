import { Dialog } from '@base-ui/react/dialog'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Job } from '../../src/contract/jobs.ts'
import { Button } from '../components/Button.tsx'
import * as dialog from '../components/Dialog.css.ts'
import { paths } from '../paths.ts'
import { importJobAtom, isProgressOpenAtom } from '../state/background-work.ts'
import { CancelImport } from './cancel-import.tsx'
import * as styles from './drive.css.ts'
import { forgetImport } from './import-job.ts'
import { ImportProgress } from './import-progress.tsx'
import { isAborted, isOver } from './job-state.ts'
import { texts } from './texts.ts'

const words = texts.progress

/**
 * The import while it runs, and its end. Closing it lets the import go on. The focus goes back to
 * what opened it, or to `next` where that is gone.
 */
export default function ProgressDialog({ next }: { next: () => HTMLElement | null }) {
  const job = useAtomValue(importJobAtom)
  const [isOpen, setOpen] = useAtom(isProgressOpenAtom)
  // What it closes with is seen until it is gone.
  const [shown, setShown] = useState(job)
  if (job && job !== shown) setShown(job)
  const ok = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const isEnded = shown !== undefined && isOver(shown)

  // With the end the button goes that the focus may have been on.
  useEffect(() => {
    if (isEnded) ok.current?.focus()
  }, [isEnded])

  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])
  const goOn = () => {
    const { current } = opener
    const isThere = current instanceof HTMLElement && current.isConnected
    return isThere && current !== document.body ? current : next()
  }

  const close = () => {
    setOpen(false)
    if (job && isOver(job)) forgetImport()
  }
  const showPhotos = () => {
    close()
    void navigate(paths.home())
  }

  return (
    <Dialog.Root
      open={isOpen && job !== undefined}
      disablePointerDismissal
      onOpenChange={(open) => !open && close()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.dialog} initialFocus={ok} finalFocus={goOn}>
          <Dialog.Title className={styles.dialogTitle}>{words.title}</Dialog.Title>
          {shown && (
            <div className={styles.dialogProgress}>
              <ImportProgress job={shown} />
              <End job={shown} />
            </div>
          )}
          <div className={styles.dialogActions}>
            {shown && !isEnded && <CancelImport job={shown} />}
            {isEnded && shown.done > 0 && <Button onClick={showPhotos}>{words.showPhotos}</Button>}
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
        <p className={styles.failure} role="alert">
          {words.aborted(job.error)}
        </p>
      )}
      <p className={styles.text} role="status">
        {isOver(job) && job.failed > 0 && words.reasons}
      </p>
    </>
  )
}
