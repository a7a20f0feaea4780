import type { Guest } from '../../src/contract/guests.ts'
import { neutralGuestNames } from '../../src/contract/vocabulary.ts'
import { Button } from '../components/Button.tsx'
import { Link } from '../components/Link.tsx'
import { Sentence } from '../components/Sentence.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { paths } from '../paths.ts'
import { RegisterDialog } from './dialogs.tsx'
import { GuestCard } from './guest-card.tsx'
import * as styles from './guests.css.ts'
import { texts } from './texts.ts'

const words = texts.verified

/** After the link of a mail was followed: who one is now, and where to go from here. */
export function Verified({ guest }: { guest: Guest }) {
  const change = useDialog(RegisterDialog)
  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>{words.heading}</h1>
      <p className={styles.lead}>{words.text}</p>
      <GuestCard guest={guest} />
      {isGiven(guest.name) && (
        <div className={styles.remark}>
          <p>
            <Sentence with={guest.name} of={words.taken} />
          </p>
          <Button onClick={change.open}>{words.choose}</Button>
        </div>
      )}
      {change.isWanted && <RegisterDialog {...change.props} />}
      <nav className={styles.links} aria-label={words.links}>
        <Link className={styles.link} to={paths.photos()}>
          {words.photos}
        </Link>
        <Link className={styles.link} to={paths.guest()}>
          {words.guest}
        </Link>
        <Link className={styles.link} to={paths.home()}>
          {words.home}
        </Link>
      </nav>
    </section>
  )
}

/** As the server calls a guest whose own choice is taken ('Ann 2') or looks like the owner's name. */
const isGiven = (name: string) =>
  / ([2-9]|[1-9]\d+)$/.test(name) || neutralGuestNames.some((neutral) => neutral === name)
