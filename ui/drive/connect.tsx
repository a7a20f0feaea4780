import type { ReactNode, RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { driveReturnErrors } from '../../src/contract/vocabulary.ts'
import { primary } from '../components/Button.css.ts'
import { siteOrigin } from './site-origin.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.connect

type ConnectProps = {
  reason: string | null
  /** Gets the focus when the connection is lost. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** Links to Google's sign-in; `reason` says why the last connection ended. */
export function Connect({ reason, heading }: ConnectProps) {
  return (
    <section className={styles.part} aria-labelledby="drive-connect">
      <h2 className={styles.heading} id="drive-connect" tabIndex={-1} ref={heading}>
        {labels.heading}
      </h2>
      {reason && <p className={styles.failure}>{reason}</p>}
      <p className={styles.text}>{labels.lead}</p>
      <ConnectLink className={primary} label={reason ? labels.again : labels.link} />
    </section>
  )
}

type ConnectLinkProps = {
  className: string
  label: string
  /** Buttons beside the link. */
  children?: ReactNode
}

/** Leads to Google, or says at which address that works. */
export function ConnectLink({ className, label, children }: ConnectLinkProps) {
  const origin = siteOrigin()
  const isElsewhere = origin !== location.origin
  return (
    <>
      {isElsewhere && <p className={styles.failure}>{labels.elsewhere(origin)}</p>}
      {(!isElsewhere || children) && (
        <div className={styles.actions}>
          {!isElsewhere && (
            <a className={className} href="/api/drive/auth?redir=/user/drive">
              {label}
            </a>
          )}
          {children}
        </div>
      )}
    </>
  )
}

/** Why a return from Google, which leads to this screen, could not be used. */
export function ReturnError() {
  const [search] = useSearchParams()
  const error = driveReturnErrors.find((each) => each === search.get('error'))
  if (!error) return null
  return (
    <p className={styles.returnError} role="alert">
      {labels.errors[error]}
    </p>
  )
}
