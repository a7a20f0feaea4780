import { useAtomValue } from 'jotai'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { BlockedFiles } from '../../../features/drive-import/blocked-files.tsx'
import { Failures } from '../../../features/drive-import/failures.tsx'
import { loadLatestImport } from '../../../features/drive-import/import-job.ts'
import {
  countPhotos,
  driveStatusAtom,
  lastImportAtom,
  loadStatus,
} from '../../../features/drive-import/state.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import { loadPending } from '../../../features/versions/pending.ts'
import { PendingDecisions } from '../../../features/versions/pending-decisions.tsx'
import * as account from '../../../kit/account/styles.css.ts'
import { errorText } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { useFocusWhenGone } from '../../../kit/components/use-focus.ts'
import { importJobAtom, isProgressOpenAtom } from '../../../kit/state/background-work.ts'
import { store } from '../../../kit/state/store.ts'
import { userAtom } from '../../../kit/state/viewer.ts'
import { DeleteAll } from '../delete-all/delete-all.tsx'
import { GoogleClientPart } from './client/google-client.tsx'
import { Connect } from './connect.tsx'
import { Connection } from './connection.tsx'
import { DeletedFiles } from './deleted-files.tsx'
import { DismissedFiles } from './dismissed-files.tsx'
import { FolderForm } from './folder-form.tsx'
import { FolderPhotos, importControl } from './folder-photos.tsx'
import { LastImport } from './last-import.tsx'
import { ReturnError } from './return-error.tsx'
import { SetUpSteps } from './set-up-steps.tsx'

const ProgressDialog = lazyWithRetry(
  async () => (await import('../../../features/drive-import/progress-dialog.tsx')).default,
)

export default function GoogleDrive() {
  const status = useAtomValue(driveStatusAtom)
  const isProgressOpen = useAtomValue(isProgressOpenAtom)
  const [isProgressWanted, setProgressWanted] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isLoaded, setLoaded] = useState(false)
  const connect = useRef<HTMLHeadingElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const lastId = useAtomValue(lastImportAtom)?.id
  const waiting = useAtomValue(importJobAtom)?.waiting ?? 0
  useFocusWhenGone(status?.authenticated === true, connect)
  useFocusWhenGone(status?.isLost === true, connect)
  if (isProgressOpen && !isProgressWanted) setProgressWanted(true)

  const load = useCallback(async () => {
    setProblem(undefined)
    try {
      await Promise.all([loadStatus(), loadLatestImport()])
      setLoaded(true)
    } catch (error) {
      setProblem(errorText(error))
    }
  }, [])
  useEffect(() => {
    void load()
    // On other screens, a notice reports the end of the import.
    return () => store.set(isProgressOpenAtom, false)
  }, [load])

  return (
    <>
      <h1 className={account.heading} tabIndex={-1} ref={title}>
        {texts.title}
      </h1>
      <p className={account.lead}>{texts.lead}</p>
      <ReturnError />
      {problem && (
        <div className={account.part}>
          <p className={styles.failure} role="alert">
            {problem}
          </p>
          <div className={account.actions}>
            <Button onClick={() => void load()}>{texts.tryAgain}</Button>
          </div>
        </div>
      )}
      {!status && !problem && <p className={styles.waiting}>{texts.contacting}</p>}
      <PendingDecisions screen="drive" changes={`${lastId} ${waiting}`} next={title} />
      {status && !status.isConfigured && <SetUpSteps problem={status.configProblem} />}
      {status?.isConfigured && !status.authenticated && (
        <>
          <Connect status={status} heading={connect} />
          <LastImport />
          <Failures canRetry={false} />
        </>
      )}
      {status?.authenticated && <Connected isLoaded={isLoaded} />}
      {status && <GoogleClientPart />}
      {status && <DeleteAll onDeleted={recount} />}
      {isProgressWanted && (
        <Suspense fallback={null}>
          <ProgressDialog next={() => importControl() ?? connect.current} />
        </Suspense>
      )}
    </>
  )
}

/** Deleted photos become new again, and no file can be a version of one. */
function recount() {
  const isCounted = store.get(driveStatusAtom)?.authenticated && store.get(userAtom).driveFolderId
  if (isCounted) void countPhotos()
  void loadPending()
}

function Connected({ isLoaded }: { isLoaded: boolean }) {
  const { driveFolderId } = useAtomValue(userAtom)
  const lastId = useAtomValue(lastImportAtom)?.id

  // Counts once it is known which import was the last one, and again after another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the import is what changed the count
  useEffect(() => {
    if (isLoaded && driveFolderId) void countPhotos()
  }, [isLoaded, driveFolderId, lastId])

  return (
    <>
      <FolderForm />
      {driveFolderId && <FolderPhotos />}
      <LastImport />
      <Failures canRetry={Boolean(driveFolderId)} />
      {driveFolderId && <DismissedFiles />}
      {driveFolderId && <BlockedFiles />}
      {driveFolderId && <DeletedFiles />}
      <Connection />
    </>
  )
}
