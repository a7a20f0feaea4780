import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Guest } from '../../../src/contract/people/guests.ts'
import { neutralGuestNames } from '../../../src/contract/people/names.ts'
import { RegisterDialog } from '../../features/registration/dialogs.tsx'
import { guestAtom } from '../../features/registration/state.ts'
import * as styles from '../../features/registration/styles.css.ts'
import { texts } from '../../features/registration/texts.ts'
import type { Wish } from '../../features/registration/wish.ts'
import { Button } from '../../kit/components/Button.tsx'
import { textLink } from '../../kit/components/Link.css.ts'
import { Link } from '../../kit/components/Link.tsx'
import { Sentence } from '../../kit/components/Sentence.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { paths } from '../../kit/paths.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { GuestCard, Invitation, RetryPage } from './page-parts.tsx'
import { confirm } from './verification.ts'

/** Shown after the link in the e-mail was opened. */
export function Verified({ guest, wishes }: { guest: Guest; wishes: readonly Wish[] }) {
  const change = useDialog(RegisterDialog)
  // A draft still has to be posted.
  const next = wishes.findLast(({ kind }) => kind === 'comment') ?? wishes.at(-1)
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>{texts.verified.heading}</h1>
      <p className={styles.lead}>{next ? sentencesOf(wishes).join(' ') : texts.verified.text}</p>
      <GuestCard guest={guest} />
      {isAssigned(guest.name) && (
        <div className={styles.remark}>
          <p>
            <Sentence with={guest.name} of={texts.verified.taken} />
          </p>
          <Button onClick={change.open}>{texts.verified.choose}</Button>
        </div>
      )}
      {change.isMounted && <RegisterDialog {...change.dialogProps} />}
      <nav className={styles.links} aria-label={texts.verified.links}>
        {next && (
          <Link className={textLink} to={next.address}>
            {texts.verified.wishes.photo}
          </Link>
        )}
        <Link className={textLink} to={paths.photos()}>
          {texts.verified.photos}
        </Link>
        <Link className={textLink} to={paths.guest()}>
          {texts.verified.guest}
        </Link>
        <Link className={textLink} to={paths.home()}>
          {texts.verified.home}
        </Link>
      </nav>
    </section>
  )
}

/** What was done of the wishes, and what is left to do. */
function sentencesOf(wishes: readonly Wish[]): string[] {
  const { liked, draft, comment } = texts.verified.wishes
  const likes = wishes.filter(({ kind }) => kind === 'like')
  const comments = wishes.filter(({ kind }) => kind === 'comment')
  const hasDraft = comments.some(({ text }) => text.trim() !== '')
  return [
    ...(likes.length > 0 ? [liked(likes.length)] : []),
    ...(comments.length > 0 ? [hasDraft ? draft : comment] : []),
  ]
}

/** Whether the name looks assigned: the chosen one was taken ('Ann 2') or too like the owner's. */
const isAssigned = (name: string) =>
  / ([2-9]|[1-9]\d+)$/.test(name) || neutralGuestNames.some((neutral) => neutral === name)

/** Shown when the link is invalid or the server did not respond; the alert says which. */
export function NotVerified({ kind }: { kind: 'refused' | 'unreachable' }) {
  const { isGuest } = useAtomValue(viewerAtom)
  if (kind === 'unreachable') return <RetryPage {...texts.notVerified.unreachable} />
  if (isGuest) return <AlreadySignedIn />
  return <Invitation heading={texts.notVerified.heading} lead={texts.notVerified.text} />
}

function AlreadySignedIn() {
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>{texts.notVerified.heading}</h1>
      <p className={styles.lead}>{texts.notVerified.guest}</p>
      <Link className={textLink} to={paths.guest()}>
        {texts.verified.guest}
      </Link>
    </section>
  )
}

/** Shown when the link is opened in another browser than the one that registered. */
export function ConfirmGuest({ code, guest }: { code: string; guest: Guest }) {
  const current = useAtomValue(guestAtom)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const leave = () => navigate(paths.guest(), { replace: true })

  const submit = async () => {
    setBusy(true)
    if (await confirm(code)) await leave()
    setBusy(false)
  }

  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>
        <Sentence with={guest.name} of={texts.unconfirmed.heading} />
      </h1>
      <p className={styles.lead}>{texts.unconfirmed.text}</p>
      <GuestCard guest={guest} />
      {current && current.email !== guest.email && (
        <p className={styles.remark}>
          <span>
            <Sentence with={current.name} of={texts.unconfirmed.signsOut} />
          </span>
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="primary" isBusy={isBusy} onClick={() => void submit()}>
          <span>
            <Sentence with={guest.name} of={texts.unconfirmed.submit} />
          </span>
        </Button>
        <Button onClick={() => void leave()}>{texts.form.cancel}</Button>
      </div>
    </section>
  )
}
