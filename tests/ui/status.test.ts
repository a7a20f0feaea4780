import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sizeText } from '../../src/contract/size-text.ts'
import type { Status } from '../../src/contract/status.ts'
import { attentionFor } from '../../ui/account/status/attention.ts'
import { agoText } from '../../ui/account/status/times.ts'
import { troubled } from '../e2e/status-mock.ts'

const dayMs = 24 * 60 * 60_000
const now = Date.UTC(2026, 0, 2)
const at = (days: number) => new Date(now - days * dayMs).toISOString()

/** Nothing needs attention. */
const sound: Status = {
  ...troubled(),
  disk: { ...troubled().disk, isAmple: true },
  backup: { at: at(1), folder: '/mnt', photos: 1, bytes: 1 },
  mail: { hasServer: true, waiting: 0, nextTryAt: null, lastSentAt: null, lastError: null },
  drive: { ...troubled().drive, isConfigured: false, reason: null, failures: 0 },
}
const kindsFor = (change: Partial<Status>) =>
  attentionFor({ ...sound, ...change }, now, (time) => time).map(({ kind }) => kind)

describe('what needs attention', () => {
  test('is nothing in a gallery that is backed up and has room', () => {
    expect(kindsFor({})).toEqual([])
  })

  test('is a missing backup as soon as there are photos, and one older than a week', () => {
    expect(kindsFor({ backup: null })).toEqual(['backup'])
    expect(kindsFor({ backup: null, photos: 0 })).toEqual([])
    const backup = { folder: '/mnt', photos: 1, bytes: 1 }
    expect(kindsFor({ backup: { ...backup, at: at(7) } })).toEqual([])
    expect(kindsFor({ backup: { ...backup, at: at(9) } })).toEqual(['backup'])
  })

  test('is mail that failed, until a later one is sent', () => {
    const lastError = { at: at(1), text: 'refused' }
    const mail = { ...sound.mail, lastError }
    expect(kindsFor({ mail })).toEqual(['mail'])
    expect(kindsFor({ mail: { ...mail, lastSentAt: at(2) } })).toEqual(['mail'])
    expect(kindsFor({ mail: { ...mail, lastSentAt: at(0) } })).toEqual([])
  })

  test('is a lost connection to Google Drive, but not one that was never made', () => {
    const drive = { ...sound.drive, isConfigured: true, authenticated: false }
    expect(kindsFor({ drive })).toEqual([])
    expect(kindsFor({ drive: { ...drive, reason: 'It expired.' } })).toEqual(['drive'])
    expect(kindsFor({ drive: { ...drive, failures: 2 } })).toEqual(['failures'])
  })

  test('begins with the disk, and says whether photos are still accepted', () => {
    const text = (disk: Partial<Status['disk']>) =>
      attentionFor({ ...troubled(), disk: { ...sound.disk, ...disk } }, now, String)[0]?.text
    expect(text({ isAmple: false, hasRoomForPhotos: true })).toStartWith('The disk is almost full')
    expect(text({ isAmple: false, hasRoomForPhotos: false })).toStartWith('The disk is full')
  })
})

test('a size has a unit of 1000 and at most three digits', () => {
  const known = [
    ...([
      [0, '0 bytes'],
      [1, '1 byte'],
      [999, '999 bytes'],
      [1000, '1 KB'],
    ] as const),
    ...([
      [4240, '4.2 KB'],
      [9950, '10 KB'],
      [999_499, '999 KB'],
      [999_500, '1 MB'],
    ] as const),
    ...([
      [61e9, '61 GB'],
      [3.25e12, '3.3 TB'],
      [5e18, '5000 PB'],
    ] as const),
  ]
  for (const [bytes, text] of known) expect([bytes, sizeText(bytes)]).toEqual([bytes, text])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e15 }), (bytes) => {
      expect(sizeText(bytes)).toMatch(/^(\d{1,3} bytes?|\d(\.\d)? [KMGTP]B|\d{2,3} [KMGTP]B)$/)
    }),
  )
})

test('days are counted up to two months, which a week or a month would hide', () => {
  expect([3, 12, 59, 400].map((days) => agoText(at(days), now))).toEqual([
    '3 days ago',
    '12 days ago',
    '59 days ago',
    '1 year ago',
  ])
  expect(agoText(at(0.5), now)).toBe('12 hours ago')
})
