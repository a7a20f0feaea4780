import { useAtomValue } from 'jotai'
import { Link, useRevalidator } from 'react-router'
import { Button } from '../components/Button.tsx'
import { paths } from '../paths.ts'
import { viewerAtom } from '../state/viewer.ts'
import * as styles from './guests.css.ts'
import { Invitation } from './invitation.tsx'
import { texts } from './texts.ts'

const words = texts.notVerified

/** In place of the thanks: the link is dead, or nobody answered. The alert says which. */
export function NotVerified({ kind }: { kind: 'refused' | 'unanswered' }) {
  const { isGuest } = useAtomValue(viewerAtom)
  if (kind === 'unanswered') return <Unanswered />
  if (isGuest) return <NeedsNoLink />
  return <Invitation heading={words.heading} lead={words.text} />
}

function NeedsNoLink() {
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>{words.heading}</h1>
      <p className={styles.lead}>{words.guest}</p>
      <Link className={styles.link} to={paths.guest()}>
        {texts.verified.guest}
      </Link>
    </section>
  )
}

function Unanswered() {
  const revalidator = useRevalidator()
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>{words.unreachable.heading}</h1>
      <p className={styles.lead}>{words.unreachable.text}</p>
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
