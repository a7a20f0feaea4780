import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** In the place of a map that is being loaded. */
export const Waiting = () => (
  <p className={styles.waiting} data-waiting>
    {texts.loading}
  </p>
)
