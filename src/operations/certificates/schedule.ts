import { dayMs, hourMs, minuteMs } from '../../core/time.ts'
import type { Certificate, Progress } from './certificate-files.ts'

/** Of what is left of a certificate's life when it arrives: renewed then, or up to a 20th sooner. */
const renewedAfter = 2 / 3
const jitter = 1 / 20
/** The pauses after failures: a minute, two, four and so on. */
const [firstPauseMs, longestPauseMs] = [minuteMs, dayMs]
/** Even a certificate that was lost at once is not ordered again sooner. */
const spacingMs = hourMs

/** When to try again at the earliest after so many failures, in ms. */
export const tryAgainAt = (now: number, failures: number): number =>
  now + Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)

/** What is remembered of a certificate that has just arrived; `chance` is from 0 to 1. */
export function afterSuccess(
  { serial, validUntil }: Certificate,
  now: number,
  chance: number,
): Pick<Progress, 'failures' | 'triedAt' | 'nextTryAt' | 'renewal'> {
  const left = validUntil - now
  // By a wrong clock it may have expired already.
  const at = now + (left > 0 ? left * renewedAfter * (1 - jitter * chance) : dayMs)
  const nextTryAt = Math.min(at, now + spacingMs)
  return { failures: 0, triedAt: now, nextTryAt, renewal: { serial, at } }
}

/** When the next order is due, in ms. */
export function dueAt(
  certificate: Certificate | undefined,
  progress: Progress | undefined,
  now: number,
): number {
  if (progress === undefined) return now
  const { renewal, triedAt, nextTryAt, domains } = progress
  const isComplete = domains.every((domain) => certificate?.domains.includes(domain))
  // Another one may be of a test authority, which browsers do not trust.
  const isKnown = certificate !== undefined && renewal?.serial === certificate.serial
  if (!isComplete || !isKnown) return triedAt > now ? now : nextTryAt
  // The clock was set back: what was planned by it would come too late.
  if (triedAt > now) {
    return certificate.validFrom + (certificate.validUntil - certificate.validFrom) * renewedAfter
  }
  return Math.max(renewal.at, nextTryAt)
}
