import { type RefObject, useRef, useState } from 'react'
import { primary } from '../components/Button.css.ts'
import { inside } from '../components/TextField.css.ts'
import { TextField } from '../components/TextField.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type ConnectProps = {
  reason: string | null
  /** Gets the focus when the connection is lost. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** Links to Google's sign-in; `reason` says why the last connection ended. */
export function Connect({ reason, heading }: ConnectProps) {
  const origin = siteOrigin()
  const isElsewhere = origin !== location.origin
  return (
    <section className={styles.part} aria-labelledby="drive-connect">
      <h2 className={styles.heading} id="drive-connect" tabIndex={-1} ref={heading}>
        {texts.connect.heading}
      </h2>
      {reason && <p className={styles.failure}>{reason}</p>}
      <p className={styles.text}>{texts.connect.lead}</p>
      {isElsewhere ? (
        <p className={styles.failure}>{texts.connect.elsewhere(origin)}</p>
      ) : (
        <div className={styles.actions}>
          <a className={primary} href="/api/drive/auth?redir=/user/drive">
            {reason ? texts.connect.again : texts.connect.link}
          </a>
        </div>
      )}
    </section>
  )
}

const console = 'https://console.cloud.google.com'
const scope = 'https://www.googleapis.com/auth/drive.readonly'

/** Instructions for getting a client ID and secret, shown until they are configured. */
export function SetUpSteps() {
  return (
    <section className={styles.part} aria-labelledby="drive-steps">
      <h2 className={styles.heading} id="drive-steps">
        {texts.steps.heading}
      </h2>
      <p className={styles.text}>{texts.steps.lead}</p>
      <ol className={styles.steps}>
        <Step parts={texts.steps.project} href={`${console}/projectcreate`} />
        <Step parts={texts.steps.api} href={`${console}/apis/library/drive.googleapis.com`} />
        <Step parts={texts.steps.consent} href={`${console}/auth/overview`}>
          <code className={styles.code}>{scope}</code>
        </Step>
        <Step parts={texts.steps.publish} href={`${console}/auth/audience`} />
        <Step parts={texts.steps.client} href={`${console}/auth/clients`}>
          <div className={styles.copied}>
            <CopyField label={texts.steps.redirect} value={redirectAddress()} />
          </div>
          {!isAcceptedByGoogle(siteOrigin()) && (
            <p className={styles.failure}>{texts.steps.needsHttps}</p>
          )}
        </Step>
        <li className={styles.step}>
          {texts.steps.start}
          <code className={styles.code}>{texts.steps.flags.join('\n')}</code>
          <code className={styles.code}>{texts.steps.variables.join('\n')}</code>
        </li>
      </ol>
      <p className={styles.text}>{texts.steps.more}</p>
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

  return (
    <TextField ref={field} label={label} value={value} readOnly>
      <button type="button" className={inside} onClick={() => void copy()}>
        {isCopied ? texts.steps.copied : texts.steps.copy}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && texts.steps.copied}
      </span>
    </TextField>
  )
}

/** The gallery's public address, where Google redirects to. */
function siteOrigin(): string {
  const canonical = document.querySelector<HTMLLinkElement>("link[rel='canonical']")?.href
  return canonical ? new URL(canonical).origin : location.origin
}

/** To be entered in the Google Cloud console. */
const redirectAddress = () => `${siteOrigin()}/api/drive/callback`

/** Google redirects only to https addresses and to localhost. */
function isAcceptedByGoogle(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
