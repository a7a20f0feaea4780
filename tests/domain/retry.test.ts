import { describe, expect, test } from 'bun:test'
import { retry } from '../../src/core/concurrency/retry.ts'

describe('pauses', () => {
  test('retrying pauses as told until the work succeeds or the error is final', async () => {
    const pauses: number[] = []
    const pause = async (ms: number) => void pauses.push(ms)
    const pauseAfter = (_: unknown, failures: number) => [5, 0, 7][failures - 1]
    let attempts = 0
    const work = async () => {
      if (++attempts < 4) throw new Error('not yet')
      return attempts
    }
    expect(await retry(work, { pauseAfter, pause })).toBe(4)
    expect(pauses).toEqual([5, 7])
    const failing = () => Promise.reject(new Error('never'))
    await expect(retry(failing, { pauseAfter, pause })).rejects.toThrow('never')
  })

  test('retrying ends with the last error once it is cancelled, and with the signal’s reason', async () => {
    const work = () => Promise.reject(new Error('not yet'))
    const pause = () => Promise.resolve()
    const isCancelled = () => true
    const pauseAfter = () => 1
    await expect(retry(work, { pauseAfter, pause, isCancelled })).rejects.toThrow('not yet')
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(retry(work, { pauseAfter, signal })).rejects.toThrow('stopped')
  })
})
