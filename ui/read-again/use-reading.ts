import { useCallback, useEffect, useRef, useState } from 'react'
import type { Reading } from '../../src/contract/read-again.ts'
import { ApiError, api, errorText, ignoreApiError, unwrap } from '../api.ts'

export type Selection = readonly string[] | 'all'

const pollMs = 400
const routes = api.photos['read-again']

export const isUnderWay = ({ state }: Reading): boolean =>
  state === 'reading' || state === 'applying'

/** A reading of several files, from its start on; it is cancelled if nobody waits for it. */
export function useReading(selection: Selection) {
  const [reading, setReading] = useState<Reading>()
  const [problem, setProblem] = useState<string>()
  const [polls, setPolls] = useState(0)
  const latest = useRef<Reading>(undefined)

  const follow = useCallback(async (request: Promise<Reading>) => {
    try {
      const read = await request
      latest.current = read
      setReading(read)
      setProblem(undefined)
    } catch (error) {
      setProblem(errorText(error))
      // Without an answer it may go on all the same.
      if (error instanceof ApiError && error.refusal) setReading(undefined)
    } finally {
      setPolls((before) => before + 1)
    }
  }, [])

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
    start: () => void start(),
    apply: ({ id }: Reading) => void follow(unwrap(routes[':id'].apply.$post({ param: { id } }))),
    cancel: ({ id }: Reading) => void follow(unwrap(routes[':id'].$delete({ param: { id } }))),
  }
}
