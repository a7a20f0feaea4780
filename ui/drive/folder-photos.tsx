import { useAtomValue, useSetAtom } from 'jotai'
import { RotateCw } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { importJobAtom, isProgressOpenAtom } from '../state/background-work.ts'
import { useImport } from './import-job.ts'
import { ImportProgress } from './import-progress.tsx'
import { countingAtom, countPhotos, folderContentsAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.photos

/** Counts the photos in the folder, and the new ones, with the import button. */
export function FolderPhotos() {
  const contents = useAtomValue(folderContentsAtom)
  const { isBusy: isCounting, problem } = useAtomValue(countingAtom)
  const { isBusy, isLive, start } = useImport()
  const fresh = contents?.fresh.length ?? 0

  return (
    <section className={styles.part} aria-labelledby="drive-photos">
      <h2 className={styles.heading} id="drive-photos">
        {labels.heading}
      </h2>
      <div className={styles.count}>
        <p role="status">{countOf(contents, isCounting)}</p>
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
      {problem && (
        <p className={styles.failure} role="alert">
          {problem}
        </p>
      )}
      <div id={importControlId}>
        {isLive ? (
          <RunningImport />
        ) : (
          <div className={styles.actions}>
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

type Counts = { total: number; fresh: readonly unknown[] }

function countOf(contents: Counts | undefined, isCounting: boolean): string {
  if (contents) return labels.count(contents.total, contents.fresh.length)
  return isCounting ? labels.checking : labels.uncounted
}

/** The running import, with a button that opens its dialog. */
function RunningImport() {
  const job = useAtomValue(importJobAtom)
  const setOpen = useSetAtom(isProgressOpenAtom)
  if (!job) return null
  return (
    <div className={styles.progress}>
      <ImportProgress job={job} />
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>{texts.progress.show}</Button>
      </div>
    </div>
  )
}

/** Contains the import button or, during an import, its progress. */
const importControlId = 'drive-import'

/** Gets the focus after an import; null while no folder is chosen. */
export const importControl = () => document.querySelector<HTMLElement>(`#${importControlId} button`)
