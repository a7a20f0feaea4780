import type { RefObject } from 'react'
import { primary } from '../components/Button.css.ts'
import { siteOrigin } from './site-origin.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const words = texts.connect

type ConnectProps = {
  reason: string | null
  /** Where the keyboard goes on when this takes the place of a connection. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** The way to Google and back; `reason` says why it has to be gone once more. */
export function Connect({ reason, heading }: ConnectProps) {
  const origin = siteOrigin()
  const isElsewhere = origin !== location.origin
  return (
    <section className={styles.part} aria-labelledby="drive-connect">
      <h2 className={styles.heading} id="drive-connect" tabIndex={-1} ref={heading}>
        {words.heading}
      </h2>
      {reason && <p className={styles.failure}>{reason}</p>}
      <p className={styles.text}>{words.lead}</p>
      {isElsewhere ? (
        <p className={styles.failure}>{words.elsewhere(origin)}</p>
      ) : (
        <div className={styles.actions}>
          <a className={primary} href="/api/drive/auth?redir=/user/drive">
            {reason ? words.again : words.link}
          </a>
        </div>
      )}
    </section>
  )
}
