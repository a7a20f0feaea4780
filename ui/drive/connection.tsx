import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { api, errorText, unwrap } from '../api.ts'
import { quiet } from '../components/Button.css.ts'
import { Button } from '../components/Button.tsx'
import { lazyWithRetry } from '../components/lazy-with-retry.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { ConnectLink } from './connect.tsx'
import { driveStatusAtom, forgetListing, loadStatus } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const ConfirmDialog = lazyWithRetry(
  async () => (await import('../components/ConfirmDialog.tsx')).ConfirmDialog,
)
const labels = texts.connection

/** Says which account is connected, which can be connected again or disconnected. */
export function Connection() {
  const account = useAtomValue(driveStatusAtom)?.account ?? null
  const question = useDialog(ConfirmDialog)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const disconnect = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await unwrap(api.drive.disconnect.$post({ json: {} }))
      question.props.onOpenChange(false)
      forgetListing()
      await loadStatus()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={styles.part} aria-labelledby="drive-connection">
      <h2 className={styles.heading} id="drive-connection">
        {labels.heading}
      </h2>
      <p className={styles.connected}>{labels.connected(account)}</p>
      <p className={styles.text}>{labels.lead}</p>
      <ConnectLink className={quiet} label={texts.connect.again}>
        <Button onClick={question.open}>{labels.submit}</Button>
      </ConnectLink>
      {question.isWanted && (
        <ConfirmDialog
          title={labels.question.title}
          text={labels.question.text}
          ok={texts.ok}
          cancel={texts.cancel}
          isOpen={question.props.isOpen}
          isBusy={isBusy}
          problem={problem}
          onOk={() => void disconnect()}
          onCancel={() => question.props.onOpenChange(false)}
        />
      )}
    </section>
  )
}
