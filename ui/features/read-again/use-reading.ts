import { useCallback, useEffect, useRef, useState } from 'react'
import type { Reading } from '../../../src/contract/photos/read-again.ts'
import { ApiError, api, errorText, ignoreApiError, unwrap } from '../../kit/api.ts'
import { texts } from './texts.ts'

export type Selection = readonly string[] | 'all'

const pollMs = 400
const routes = api.photos['read-again']

export const isUnderWay = ({ state }: Reading): boolean =>
  state === 'reading' || state === 'applying'

/** Whether the server has forgotten the reading, such as for one that began elsewhere. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.refusal?.code === 404

/** A reading of several files, from its start on; it is cancelled if nobody waits for it. */
export function useReading(selection: Selection) {
  const [reading, setReading] = useState<Reading>()
  const [problem, setProblem] = useState<string>()
  const [isOutdated, setOutdated] = useState(false)
  const [polls, setPolls] = useState(0)
  const latest = useRef<Reading>(undefined)

  const outdate = useCallback(() => {
    setOutdated(true)
    setProblem(texts.dialog.outdated)
    setReading(undefined)
  }, [])
  const follow = useCallback(
    async (request: Promise<Reading>) => {
      try {
        const read = await request
        latest.current = read
        setReading(read)
        setProblem(undefined)
        setOutdated(false)
      } catch (error) {
        if (isUnknown(error)) return outdate()
        setOutdated(false)
        setProblem(errorText(error))
        // Without an answer it may go on all the same.
        if (error instanceof ApiError && error.refusal) setReading(undefined)
      } finally {
        setPolls((before) => before + 1)
      }
    },
    [outdate],
  )

  const start = useCallback(() => {
    const json = selection === 'all' ? { all: true as const } : { ids: [...selection] }
    return follow(unwrap(routes.$post({ json })))
  }, [selection, follow])
  useEffect(() => {
    void start()
    return () => {
      const read = latest.current
      if (!read || (read.state !== 'reading' && read.state !== 'read')) return
      unwrap(routes[':id'].$delete({ param: { id: read.id } })).catch(ignoreApiError)
    }
  }, [start])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `polls` repeats it
  useEffect(() => {
    if (!reading || !isUnderWay(reading)) return
    const get = () => void follow(unwrap(routes[':id'].$get({ param: { id: reading.id } })))
    const timer = setTimeout(get, pollMs)
    return () => clearTimeout(timer)
  }, [reading, polls, follow])

  return {
    reading,
    problem,
    isOutdated,
    outdate,
    start: () => void start(),
    apply: ({ id }: Reading) => void follow(unwrap(routes[':id'].apply.$post({ param: { id } }))),
    cancel: ({ id }: Reading) => void follow(unwrap(routes[':id'].$delete({ param: { id } }))),
  }
}
