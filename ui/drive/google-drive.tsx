import { useAtomValue } from 'jotai'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import * as account from '../account/account.css.ts'
import { DeleteAll } from '../account/delete-all.tsx'
import { Button } from '../components/Button.tsx'
import { late } from '../components/late.tsx'
import { useFocusWhenGone } from '../components/use-focus-when-gone.ts'
import { isProgressOpenAtom } from '../state/background-work.ts'
import { store } from '../state/store.ts'
import { userAtom } from '../state/viewer.ts'
import { Connect } from './connect.tsx'
import { Connected } from './connected.tsx'
import * as styles from './drive.css.ts'
import { driveStatusAtom } from './drive-state.ts'
import { importControl } from './import-control.ts'
import { loadLatestImport } from './import-job.ts'
import { LastImport } from './last-import.tsx'
import { countPhotos, loadStatus } from './load-drive.ts'
import { problemOf } from './problem.ts'
import { SetUpSteps } from './set-up-steps.tsx'
import { texts } from './texts.ts'

const ProgressDialog = late(async () => (await import('./progress-dialog.tsx')).default)

/** The owner's Google Drive: how to set it up, connect it, and import from it. */
export default function GoogleDrive() {
  const status = useAtomValue(driveStatusAtom)
  const isProgressOpen = useAtomValue(isProgressOpenAtom)
  const [isProgressWanted, setProgressWanted] = useState(false)
  const [problem, setProblem] = useState<string>()
  const connect = useRef<HTMLHeadingElement>(null)
  useFocusWhenGone(status?.authenticated === true, connect)
  if (isProgressOpen && !isProgressWanted) setProgressWanted(true)

  const load = useCallback(async () => {
    setProblem(undefined)
    try {
      await Promise.all([loadStatus(), loadLatestImport()])
    } catch (error) {
      setProblem(problemOf(error))
    }
  }, [])
  useEffect(() => {
    void load()
    // Whoever goes elsewhere with the dialog open hears of the end there.
    return () => store.set(isProgressOpenAtom, false)
  }, [load])

  return (
    <>
      <h1 className={account.heading}>{texts.title}</h1>
      <p className={account.lead}>{texts.lead}</p>
      {problem && (
        <div className={styles.part}>
          <p className={styles.failure} role="alert">
            {problem}
          </p>
          <div className={styles.actions}>
            <Button onClick={() => void load()}>{texts.tryAgain}</Button>
          </div>
        </div>
      )}
      {!status && !problem && <p className={styles.waiting}>{texts.asking}</p>}
      {status && !status.isConfigured && <SetUpSteps />}
      {status?.isConfigured && !status.authenticated && (
        <>
          <Connect reason={status.reason} heading={connect} />
          <LastImport canRetry={false} />
        </>
      )}
      {status?.authenticated && <Connected />}
      {status && <DeleteAll onDeleted={countAnew} />}
      {isProgressWanted && (
        <Suspense fallback={null}>
          <ProgressDialog next={() => importControl() ?? connect.current} />
        </Suspense>
      )}
    </>
  )
}

/** What is not here any more is new again. */
function countAnew() {
  const isCounted = store.get(driveStatusAtom)?.authenticated && store.get(userAtom).driveFolderId
  if (isCounted) void countPhotos()
}
