import { useAtomValue } from 'jotai'
import { Link } from '../components/Link.tsx'
import { paths } from '../paths.ts'
import { viewerAtom } from '../state/viewer.ts'
import * as styles from './guests.css.ts'
import { Invitation } from './invitation.tsx'
import { NotReached } from './not-reached.tsx'
import { texts } from './texts.ts'

const words = texts.notVerified

/** In place of the thanks: the link is dead, or nobody answered. The alert says which. */
export function NotVerified({ kind }: { kind: 'refused' | 'unanswered' }) {
  const { isGuest } = useAtomValue(viewerAtom)
  if (kind === 'unanswered') return <NotReached {...words.unreachable} />
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
