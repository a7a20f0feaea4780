import { useAtomValue } from 'jotai'
import { type Ref, useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Guest } from '../../src/contract/guests.ts'
import { Button } from '../components/Button.tsx'
import { Sentence } from '../components/Sentence.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { useFocusWhenGone } from '../components/use-focus.ts'
import { PageTitle } from '../layout/page-title.tsx'
import { siteNameAtom, viewerAtom } from '../state/viewer.ts'
import { LogoutDialog, RegisterDialog } from './dialogs.tsx'
import { ConfirmGuest, NotVerified, Verified } from './outcomes.tsx'
import { GuestCard, Invitation, NotReached } from './page-parts.tsx'
import { guestAtom, loadGuest } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { takeOutcome, type Verification, verify } from './verification.ts'

/** Verifies the code in the address, if any; otherwise loads the guest. */
export async function loader({ request }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null) return verify(code)
  const outcome = takeOutcome()
  await loadGuest()
  return outcome ?? null
}

/** /guest: the way to become a guest, to change, and to leave. */
export function Component() {
  const outcome = useLoaderData<Verification | null>()
  const guest = useAtomValue(guestAtom)
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      {outcome ? <Outcome outcome={outcome} guest={guest} /> : <GuestPage />}
    </>
  )
}

/** A guest who has logged out in another tab sees the ordinary page. */
function Outcome({ outcome, guest }: { outcome: Verification; guest: Guest | undefined }) {
  if (outcome.kind === 'unconfirmed') return <ConfirmGuest {...outcome} />
  if (outcome.kind !== 'verified') return <NotVerified kind={outcome.kind} />
  return guest ? <Verified guest={guest} /> : <GuestPage />
}

/** The page without a code: welcomes guests and invites others to register. */
function GuestPage() {
  const guest = useAtomValue(guestAtom)
  const { isGuest } = useAtomValue(viewerAtom)
  const heading = useRef<HTMLHeadingElement>(null)
  // Logging out removes the focused button.
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
