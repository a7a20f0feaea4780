import { useState } from 'react'
import { api, errorText, unwrap } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { late } from '../components/late.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { forgetFindings, loadStatus } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const ConfirmDialog = late(
  async () => (await import('../components/ConfirmDialog.tsx')).ConfirmDialog,
)
const words = texts.disconnect

/** Disconnects after a confirmation. */
export function Disconnect() {
  const question = useDialog(ConfirmDialog)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const disconnect = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await unwrap(api.drive.disconnect.$post({ json: {} }))
      question.props.onOpenChange(false)
      forgetFindings()
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
        {words.heading}
      </h2>
      <p className={styles.text}>{words.lead}</p>
      <div className={styles.actions}>
        <Button onClick={question.open}>{words.submit}</Button>
      </div>
      {question.isWanted && (
        <ConfirmDialog
          title={words.question.title}
          text={words.question.text}
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
