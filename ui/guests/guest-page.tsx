import { useAtomValue } from 'jotai'
import { type Ref, useRef } from 'react'
import type { Guest } from '../../src/contract/guests.ts'
import { Button } from '../components/Button.tsx'
import { Sentence } from '../components/Sentence.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { useFocusWhenGone } from '../components/use-focus-when-gone.ts'
import { siteNameAtom, viewerAtom } from '../state/viewer.ts'
import { LogoutDialog, RegisterDialog } from './dialogs.tsx'
import { GuestCard } from './guest-card.tsx'
import { Invitation } from './invitation.tsx'
import { NotReached } from './not-reached.tsx'
import { guestAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** Without a link to follow: who is a guest is welcomed, who is none is invited. */
export function GuestPage() {
  const guest = useAtomValue(guestAtom)
  const { isGuest } = useAtomValue(viewerAtom)
  const heading = useRef<HTMLHeadingElement>(null)
  // A guest who leaves takes along the button that the keyboard was on.
  useFocusWhenGone(guest !== undefined, heading)
  if (guest) return <Welcome guest={guest} />
  if (isGuest) return <NotReached {...texts.notLoaded} />
  return <Stranger ref={heading} />
}

function Welcome({ guest }: { guest: Guest }) {
  const change = useDialog(RegisterDialog)
  const leave = useDialog(LogoutDialog)
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>
        <Sentence with={guest.name} of={texts.welcome.heading} />
      </h1>
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

/** `ref` is the heading's. */
function Stranger({ ref }: { ref: Ref<HTMLHeadingElement> }) {
  const { isOwner } = useAtomValue(viewerAtom)
  const name = useAtomValue(siteNameAtom)
  const { heading, text, privacy } = texts.stranger
  const note = isOwner ? <Sentence with={name} of={texts.owner} /> : privacy
  return <Invitation ref={ref} heading={heading} lead={text} note={note} isQuiet={isOwner} />
}
