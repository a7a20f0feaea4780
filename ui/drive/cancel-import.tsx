import { useState } from 'react'
import type { Job } from '../../src/contract/jobs.ts'
import { Button } from '../components/Button.tsx'
import { Question } from '../components/Question.tsx'
import { cancelImport } from './import-job.ts'
import { problemOf } from './problem.ts'
import { texts } from './texts.ts'

const words = texts.progress

/** Ends an import for good, after a question. */
export function CancelImport({ job }: { job: Job }) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const cancel = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await cancelImport(job)
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }

  return (
    <>
      <Button onClick={() => setAsked(true)}>{words.cancel}</Button>
      <Question
        title={words.question.title}
        text={words.question.text}
        ok={words.cancel}
        cancel={words.question.goOn}
        isOpen={isAsked}
        isBusy={isBusy}
        problem={problem}
        onOk={() => void cancel()}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
