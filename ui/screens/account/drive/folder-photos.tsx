import { useAtomValue, useSetAtom } from 'jotai'
import { RotateCw } from 'lucide-react'
import type { DriveFolderContent } from '../../../../src/contract/imports/drive.ts'
import { omissionSentences } from '../../../../src/contract/imports/omissions.ts'
import { useImport } from '../../../features/drive-import/import-job.ts'
import { ImportProgress } from '../../../features/drive-import/import-progress.tsx'
import { isOver, leftOf } from '../../../features/drive-import/job-state.ts'
import {
  countingAtom,
  countPhotos,
  isListingStaleAtom,
  listingAtom,
} from '../../../features/drive-import/state.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { quietText } from '../../../kit/components/text.css.ts'
import { importJobAtom, isProgressOpenAtom } from '../../../kit/state/background-work.ts'

const labels = texts.photos

/** Counts the photos in the folder, and the new ones, with the import button. */
export function FolderPhotos() {
  const listing = useAtomValue(listingAtom)
  const isStale = useAtomValue(isListingStaleAtom)
  const { isBusy: isCounting } = useAtomValue(countingAtom)
  const { isBusy, isLive, start } = useImport()
  const fresh = isStale ? 0 : (listing?.new ?? 0)

  return (
    <section className={account.part} aria-labelledby="drive-photos">
      <h2 className={account.partHeading} id="drive-photos">
        {labels.heading}
      </h2>
      <div className={styles.count}>
        <PhotoCount />
        <button
          type="button"
          className={styles.iconButton}
          aria-label={labels.refresh}
          aria-busy={isCounting}
          onClick={() => !isCounting && void countPhotos()}
        >
          <RotateCw
            className={isCounting ? styles.turning : undefined}
            aria-hidden="true"
            size={18}
            strokeWidth={1.6}
          />
        </button>
      </div>
      <Omitted />
      <CountProblem />
      <div id={importControlId}>
        {isLive ? (
          <RunningImport />
        ) : (
          <div className={account.actions}>
            <Button
              kind="primary"
              isBusy={isBusy}
              isDisabled={fresh === 0}
              onClick={() => void start()}
            >
              {labels.submit(fresh)}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

/** During an import, it counts what is left of it, so that both always agree. */
function PhotoCount() {
  const listing = useAtomValue(listingAtom)
  const isStale = useAtomValue(isListingStaleAtom)
  const { isBusy: isCounting } = useAtomValue(countingAtom)
  const job = useAtomValue(importJobAtom)
  const isImporting = job !== undefined && !isOver(job) && job.total > 0
  const text = isImporting
    ? labels.importing(job.folder, listing?.total, leftOf(job))
    : textOf(isStale ? undefined : listing, isCounting || isStale)
  // Read aloud with each file, it would never end.
  return (
    <p className={styles.name} role={isImporting ? undefined : 'status'}>
      {text}
    </p>
  )
}

function textOf(listing: DriveFolderContent | undefined, isCounting: boolean): string {
  if (listing) return labels.count(listing)
  return isCounting ? labels.checking : labels.uncounted
}

/** What else is in the folder, which is never imported. */
function Omitted() {
  const listing = useAtomValue(listingAtom)
  const isStale = useAtomValue(isListingStaleAtom)
  if (!listing || isStale) return null
  return omissionSentences(listing.omitted).map((sentence) => (
    <p key={sentence} className={quietText}>
      {sentence}
    </p>
  ))
}

/** Why the photos could not be counted; a paused import says it, and counts them when it goes on. */
function CountProblem() {
  const { problem, isPassing } = useAtomValue(countingAtom)
  const job = useAtomValue(importJobAtom)
  if (!problem) return null
  if (isPassing && job?.pausedUntil && !isOver(job)) {
    return (
      <p className={quietText} role="status">
        {labels.later}
      </p>
    )
  }
  return (
    <p className={styles.failure} role="alert">
      {problem}
    </p>
  )
}

/** The running import, with a button that opens its dialog. */
function RunningImport() {
  const job = useAtomValue(importJobAtom)
  const setOpen = useSetAtom(isProgressOpenAtom)
  if (!job) return null
  return (
    <div className={styles.progress}>
      <ImportProgress job={job} />
      <div className={account.actions}>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {texts.progress.show}
        </Button>
      </div>
    </div>
  )
}

/** Contains the import button or, during an import, its progress. */
const importControlId = 'drive-import'

/** Gets the focus after an import; null while no folder is chosen. */
export const importControl = () => document.querySelector<HTMLElement>(`#${importControlId} button`)
