import { useRef, useState } from 'react'
import { failure } from '../../../features/drive-import/styles.css.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { inside } from '../../../kit/components/TextField.css.ts'
import { TextField } from '../../../kit/components/TextField.tsx'
import { quietText } from '../../../kit/components/text.css.ts'
import * as styles from './set-up-steps.css.ts'
import { setUpTexts } from './set-up-texts.ts'
import { isAcceptedByGoogle, redirectAddress, siteOrigin } from './site-origin.ts'

const console = 'https://console.cloud.google.com'
const scope = 'https://www.googleapis.com/auth/drive.readonly'

/** Instructions for getting a client ID and secret, shown until they are configured. */
export function SetUpSteps({ problem }: { problem: string | null }) {
  return (
    <section className={account.part} aria-labelledby="drive-steps">
      <h2 className={account.partHeading} id="drive-steps">
        {setUpTexts.heading}
      </h2>
      {problem && (
        <p className={failure} role="alert">
          {problem}
        </p>
      )}
      <p className={quietText}>{setUpTexts.lead}</p>
      <ol className={styles.steps}>
        <Step parts={setUpTexts.project} href={`${console}/projectcreate`} />
        <Step parts={setUpTexts.api} href={`${console}/apis/library/drive.googleapis.com`} />
        <Step parts={setUpTexts.consent} href={`${console}/auth/overview`}>
          <CopyField label={setUpTexts.scope} value={scope} />
        </Step>
        <Step parts={setUpTexts.publish} href={`${console}/auth/audience`} />
        <Step parts={setUpTexts.client} href={`${console}/auth/clients`}>
          <CopyField label={setUpTexts.redirect} value={redirectAddress()} />
          {!isAcceptedByGoogle(siteOrigin()) && <p className={failure}>{setUpTexts.needsHttps}</p>}
          <p className={styles.stepNote}>{setUpTexts.keep}</p>
        </Step>
        <li className={styles.step}>
          {setUpTexts.start}
          <code className={styles.code}>{setUpTexts.variables.join('\n')}</code>
          <p className={styles.stepNote}>{setUpTexts.or}</p>
          <code className={styles.code}>{setUpTexts.flags.join('\n')}</code>
          <p className={styles.stepNote}>{setUpTexts.reload}</p>
        </li>
      </ol>
      <p className={quietText}>{setUpTexts.more}</p>
    </section>
  )
}

type StepProps = {
  /** The text before, in and after the link. */
  parts: readonly [string, string, string]
  href: string
  children?: React.ReactNode
}

function Step({ parts: [before, link, after], href, children }: StepProps) {
  return (
    <li className={styles.step}>
      {before}
      <a className={styles.stepLink} href={href} target="_blank" rel="noreferrer">
        {link}
      </a>
      {after}
      {children}
    </li>
  )
}

/** A read-only text with a copy button. */
function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // Without https there is no clipboard access; the text is left selected for copying.
      field.current?.focus()
    }
  }

  const action = isCopied ? setUpTexts.copied : setUpTexts.copy
  return (
    <div className={styles.copied}>
      <TextField ref={field} label={label} value={value} readOnly>
        <button
          type="button"
          className={inside}
          aria-label={setUpTexts.copyOf(action, label)}
          onClick={() => void copy()}
        >
          {action}
        </button>
        <span className="visually-hidden" role="status">
          {isCopied && setUpTexts.copied}
        </span>
      </TextField>
    </div>
  )
}
