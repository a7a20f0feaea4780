import { useAtomValue } from 'jotai'
import { CloudDownload } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Job } from '../../src/contract/jobs.ts'
import { ignoreApiError } from '../api.ts'
import { Link } from '../components/Link.tsx'
import * as styles from '../layout/indicators.css.ts'
import { paths } from '../paths.ts'
import { importJobAtom, isProgressOpenAtom } from '../state/background-work.ts'
import { notify } from '../state/notices.ts'
import { dismissImport, loadLatestImport } from './import-job.ts'
import { isAborted, isOver, processedOf } from './job-state.ts'
import { texts } from './texts.ts'

const noticeMs = 8000

/** Progress of a running import with a link to the Drive screen; not shown on that screen. */
export default function ImportIndicator() {
  const job = useAtomValue(importJobAtom)
  const isProgressOpen = useAtomValue(isProgressOpenAtom)
  const isOnItsScreen = useLocation().pathname === paths.account('drive')
  const navigate = useNavigate()

  useEffect(() => {
    // The Drive screen reports errors.
    loadLatestImport().catch(ignoreApiError)
  }, [])

  const announce = useEffectEvent((over: Job) => {
    dismissImport()
    if (isAborted(over)) {
      notify(texts.progress.aborted(over.error))
      return
    }
    const action = { label: texts.progress.showPhotos, run: () => void navigate(paths.home()) }
    notify(texts.last.summary(over), { durationMs: noticeMs, ...(over.done > 0 && { action }) })
  })
  useEffect(() => {
    // The open dialog reports the end itself.
    if (job && isOver(job) && !isProgressOpen) announce(job)
  }, [job, isProgressOpen])

  if (!job || isOver(job) || isOnItsScreen) return null
  const processed = processedOf(job)
  const isListed = job.total > 0
  const { indicator } = texts
  return (
    <Link
      className={styles.link}
      to={paths.account('drive')}
      aria-label={isListed ? indicator.label(processed, job.total) : indicator.startingLabel}
    >
      <CloudDownload aria-hidden="true" size={16} />
      {isListed ? indicator.progress(processed, job.total) : indicator.starting}
      <span className={styles.line} aria-hidden="true">
        <span className={styles.part} style={{ inlineSize: `${job.percent}%` }} />
      </span>
    </Link>
  )
}
