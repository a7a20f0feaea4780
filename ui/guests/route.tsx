import { useAtomValue } from 'jotai'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Guest } from '../../src/contract/guests.ts'
import { PageTitle } from '../layout/page-title.tsx'
import { ConfirmGuest } from './confirm-guest.tsx'
import { GuestPage } from './guest-page.tsx'
import { NotVerified } from './not-verified.tsx'
import { guestAtom, loadGuest } from './state.ts'
import { texts } from './texts.ts'
import { takeOutcome, type Verification, verify } from './verification.ts'
import { Verified } from './verified.tsx'

/** With a code in the address the link of a mail is opened; else the guest is read. */
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

/** Whoever has left meanwhile, in another tab, sees the page as it is for everybody. */
function Outcome({ outcome, guest }: { outcome: Verification; guest: Guest | undefined }) {
  if (outcome.kind === 'unconfirmed') return <ConfirmGuest {...outcome} />
  if (outcome.kind !== 'verified') return <NotVerified kind={outcome.kind} />
  return guest ? <Verified guest={guest} /> : <GuestPage />
}
