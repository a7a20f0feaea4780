import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { importJobAtom } from '../state/background-work.ts'
import { attemptNotice } from '../state/notices.ts'
import { scheduleImport } from './import-job.ts'
import { isOver } from './job-state.ts'
import { problemOf } from './problem.ts'

const notice = attemptNotice()

/** Starting an import: `isLive` while one is under way, when no other can begin. */
export function useImport() {
  const job = useAtomValue(importJobAtom)
  const [isBusy, setBusy] = useState(false)

  const start = async (fileIds?: readonly string[]) => {
    if (isBusy) return
    setBusy(true)
    notice.takeBack()
    try {
      await scheduleImport(fileIds)
    } catch (error) {
      notice.tell(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, isLive: job !== undefined && !isOver(job), start }
}
