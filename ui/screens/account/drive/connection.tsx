import { useAtomValue } from 'jotai'
import { isOver } from '../../../features/drive-import/job-state.ts'
import { driveStatusAtom } from '../../../features/drive-import/state.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import { part, partHeading } from '../../../kit/account/styles.css.ts'
import { quiet } from '../../../kit/components/Button.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { quietText } from '../../../kit/components/text.css.ts'
import { useAction } from '../../../kit/components/use-action.ts'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { importJobAtom } from '../../../kit/state/background-work.ts'
import { ConnectLink, connectAddress } from './connect.tsx'
import { disconnect } from './disconnect.ts'

const ConfirmDialog = lazyWithRetry(
  async () => (await import('../../../kit/components/ConfirmDialog.tsx')).ConfirmDialog,
)
const labels = texts.connection

/** Says which account is connected, which can be connected again or disconnected. */
export function Connection() {
  const account = useAtomValue(driveStatusAtom)?.account ?? null
  const job = useAtomValue(importJobAtom)
  const running = job && !isOver(job) ? job : undefined
  const question = useDialog(ConfirmDialog)
  const reconnection = useDialog(ConfirmDialog)
  const { isBusy, problem, run } = useAction()

  const end = async () => {
    await disconnect()
    question.dialogProps.onOpenChange(false)
  }

  return (
    <section className={part} aria-labelledby="drive-connection">
      <h2 className={partHeading} id="drive-connection">
        {labels.heading}
      </h2>
      <p className={styles.connected}>{labels.connected(account)}</p>
      <p className={quietText}>{labels.lead}</p>
      <ConnectLink
        className={quiet}
        label={texts.connect.again}
        onClick={(event) => {
          if (!running) return
          event.preventDefault()
          reconnection.open()
        }}
      >
        <Button onClick={question.open}>{labels.submit}</Button>
      </ConnectLink>
      {question.isMounted && (
        <ConfirmDialog
          title={labels.question.title}
          text={labels.question.text}
          ok={texts.ok}
          cancel={texts.cancel}
          isOpen={question.dialogProps.isOpen}
          isBusy={isBusy}
          problem={problem}
          onOk={() => void run(end)}
          onCancel={() => question.dialogProps.onOpenChange(false)}
        />
      )}
      {reconnection.isMounted && (
        <ConfirmDialog
          title={labels.reconnection.title}
          text={labels.reconnection.text(running?.folder ?? null, account)}
          ok={labels.reconnection.ok}
          isOpen={reconnection.dialogProps.isOpen}
          onOk={() => location.assign(`${connectAddress}&stopImport=true`)}
          onCancel={() => reconnection.dialogProps.onOpenChange(false)}
        />
      )}
    </section>
  )
}
