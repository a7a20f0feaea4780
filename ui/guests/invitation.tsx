import { useAtomValue } from 'jotai'
import { Button } from '../components/Button.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { RegisterDialog } from './dialogs.tsx'
import { registrationAtom } from './guest.ts'
import * as styles from './guests.css.ts'
import { texts } from './texts.ts'

type InvitationProps = {
  heading: string
  lead: string
  note?: string
  /** Registering is not what one came for. */
  isQuiet?: boolean
}

/** Asks to register; once that is done it thanks, and says that the mail's link is to be followed. */
export function Invitation({ isQuiet = false, ...words }: InvitationProps) {
  const registration = useAtomValue(registrationAtom)
  const dialog = useDialog()
  const { heading, lead, note } = registration ? thanksFor(registration) : words
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.lead}>{lead}</p>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.actions}>
        <Button kind={isQuiet || registration ? 'quiet' : 'primary'} onClick={dialog.open}>
          {texts.register}
        </Button>
      </div>
      {dialog.isWanted && <RegisterDialog {...dialog.props} />}
    </section>
  )
}

const thanksFor = ({ name, email }: { name: string; email: string }) => ({
  heading: texts.pending.heading(name),
  lead: texts.pending.text(email),
  note: texts.pending.life,
})
