import { useAtomValue, useSetAtom } from 'jotai'
import { Button } from '../components/Button.tsx'
import { importJobAtom, isProgressOpenAtom } from '../state/background-work.ts'
import * as styles from './drive.css.ts'
import { ImportProgress } from './import-progress.tsx'
import { texts } from './texts.ts'

/** The import that runs, with the way back to its dialog. */
export function ImportUnderWay() {
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
