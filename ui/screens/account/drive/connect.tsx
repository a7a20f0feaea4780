import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react'
import type { DriveStatus } from '../../../../src/contract/imports/drive.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import { actions, part, partHeading } from '../../../kit/account/styles.css.ts'
import { errorText } from '../../../kit/api.ts'
import { primary } from '../../../kit/components/Button.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { quietText } from '../../../kit/components/text.css.ts'
import { attemptNotice } from '../../../kit/state/notices.ts'
import { disconnect } from './disconnect.ts'
import { siteOrigin } from './site-origin.ts'

const labels = texts.connect
const notice = attemptNotice()

/** Where the browser goes to sign in at Google. */
export const connectAddress = '/api/drive/auth?redir=/user/drive'

type ConnectProps = {
  status: DriveStatus
  /** Gets the focus when the connection is lost. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** Links to Google's sign-in, with the reason why the last connection or attempt failed. */
export function Connect({ status, heading }: ConnectProps) {
  const { reason, isLost, account } = status
  return (
    <section className={part} aria-labelledby="drive-connect">
      <h2 className={partHeading} id="drive-connect" tabIndex={-1} ref={heading}>
        {labels.heading}
      </h2>
      {reason && <p className={styles.failure}>{reason}</p>}
      <p className={quietText}>{labels.lead}</p>
      <ConnectLink className={primary} label={isLost ? labels.againAs(account) : labels.link}>
        {isLost && <Forget />}
      </ConnectLink>
    </section>
  )
}

/** Forgets a lost connection and whose it was. */
function Forget() {
  const [isBusy, setBusy] = useState(false)
  const forget = async () => {
    setBusy(true)
    notice.dismiss()
    try {
      await disconnect()
    } catch (error) {
      notice.show(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Button isBusy={isBusy} onClick={() => void forget()}>
      {labels.forget}
    </Button>
  )
}

type ConnectLinkProps = {
  className: string
  label: string
  onClick?: (event: MouseEvent) => void
  /** Buttons beside the link. */
  children?: ReactNode
}

/** Leads to Google, or says at which address that works. */
export function ConnectLink({ className, label, onClick, children }: ConnectLinkProps) {
  const origin = siteOrigin()
  const isElsewhere = origin !== location.origin
  return (
    <>
      {isElsewhere && <p className={styles.failure}>{labels.elsewhere(origin)}</p>}
      {(!isElsewhere || children) && (
        <div className={actions}>
          {!isElsewhere && (
            <a className={className} href={connectAddress} onClick={onClick}>
              {label}
            </a>
          )}
          {children}
        </div>
      )}
    </>
  )
}
