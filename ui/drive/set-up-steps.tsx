import { CopyField } from './copy-field.tsx'
import { isTakenByGoogle, redirectAddress, siteOrigin } from './site-origin.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const console = 'https://console.cloud.google.com'
const scope = 'https://www.googleapis.com/auth/drive.readonly'
const words = texts.steps

/** While the gallery has no client id and secret: how its owner gets them. */
export function SetUpSteps() {
  return (
    <section className={styles.part} aria-labelledby="drive-steps">
      <h2 className={styles.heading} id="drive-steps">
        {words.heading}
      </h2>
      <p className={styles.text}>{words.lead}</p>
      <ol className={styles.steps}>
        <Step words={words.project} href={`${console}/projectcreate`} />
        <Step words={words.api} href={`${console}/apis/library/drive.googleapis.com`} />
        <Step words={words.consent} href={`${console}/auth/overview`}>
          <code className={styles.code}>{scope}</code>
        </Step>
        <Step words={words.publish} href={`${console}/auth/audience`} />
        <Step words={words.client} href={`${console}/auth/clients`}>
          <div className={styles.copied}>
            <CopyField label={words.redirect} value={redirectAddress()} />
          </div>
          {!isTakenByGoogle(siteOrigin()) && <p className={styles.failure}>{words.needsHttps}</p>}
        </Step>
        <li className={styles.step}>
          {words.start}
          <code className={styles.code}>{words.flags.join('\n')}</code>
          <code className={styles.code}>{words.variables.join('\n')}</code>
        </li>
      </ol>
      <p className={styles.text}>{words.more}</p>
    </section>
  )
}

type StepProps = {
  /** What stands before, in and after the link. */
  words: readonly [string, string, string]
  href: string
  children?: React.ReactNode
}

function Step({ words: [before, link, after], href, children }: StepProps) {
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
