import type { Clock } from '../core/clock.ts'

/** Addresses whose dates are remembered; the oldest are forgotten. */
const maxAddresses = 1000
const secondMs = 1000

/**
 * When the content of each address last changed, as far as this process knows: the dates of photos
 * do not change when one is hidden. Two contents never share a date, which counts whole
 * seconds only, so the date is missing for the rest of a second in which the content changed twice.
 */
export function createModificationDates({ now }: Clock) {
  const known = new Map<string, { readonly hash: string; readonly since: number }>()
  return (address: string, content: Uint8Array): Date | undefined => {
    const hash = Bun.hash(content).toString(36)
    const before = known.get(address)
    const second = Math.floor(now() / secondMs) * secondMs
    const isSame = before?.hash === hash
    const since = isSame ? before.since : Math.max(second, before ? before.since + secondMs : 0)
    known.delete(address)
    known.set(address, { hash, since })
    if (known.size > maxAddresses) known.delete(known.keys().next().value!)
    return since <= now() ? new Date(since) : undefined
  }
}
