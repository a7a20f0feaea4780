import { useAtomValue } from 'jotai'
import { type RefObject, useCallback, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useFocusWhenGone } from '../../components/use-focus-when-gone.ts'
import { texts } from '../texts.ts'
import { failedUploadsAtom, uploadsAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { UploadRow } from './upload-row.tsx'
import { UploadSummary } from './upload-summary.tsx'
import { useWhenNear } from './use-when-near.ts'

/** Rows drawn at once; thousands would hold the screen up. */
const rowsAtOnce = 60

/** Every file of this visit, and what becomes of it. `next` has the focus once it is cleared. */
export function UploadList({ next }: { next: RefObject<HTMLElement | null> }) {
  const [onlyFailed, setOnlyFailed] = useState(false)
  const [shown, setShown] = useState(rowsAtOnce)
  const all = useAtomValue(uploadsAtom)
  const failed = useAtomValue(failedUploadsAtom)
  useFocusWhenGone(all.length > 0, next)
  // With nothing failed the filter is gone, and does not come back by itself.
  if (onlyFailed && failed.length === 0) setOnlyFailed(false)
  const uploads = onlyFailed ? failed : all
  const more = uploads.length - shown
  const showMore = useCallback(() => setShown((rows) => rows + rowsAtOnce), [])
  const end = useWhenNear(showMore)
  return (
    <section
      className={styles.uploads}
      aria-label={texts.uploads.heading}
      hidden={all.length === 0}
    >
      <UploadSummary onlyFailed={onlyFailed} onOnlyFailed={setOnlyFailed} />
      <ul className={styles.rows}>
        {uploads.slice(0, shown).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {more > 0 && (
        <div className={styles.tools} ref={end}>
          <Button onClick={showMore}>{texts.uploads.showMore(Math.min(more, rowsAtOnce))}</Button>
        </div>
      )}
    </section>
  )
}
