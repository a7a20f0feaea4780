import { useEffect, useRef, useState } from 'react'
import type { Originals } from '../../../../../src/contract/site/originals.ts'
import { useAction } from '../../../../kit/components/use-action.ts'
import { putBack } from './state.ts'
import { texts } from './texts.ts'

/** So few at a time that the progress moves. */
const atOnce = 5

type Progress = { readonly done: number; readonly total: number }

/** Puts one original back, or all that a backup has. */
export function usePutBack(originals: Originals | undefined) {
  const [busyId, setBusyId] = useState<string>()
  const [progress, setProgress] = useState<Progress>()
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const [news, setNews] = useState('')
  const { isBusy, problem, run } = useAction({ within: texts.failedAll })
  const { heading, list, next } = useNextFocus(originals)

  const send = async (ids: string[]) => {
    const result = await putBack(ids)
    const failed = result.failed.map(({ id, reason }) => [id, reason] as const)
    setFailures((before) => new Map([...before, ...failed]))
    return result
  }
  const tell = (count: number) => setNews(count === 0 ? '' : texts.done(count))

  const one = (id: string, index: number) =>
    run(async () => {
      setBusyId(id)
      setNews('')
      setFailures(new Map())
      try {
        const result = await send([id])
        if (result.failed.length === 0) next.current = index
        tell(result.putBack.length)
      } finally {
        setBusyId(undefined)
      }
    })

  const all = (from: Originals) =>
    run(async () => {
      setNews('')
      setFailures(new Map())
      const tried = new Set<string>()
      let done = 0
      setProgress({ done, total: from.savedCount })
      try {
        for (let now = from; ; ) {
          const left = now.damaged.filter(({ id, copy }) => copy !== null && !tried.has(id))
          const ids = left.slice(0, atOnce).map(({ id }) => id)
          if (ids.length === 0) break
          for (const id of ids) tried.add(id)
          const result = await send(ids)
          done += result.putBack.length
          now = result.originals
          setProgress({ done, total: from.savedCount })
        }
      } finally {
        next.current = 0
        setProgress(undefined)
        tell(done)
      }
    })

  return { heading, list, busyId, progress, failures, news, isBusy, problem, one, all }
}

/** The row at this place gets the focus once the list has changed, if what had it is gone. */
function useNextFocus(originals: Originals | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const next = useRef<number>(undefined)
  // After every render, as the list can change before the last of them.
  useEffect(() => {
    if (!originals || next.current === undefined) return
    const focused = document.activeElement
    const wanted = next.current
    next.current = undefined
    if (focused && focused !== document.body) return
    const rows = [...(list.current?.children ?? [])]
    const row = rows[Math.min(wanted, rows.length - 1)]
    ;(row?.querySelector('button') ?? heading.current)?.focus()
  })
  return { heading, list, next }
}
