import { useAtomValue } from 'jotai'
import { asSentence } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { useShownRows } from '../../kit/components/use-shown-rows.ts'
import { listingAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.blocked
export const blockedHeadingId = 'drive-blocked'

/** Files in the folder that Google Drive does not allow to be downloaded, with the reason. */
export function BlockedFiles() {
  const files = useAtomValue(listingAtom)?.blocked ?? []
  const { shown, more, showMore } = useShownRows(files)
  if (files.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby={blockedHeadingId}>
      <h2 className={styles.heading} id={blockedHeadingId} tabIndex={-1}>
        {labels.heading}
      </h2>
      <p className={styles.text}>{labels.lead}</p>
      <ul className={styles.rows} aria-label={labels.heading}>
        {shown.map(({ fileId, name, reason }) => (
          <li key={fileId} className={styles.blockedRow}>
            <p className={styles.name} dir="auto">
              {name}
            </p>
            <p className={styles.text}>{asSentence(reason)}</p>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div className={styles.actions}>
          <Button onClick={showMore}>{texts.more(more)}</Button>
        </div>
      )}
    </section>
  )
}
