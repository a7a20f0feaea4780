import { useAtomValue } from 'jotai'
import { type RefObject, useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Guest } from '../../../src/contract/people/guests.ts'
import { LogoutDialog, RegisterDialog } from '../../features/registration/dialogs.tsx'
import { guestAtom, loadGuest } from '../../features/registration/state.ts'
import * as styles from '../../features/registration/styles.css.ts'
import { texts } from '../../features/registration/texts.ts'
import { Button } from '../../kit/components/Button.tsx'
import { Sentence } from '../../kit/components/Sentence.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { useFocusWhenGone } from '../../kit/components/use-focus.ts'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { siteNameAtom, viewerAtom } from '../../kit/state/viewer.ts'
import { ConfirmGuest, NotVerified, Verified } from './outcomes.tsx'
import { GuestCard, Invitation, RetryPage } from './page-parts.tsx'
import { takeOutcome, type Verification, verify } from './verification.ts'

/** Verifies the code in the address, or loads the guest if there is none. */
export async function loader({ request }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null) return verify(code)
  const outcome = takeOutcome()
  await loadGuest()
  return outcome ?? null
}

/** /guest: register, update and log out. */
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

/** After a logout in another tab, shows the ordinary page. */
function Outcome({ outcome, guest }: { outcome: Verification; guest: Guest | undefined }) {
  if (outcome.kind === 'unconfirmed') return <ConfirmGuest {...outcome} />
  if (outcome.kind !== 'verified') return <NotVerified kind={outcome.kind} />
  return guest ? <Verified guest={guest} wishes={outcome.wishes} /> : <GuestPage />
}

function GuestPage() {
  const guest = useAtomValue(guestAtom)
  const { isGuest } = useAtomValue(viewerAtom)
  const heading = useRef<HTMLHeadingElement>(null)
  // Logging out removes the focused button.
  useFocusWhenGone(guest !== undefined, heading)
  if (guest) return <Welcome guest={guest} />
  if (isGuest) return <RetryPage {...texts.notLoaded} />
  return <SignedOutPage ref={heading} />
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
      {change.isMounted && <RegisterDialog {...change.dialogProps} />}
      {leave.isMounted && <LogoutDialog {...leave.dialogProps} />}
    </section>
  )
}

function SignedOutPage({ ref }: { ref: RefObject<HTMLHeadingElement | null> }) {
  const { isOwner } = useAtomValue(viewerAtom)
  const name = useAtomValue(siteNameAtom)
  const { heading, text, privacy } = texts.signedOut
  const note = isOwner ? <Sentence with={name} of={texts.owner} /> : privacy
  return <Invitation ref={ref} heading={heading} lead={text} note={note} isQuiet={isOwner} />
}
