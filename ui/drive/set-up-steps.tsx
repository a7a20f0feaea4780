import { useRef, useState } from 'react'
import { inside } from '../components/TextField.css.ts'
import { TextField } from '../components/TextField.tsx'
import * as styles from './set-up-steps.css.ts'
import { isAcceptedByGoogle, redirectAddress, siteOrigin } from './site-origin.ts'
import { failure, heading, part, text } from './styles.css.ts'
import { texts } from './texts.ts'

const console = 'https://console.cloud.google.com'
const scope = 'https://www.googleapis.com/auth/drive.readonly'

/** Instructions for getting a client ID and secret, shown until they are configured. */
export function SetUpSteps() {
  return (
    <section className={part} aria-labelledby="drive-steps">
      <h2 className={heading} id="drive-steps">
        {texts.steps.heading}
      </h2>
      <p className={text}>{texts.steps.lead}</p>
      <ol className={styles.steps}>
        <Step parts={texts.steps.project} href={`${console}/projectcreate`} />
        <Step parts={texts.steps.api} href={`${console}/apis/library/drive.googleapis.com`} />
        <Step parts={texts.steps.consent} href={`${console}/auth/overview`}>
          <CopyField label={texts.steps.scope} value={scope} />
        </Step>
        <Step parts={texts.steps.publish} href={`${console}/auth/audience`} />
        <Step parts={texts.steps.client} href={`${console}/auth/clients`}>
          <CopyField label={texts.steps.redirect} value={redirectAddress()} />
          {!isAcceptedByGoogle(siteOrigin()) && <p className={failure}>{texts.steps.needsHttps}</p>}
          <p className={styles.stepNote}>{texts.steps.keep}</p>
        </Step>
        <li className={styles.step}>
          {texts.steps.start}
          <code className={styles.code}>{texts.steps.variables.join('\n')}</code>
          <p className={styles.stepNote}>{texts.steps.or}</p>
          <code className={styles.code}>{texts.steps.flags.join('\n')}</code>
          <p className={styles.stepNote}>{texts.steps.reload}</p>
        </li>
      </ol>
      <p className={text}>{texts.steps.more}</p>
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

  const action = isCopied ? texts.steps.copied : texts.steps.copy
  return (
    <div className={styles.copied}>
      <TextField ref={field} label={label} value={value} readOnly>
        <button
          type="button"
          className={inside}
          aria-label={texts.steps.copyOf(action, label)}
          onClick={() => void copy()}
        >
          {action}
        </button>
        <span className="visually-hidden" role="status">
          {isCopied && texts.steps.copied}
        </span>
      </TextField>
    </div>
  )
}
