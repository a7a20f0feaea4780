import { useAtomValue } from 'jotai'
import { CloudDownload, Pause } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Job } from '../../../src/contract/imports/jobs.ts'
import { ignoreApiError } from '../../kit/api.ts'
import { Link } from '../../kit/components/Link.tsx'
import * as styles from '../../kit/layout/indicators.css.ts'
import { paths } from '../../kit/paths.ts'
import { importJobAtom, isProgressOpenAtom } from '../../kit/state/background-work.ts'
import { attemptNotice, type Notice, notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { useNow } from '../../kit/use-now.ts'
import { areFailuresWantedAtom } from './failures-state.ts'
import { dismissImport, loadLatestImport } from './import-job.ts'
import { isAborted, isOver, pauseOf, processedOf } from './job-state.ts'
import { texts } from './texts.ts'

const noticeMs = 8000
const abortNotice = attemptNotice()

/** Failures and decisions stay reported until they are seen; photos are only offered. */
function endOptions(
  { done, failed, waiting }: Job,
  navigate: (path: string, options?: { replace: boolean }) => unknown,
): Omit<Notice, 'id' | 'text'> {
  if (failed > 0) {
    const showFailures = () => {
      store.set(areFailuresWantedAtom, true)
      const path = paths.account('drive')
      void navigate(path, { replace: path === location.pathname })
    }
    return { action: { label: texts.progress.showFailures, run: showFailures } }
  }
  if (waiting > 0) {
    const decide = () => void navigate(paths.account('drive'))
    return { action: { label: texts.progress.decide, run: decide } }
  }
  const action = { label: texts.progress.showPhotos, run: () => void navigate(paths.home()) }
  return { durationMs: noticeMs, ...(done > 0 && { action }) }
}

/** Progress of a running import with a link to the Drive screen; not shown on that screen. */
export default function ImportIndicator() {
  const job = useAtomValue(importJobAtom)
  const isProgressOpen = useAtomValue(isProgressOpenAtom)
  const isOnItsScreen = useLocation().pathname === paths.account('drive')
  const navigate = useNavigate()
  const now = useNow()

  useEffect(() => {
    // The Drive screen reports errors.
    loadLatestImport().catch(ignoreApiError)
  }, [])

  const announce = useEffectEvent((over: Job) => {
    dismissImport()
    if (isAborted(over)) {
      abortNotice.show(texts.progress.aborted(over.error))
      return
    }
    notify(texts.last.summary(over), endOptions(over, navigate))
  })
  useEffect(() => {
    // The open dialog reports the end itself.
    if (job && !isOver(job)) abortNotice.dismiss()
    else if (job && !isProgressOpen) announce(job)
  }, [job, isProgressOpen])

  if (!job || isOver(job) || isOnItsScreen) return null
  const processed = processedOf(job)
  const isListed = job.total > 0
  const { indicator } = texts
  const isPaused = pauseOf(job, now) !== undefined
  const labelOf = isPaused ? indicator.pausedLabel : indicator.label
  const Icon = isPaused ? Pause : CloudDownload
  return (
    <Link
      className={styles.link}
      to={paths.account('drive')}
      aria-label={isListed ? labelOf(processed, job.total) : indicator.startingLabel}
    >
      <Icon aria-hidden="true" size={16} />
      {isListed ? indicator.progress(processed, job.total) : indicator.starting}
      <span className={styles.line} aria-hidden="true">
        <span className={styles.part} style={{ inlineSize: `${job.percent}%` }} />
      </span>
    </Link>
  )
}
