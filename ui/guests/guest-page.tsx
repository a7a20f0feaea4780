import { useAtomValue } from 'jotai'
import type { Guest } from '../../src/contract/guests.ts'
import { Button } from '../components/Button.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { siteNameAtom, viewerAtom } from '../state/viewer.ts'
import { LogoutDialog, RegisterDialog } from './dialogs.tsx'
import { guestAtom } from './guest.ts'
import { GuestCard } from './guest-card.tsx'
import * as styles from './guests.css.ts'
import { Invitation } from './invitation.tsx'
import { NotReached } from './not-reached.tsx'
import { texts } from './texts.ts'

/** Without a link to follow: who is a guest is welcomed, who is none is invited. */
export function GuestPage() {
  const guest = useAtomValue(guestAtom)
  const { isGuest } = useAtomValue(viewerAtom)
  if (guest) return <Welcome guest={guest} />
  if (isGuest) return <NotReached {...texts.notLoaded} />
  return <Stranger />
}

function Welcome({ guest }: { guest: Guest }) {
  const change = useDialog()
  const leave = useDialog()
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>{texts.welcome.heading(guest.name)}</h1>
      <p className={styles.lead}>{texts.welcome.text}</p>
      <GuestCard guest={guest} />
      <div className={styles.actions}>
        <Button kind="primary" onClick={change.open}>
          {texts.update}
        </Button>
        <Button onClick={leave.open}>{texts.logout}</Button>
      </div>
      {change.isWanted && <RegisterDialog {...change.props} />}
      {leave.isWanted && <LogoutDialog {...leave.props} />}
    </section>
  )
}

function Stranger() {
  const { isOwner } = useAtomValue(viewerAtom)
  const name = useAtomValue(siteNameAtom)
  const { heading, text, privacy } = texts.stranger
  const note = isOwner ? texts.owner(name) : privacy
  return <Invitation heading={heading} lead={text} note={note} isQuiet={isOwner} />
}
