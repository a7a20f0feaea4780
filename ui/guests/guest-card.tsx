import type { Guest } from '../../src/contract/guests.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** Who the guest is: the name that everybody sees, and the address that nobody else does. */
export function GuestCard({ guest: { name, email } }: { guest: Guest }) {
  return (
    <dl className={styles.card}>
      <dt>{texts.welcome.name}</dt>
      <dd>
        <bdi>{name}</bdi>
      </dd>
      <dt>{texts.welcome.email}</dt>
      <dd>{email}</dd>
    </dl>
  )
}
