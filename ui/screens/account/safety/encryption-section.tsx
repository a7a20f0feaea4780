import { useRef, useState } from 'react'
import type { Safety } from '../../../../src/contract/site/safety.ts'
import { useCopy } from '../../../features/sharing/copy-button.tsx'
import * as cards from '../../../kit/account/settings-card.css.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { quiet } from '../../../kit/components/Button.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { ConfirmDialog } from '../../../kit/components/ConfirmDialog.tsx'
import * as dialog from '../../../kit/components/Dialog.css.ts'
import { Dialog } from '../../../kit/components/Dialog.tsx'
import { TextArea } from '../../../kit/components/TextField.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { makeBackupKey } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.encryption

type Props = { safety: Safety; onMade: () => void }

/** Whether backups in buckets are encrypted, and the key, which is shown once. */
export function EncryptionSection({ safety, onMade }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [key, setKey] = useState<string>()
  const { isBusy, problem, run } = useAction({ within: texts.targets.failed })
  const make = () =>
    void run(async () => {
      setKey(await makeBackupKey())
      setAsking(false)
    })
  const close = () => {
    setKey(undefined)
    onMade()
  }
  return (
    <section aria-labelledby="safety-encryption" className={account.part}>
      <h2 className={account.partHeading} id="safety-encryption">
        {labels.heading}
      </h2>
      <p className={cards.text}>{safety.hasBackupKey ? labels.on : labels.off}</p>
      {!safety.hasBackupKey && (
        <div>
          <Button onClick={() => setAsking(true)}>{labels.make}</Button>
        </div>
      )}
      <ConfirmDialog
        title={labels.question.title}
        text={labels.warning}
        ok={labels.question.ok}
        isOpen={isAsking}
        isBusy={isBusy}
        problem={problem}
        onOk={make}
        onCancel={() => setAsking(false)}
      />
      {key !== undefined && <KeyDialog backupKey={key} onClose={close} />}
    </section>
  )
}

/**
 * All of the key is in view, as some people write it down. A click outside does not close the dialog:
 * the key is not shown again.
 */
function KeyDialog({ backupKey, onClose }: { backupKey: string; onClose: () => void }) {
  const { title, text, label, copy, copied, download, fileName, done } = labels.shown
  const field = useRef<HTMLTextAreaElement>(null)
  const copying = useCopy(backupKey, field)
  return (
    <Dialog
      title={title}
      isOpen
      isBusy={false}
      staysOnOutsideClick
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <p className={dialog.description}>{text}</p>
      <div className={styles.backupKey}>
        <TextArea
          ref={field}
          label={label}
          hint={copying.hint}
          value={backupKey}
          rows={4}
          readOnly
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className={styles.keyActions}>
          <Button onClick={() => void copying.copy()}>{copying.isCopied ? copied : copy}</Button>
          <a
            className={quiet}
            href={`data:text/plain,${encodeURIComponent(`${backupKey}\n`)}`}
            download={fileName}
          >
            {download}
          </a>
        </div>
      </div>
      <div className={dialog.actions}>
        <Button kind="primary" onClick={onClose}>
          {done}
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {copying.isCopied && copied}
      </span>
    </Dialog>
  )
}
