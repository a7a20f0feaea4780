import { useAtomValue } from 'jotai'
import * as account from '../../kit/account/styles.css.ts'
import { asSentence } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { plainList } from '../../kit/components/plain-list.css.ts'
import { quietText } from '../../kit/components/text.css.ts'
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
    <section className={account.part} aria-labelledby={blockedHeadingId}>
      <h2 className={account.partHeading} id={blockedHeadingId} tabIndex={-1}>
        {labels.heading}
      </h2>
      <p className={quietText}>{labels.lead}</p>
      <ul className={plainList} aria-label={labels.heading}>
        {shown.map(({ fileId, name, reason }) => (
          <li key={fileId} className={styles.blockedRow}>
            <p className={styles.name} dir="auto">
              {name}
            </p>
            <p className={quietText}>{asSentence(reason)}</p>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div className={account.actions}>
          <Button onClick={showMore}>{texts.more(more)}</Button>
        </div>
      )}
    </section>
  )
}
