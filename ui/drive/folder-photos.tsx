import { useAtomValue } from 'jotai'
import { RotateCw } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { importControlId } from './import-control.ts'
import { ImportUnderWay } from './import-under-way.tsx'
import { countPhotos } from './load-drive.ts'
import { countingAtom, findingsAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { useImport } from './use-import.ts'

const words = texts.photos

/** How many photos lie in the folder, how many of them are new, and the button that takes them in. */
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
