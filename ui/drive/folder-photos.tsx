import { useAtomValue, useSetAtom } from 'jotai'
import { RotateCw } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { importJobAtom, isProgressOpenAtom } from '../state/background-work.ts'
import { useImport } from './import-job.ts'
import { ImportProgress } from './import-progress.tsx'
import { countingAtom, countPhotos, findingsAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const words = texts.photos

/** Counts the photos in the folder, and the new ones, with the import button. */
export function FolderPhotos() {
  const findings = useAtomValue(findingsAtom)
  const { isBusy: isCounting, problem } = useAtomValue(countingAtom)
  const { isBusy, isLive, start } = useImport()
  const fresh = findings?.fresh.length ?? 0

  return (
    <section className={styles.part} aria-labelledby="drive-photos">
      <h2 className={styles.heading} id="drive-photos">
        {words.heading}
      </h2>
      <div className={styles.count}>
        <p role="status">{countOf(findings, isCounting)}</p>
        <button
          type="button"
          className={styles.iconButton}
          aria-label={words.refresh}
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
          <ImportUnderWay />
        ) : (
          <div className={styles.actions}>
            <Button
              kind="primary"
              isBusy={isBusy}
              isDisabled={fresh === 0}
              onClick={() => void start()}
            >
              {words.submit(fresh)}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

type Counts = { total: number; fresh: readonly unknown[] }

function countOf(findings: Counts | undefined, isCounting: boolean): string {
  if (findings) return words.count(findings.total, findings.fresh.length)
  return isCounting ? words.checking : words.uncounted
}

/** The running import, with a button that opens its dialog. */
function ImportUnderWay() {
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
