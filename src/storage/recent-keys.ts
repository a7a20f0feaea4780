/** Bits of each generation; with 100,000 keys in one, a tenth of all others look recent too. */
const bits = 2 ** 20

/**
 * Knows which keys were used lately: all of the last `periodMs`, and none from before twice that.
 * Its memory does not grow with their number, so other keys can look recent, but a recent key never
 * looks old.
 */
export function createRecentKeys(periodMs: number, now: () => number) {
  let current = new Uint8Array(bits / 8)
  let previous = new Uint8Array(bits / 8)
  let startedAt = now()

  const turn = () => {
    const age = now() - startedAt
    if (age < periodMs) return
    ;[previous, current] = [current, previous]
    current.fill(0)
    if (age >= 2 * periodMs) previous.fill(0)
    startedAt = now()
  }
  const place = (key: string): readonly [index: number, mask: number] => {
    const bit = Bun.hash.xxHash32(key) % bits
    return [bit >>> 3, 1 << (bit & 7)]
  }

  return {
    add: (key: string): void => {
      turn()
      const [index, mask] = place(key)
      current[index]! |= mask
    },
    has: (key: string): boolean => {
      turn()
      const [index, mask] = place(key)
      return ((current[index]! | previous[index]!) & mask) !== 0
    },
  }
}
