import { useState } from 'react'
import type { Status } from '../../../../src/contract/site/status.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { moment } from '../../../kit/times.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.warnings
const firstShown = 5

export function Warnings({ warnings }: { warnings: Status['warnings'] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? warnings : warnings.slice(0, firstShown)
  return (
    <section className={styles.part} aria-labelledby="status-warnings">
      <h2 className={styles.heading} id="status-warnings">
        {labels.heading}
      </h2>
      <p className={styles.text}>{warnings.length === 0 ? labels.none : labels.lead}</p>
      {shown.length > 0 && (
        <ol className={styles.warnings} aria-labelledby="status-warnings">
          {shown.map(({ at, text }, place) => (
            // The same warning may come twice in a millisecond.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={`${at} ${place}`} className={styles.warning}>
              <time className={styles.when} dateTime={at}>
                {moment(at)}
              </time>
              <p className={styles.warningText}>{text}</p>
            </li>
          ))}
        </ol>
      )}
      {shown.length < warnings.length && (
        <div>
          <Button onClick={() => setWhole(true)}>{labels.all(warnings.length)}</Button>
        </div>
      )}
    </section>
  )
}
