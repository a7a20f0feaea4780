import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { Guest } from '../../../src/contract/people/guests.ts'
import { RegisterDialog } from '../../features/registration/dialogs.tsx'
import { registrationAtom } from '../../features/registration/state.ts'
import * as styles from '../../features/registration/styles.css.ts'
import { texts } from '../../features/registration/texts.ts'
import { Button } from '../../kit/components/Button.tsx'
import { Sentence } from '../../kit/components/Sentence.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'

type InvitationProps = {
  heading: ReactNode
  lead: string
  note?: ReactNode
  /** Registering is not the main purpose of the page. */
  isQuiet?: boolean
  /** The heading, for moving the focus to it. */
  ref?: RefObject<HTMLHeadingElement | null>
}

/** Invites visitors to register, then asks them to open the link in the e-mail. */
export function Invitation({ isQuiet = false, ref, ...labels }: InvitationProps) {
  const registration = useAtomValue(registrationAtom)
  const dialog = useDialog(RegisterDialog)
  const own = useRef<HTMLHeadingElement>(null)
  const title = ref ?? own
  const { heading, lead, note } = registration ? thanksFor(registration) : labels
  return (
    <section className={styles.page}>
      <h1 ref={title} tabIndex={-1} className={styles.heading}>
        {heading}
      </h1>
      <p className={styles.lead}>{lead}</p>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.actions}>
        <Button kind={isQuiet || registration ? 'quiet' : 'primary'} onClick={dialog.open}>
          {texts.register}
        </Button>
      </div>
      {dialog.isMounted && <RegisterDialog {...dialog.dialogProps} thanksHeading={title} />}
    </section>
  )
}

const thanksFor = ({ name, email }: { name: string; email: string }) => ({
  heading: <Sentence with={name} of={texts.pending.heading} />,
  lead: texts.pending.text(email),
  note: texts.pending.life,
})

/** The guest's public name and private e-mail address. */
export function GuestCard({ guest: { name, email } }: { guest: Guest }) {
  return (
    <dl className={styles.card}>
      <dt className={styles.term}>{texts.welcome.name}</dt>
      <dd>
        <bdi>{name}</bdi>
      </dd>
      <dt className={styles.term}>{texts.welcome.email}</dt>
      <dd>{email}</dd>
    </dl>
  )
}

/** Shown when the server did not respond, with a retry button; the alert says why. */
export function RetryPage({ heading, text }: { heading: string; text: string }) {
  const revalidator = useRevalidator()
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.lead}>{text}</p>
      <div className={styles.actions}>
        <Button
          kind="primary"
          isBusy={revalidator.state === 'loading'}
          onClick={() => void revalidator.revalidate()}
        >
          {texts.retry}
        </Button>
      </div>
    </section>
  )
}
