import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { pauseForReal } from '../../src/core/clock.ts'
import { backOffMs } from '../../src/imports/drive/back-off.ts'
import { asDriveError, DriveError } from '../../src/imports/drive/drive-error.ts'
import { briefly } from '../../src/imports/drive/retry-policies.ts'

describe('pauses', () => {
  test('the pause before a retry doubles from 0.5 s to 32 s, randomly shortened by up to half', () => {
    expect([1, 2, 3, 7, 8, 30].map((n) => backOffMs(n, { random: 1 }))).toEqual([
      500, 1000, 2000, 32_000, 32_000, 32_000,
    ])
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, random) => {
          const whole = backOffMs(n, { random: 1 })
          expect(backOffMs(n, { random })).toBeGreaterThanOrEqual(whole / 2)
          expect(backOffMs(n, { random })).toBeLessThanOrEqual(whole)
        },
      ),
    )
  })

  test('the pause before a retry is as long as Google requests', () => {
    expect(backOffMs(1, { retryAfterMs: 9000, random: 0 })).toBe(9000)
    expect(backOffMs(1, { retryAfterMs: 3_600_000, random: 0 })).toBe(3_600_000)
  })

  test('the pause before a retry ends at once when it is aborted', async () => {
    const stop = new AbortController()
    const pause = pauseForReal(600_000, stop.signal)
    stop.abort(new Error('enough'))
    await expect(pause).rejects.toThrow('enough')
    await expect(pauseForReal(600_000, stop.signal)).rejects.toThrow('enough')
    expect(await pauseForReal(0)).toBeUndefined()
  })

  test('the pause before a retry is skipped for permanent errors', async () => {
    let tries = 0
    const work = () => {
      tries++
      return Promise.reject(new DriveError('file', 'no'))
    }
    const pause = () => Promise.reject(new Error('paused'))
    await expect(briefly(pause)(work)).rejects.toThrow('no')
    expect(tries).toBe(1)
  })
})

describe('errors', () => {
  const drive = (status: number, reason = '', message = 'Words.') => ({
    response: { status, data: { error: { code: status, message, errors: [{ reason }] } } },
  })
  const token = (status: number, error: string) => ({ response: { status, data: { error } } })
  test.each([
    [drive(401, 'authError'), 'closed'],
    [token(400, 'invalid_grant'), 'refused'],
    [token(401, 'invalid_client'), 'closed'],
    [token(503, 'temporarily_unavailable'), 'transient'],
    [drive(403, 'rateLimitExceeded'), 'throttled'],
    [drive(403, 'userRateLimitExceeded'), 'throttled'],
    [drive(403, 'accessNotConfigured'), 'closed'],
    [drive(403, 'dailyLimitExceeded'), 'closed'],
    [drive(403, 'cannotDownloadFile'), 'blocked'],
    [drive(403, 'downloadQuotaExceeded'), 'file'],
    [{ response: { status: 403, data: '<html>automated queries</html>' } }, 'file'],
    [drive(404, 'notFound'), 'gone'],
    [drive(408), 'transient'],
    [drive(416), 'file'],
    [drive(429), 'throttled'],
    [drive(500), 'transient'],
    [drive(599), 'transient'],
    [{ response: { status: 502, data: '<html>Bad gateway</html>' } }, 'transient'],
    [
      {
        response: {
          status: 403,
          data: JSON.stringify(drive(403, 'rateLimitExceeded').response.data),
        },
      },
      'throttled',
    ],
    [new TypeError('the connection was reset'), 'transient'],
  ] as const)('an error from Google like %j is classified as %s', (thrown, kind) => {
    expect(asDriveError(thrown).kind).toBe(kind)
  })

  test('an error from Google contains nothing of the request, which holds tokens', () => {
    const thrown = Object.assign(new Error('to https://x/?token=secret'), { config: 'secret' })
    expect(JSON.stringify(asDriveError(thrown)) + asDriveError(thrown).stack).not.toContain(
      'secret',
    )
  })
})
