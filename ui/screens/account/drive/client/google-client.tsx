import { useAtomValue } from 'jotai'
import { type RefObject, useRef, useState } from 'react'
import type { GoogleClient } from '../../../../../src/contract/imports/google-client.ts'
import { driveStatusAtom } from '../../../../features/drive-import/state.ts'
import { failure } from '../../../../features/drive-import/styles.css.ts'
import * as account from '../../../../kit/account/styles.css.ts'
import { Button } from '../../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../../kit/components/lazy-with-retry.tsx'
import { quietText } from '../../../../kit/components/text.css.ts'
import { useAction } from '../../../../kit/components/use-action.ts'
import { useDialog } from '../../../../kit/components/use-dialog.ts'
import { useFocusWhenGone } from '../../../../kit/components/use-focus.ts'
import { useResource } from '../../../../kit/resource.ts'
import { ClientForm } from './client-form.tsx'
import { changeClient, googleClientAtom, loadClient } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const ConfirmDialog = lazyWithRetry(
  async () => (await import('../../../../kit/components/ConfirmDialog.tsx')).ConfirmDialog,
)

/** The gallery's OAuth client at Google: entered here, or set by the configuration. */
export function GoogleClientPart() {
  const client = useAtomValue(googleClientAtom)
  const { problem, retry } = useResource(loadClient, { within: texts.failed })
  const title = useRef<HTMLHeadingElement>(null)

  return (
    <section className={account.part} aria-labelledby="drive-client">
      <h2 className={account.partHeading} id="drive-client" tabIndex={-1} ref={title}>
        {texts.heading}
      </h2>
      {problem && (
        <>
          <p className={failure} role="alert">
            {problem}
          </p>
          <div className={account.actions}>
            <Button onClick={() => void retry()}>{texts.tryAgain}</Button>
          </div>
        </>
      )}
      {client && <Choice client={client} title={title} />}
    </section>
  )
}

type ChoiceProps = { client: GoogleClient; title: RefObject<HTMLHeadingElement | null> }

function Choice({ client, title }: ChoiceProps) {
  const [isEditing, setEditing] = useState(false)
  const isConfigured = client.source === 'configuration'
  const isForm = !isConfigured && (!client.hasSecret || isEditing)
  // To the heading: the buttons that replace the form belong to what follows it.
  useFocusWhenGone(isForm, title)
  useFocusWhenGone(!isForm, title)
  return (
    <>
      {isConfigured && <p className={quietText}>{texts.configured}</p>}
      {!isConfigured && !client.hasSecret && <p className={quietText}>{texts.lead}</p>}
      {!isConfigured && client.problem && <p className={failure}>{client.problem}</p>}
      {isForm ? (
        <ClientForm
          client={client}
          onEnd={client.hasSecret ? () => setEditing(false) : undefined}
        />
      ) : (
        <Facts client={client} />
      )}
      {!isForm && !isConfigured && (
        <div className={account.actions}>
          <Button onClick={() => setEditing(true)}>{texts.replace}</Button>
          <Remove />
        </div>
      )}
    </>
  )
}

function Facts({ client: { clientId, hasSecret } }: { client: GoogleClient }) {
  return (
    <dl className={styles.facts}>
      <dt className={styles.term}>{texts.id}</dt>
      <dd className={styles.value}>{clientId ?? texts.isNotSet}</dd>
      <dt className={styles.term}>{texts.secret}</dt>
      <dd className={styles.value}>{hasSecret ? texts.isSet : texts.isNotSet}</dd>
    </dl>
  )
}

function Remove() {
  const isConnected = useAtomValue(driveStatusAtom)?.authenticated === true
  const question = useDialog(ConfirmDialog)
  const { isBusy, problem, run } = useAction()

  const remove = async () => {
    await changeClient(undefined)
    question.dialogProps.onOpenChange(false)
  }

  const { removeText, connected } = texts.question
  return (
    <>
      <Button aria-haspopup="dialog" onClick={question.open}>
        {texts.remove}
      </Button>
      {question.isMounted && (
        <ConfirmDialog
          title={texts.question.remove}
          text={isConnected ? `${removeText} ${connected}` : removeText}
          ok={texts.remove}
          cancel={texts.cancel}
          isOpen={question.dialogProps.isOpen}
          isBusy={isBusy}
          problem={problem}
          onOk={() => void run(remove)}
          onCancel={() => question.dialogProps.onOpenChange(false)}
        />
      )}
    </>
  )
}
