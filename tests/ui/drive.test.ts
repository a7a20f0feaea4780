import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { jobStates } from '../../src/contract/imports/job-states.ts'
import {
  alertOfScheduling,
  isAborted,
  isOver,
  leftOf,
  pauseOf,
  pollTarget,
  secondsLeft,
} from '../../ui/features/drive-import/job-state.ts'
import { texts } from '../../ui/features/drive-import/texts.ts'
import { withoutStatus } from '../../ui/kit/reason.ts'
import { timeOf } from '../../ui/kit/times.ts'

describe('jobs', () => {
  test('a job is polled by its id; without one there is an alert', () => {
    expect(pollTarget({ id: 'a' })).toEqual({ id: 'a' })
    expect(pollTarget(undefined)).toEqual({ alert: 'no job defined' })
    expect(pollTarget({ id: '' })).toEqual({ alert: 'no job defined' })
  })

  test('a job is over when it is finished or aborted, in upper or lower case', () => {
    const over = (state: string) => isOver({ state })
    expect(jobStates.filter(over)).toEqual(['FINISHED', 'ABORTED'])
    expect(jobStates.map((state) => state.toLowerCase()).filter(over)).toEqual([
      'finished',
      'aborted',
    ])
    expect(isAborted({ state: 'aborted' })).toBe(true)
    expect(isAborted({ state: 'FINISHED' })).toBe(false)
  })

  test('a job is polled when it is scheduled or started; any other state is shown as an alert', () => {
    for (const state of ['SCHEDULED', 'STARTED', 'scheduled', 'started']) {
      expect(alertOfScheduling(state)).toBeUndefined()
    }
    expect(alertOfScheduling('FINISHED')).toBe('FINISHED')
    expect(alertOfScheduling('paused')).toBe('paused')
  })

  test('a job that was aborted gives the reason', () => {
    expect(texts.progress.aborted('cancelled')).toBe('Job Aborted cancelled')
    expect(texts.progress.aborted(null)).toBe('Job Aborted')
  })

  test('a finished job is a sentence under Last import, with or without the reason', () => {
    const { notFinished } = texts.last
    expect(notFinished('another folder was chosen')).toBe(
      'Not finished: another folder was chosen.',
    )
    expect(notFinished('Google Drive is having problems (500)')).toBe(
      'Not finished: Google Drive is having problems.',
    )
    expect(notFinished('Google said: Stop it.')).toBe('Not finished: Google said: Stop it.')
    expect(notFinished()).toBe('Not finished.')
  })
})

describe('pauses', () => {
  const now = Date.parse('2026-03-04T12:00:00Z')
  const at = (seconds: number) => new Date(now + 1000 * seconds).toISOString()

  test('a pause is shown while the job waits, unless it is about to end', () => {
    expect(pauseOf({ state: 'STARTED', pausedUntil: at(60) }, now)).toBe(at(60))
    expect(pauseOf({ state: 'STARTED', pausedUntil: at(3) }, now)).toBeUndefined()
    expect(pauseOf({ state: 'STARTED', pausedUntil: at(-60) }, now)).toBeUndefined()
    expect(pauseOf({ state: 'STARTED', pausedUntil: null }, now)).toBeUndefined()
    expect(pauseOf({ state: 'ABORTED', pausedUntil: at(60) }, now)).toBeUndefined()
  })

  test('a pause is shown with its reason and end: counted down at the end, with the date on another day', () => {
    const { paused } = texts.progress
    const until = at(600)
    const reason = 'Google is limiting requests (429)'
    const time = timeOf(until, new Date(now))
    expect(time).toMatch(/^\d{1,2}:\d\d( [AP]M)?$/)
    expect(paused(reason, until, new Date(now))).toEqual({
      why: 'Google is limiting requests.',
      until: `The import continues at ${time}.`,
    })
    const later = paused(null, at(3 * 86_400), new Date(now))
    expect(later.why).toBe('Google is limiting requests.')
    expect(later.until).toMatch(/^The import continues at Mar [67], 2026, /)
    const untilOf = (seconds: number) => paused(null, at(seconds), new Date(now)).until
    expect(untilOf(120)).toStartWith('The import continues at ')
    expect(untilOf(119.5)).toStartWith('The import continues at ')
    expect(untilOf(119)).toBe('The import continues in 1:59 minutes.')
    expect(untilOf(60)).toBe('The import continues in 1:00 minutes.')
    expect(untilOf(59)).toBe('The import continues in 59 seconds.')
    expect(untilOf(0.4)).toBe('The import continues in 1 second.')
  })
})

test('Google’s status codes are left out, and other numbers kept', () => {
  const limiting = 'Google Drive is limiting requests'
  expect(withoutStatus(`${limiting} (403); try again in a moment`)).toBe(
    `${limiting}; try again in a moment`,
  )
  expect(withoutStatus('Google Drive rejected the request (401): Invalid')).toBe(
    'Google Drive rejected the request: Invalid',
  )
  expect(withoutStatus('there are several folders named Trip (200) here')).toContain('(200)')
})

test('photos left to import and photos processed always add up to the total', () => {
  const count = fc.nat(1_000_000)
  fc.assert(
    fc.property(fc.tuple(count, count, count, count, count), count, (counts, left) => {
      const [done, replaced, waiting, skipped, failed] = counts
      const total = counts.reduce((sum, each) => sum + each, left)
      expect(leftOf({ done, replaced, waiting, skipped, failed, total })).toBe(left)
    }),
  )
})

describe('time left', () => {
  const start = { atMs: 1000, processed: 10 }

  test('the time left follows from the pace since the first poll', () => {
    expect(secondsLeft(start, { atMs: 11_000, processed: 30 }, 90)).toBe(30)
  })

  test('the time left is unknown at first, and when nothing is left', () => {
    expect(secondsLeft(start, { atMs: 5000, processed: 30 }, 90)).toBeUndefined()
    expect(secondsLeft(start, { atMs: 60_000, processed: 12 }, 90)).toBeUndefined()
    expect(secondsLeft(start, { atMs: 11_000, processed: 90 }, 90)).toBeUndefined()
  })

  test('the time left is positive or unknown, and grows while a file takes long', () => {
    const whole = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(whole, whole, whole, whole, (seconds, processed, more, left) => {
        const now = { atMs: 1000 * seconds, processed: processed + more }
        const from = { atMs: 0, processed }
        const total = now.processed + left
        const soon = secondsLeft(from, now, total)
        if (soon === undefined) return
        expect(soon).toBeGreaterThan(0)
        const later = secondsLeft(from, { ...now, atMs: now.atMs + 1000 }, total)
        expect(later).toBeGreaterThan(soon)
      }),
    )
  })
})
