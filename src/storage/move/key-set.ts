import { createHash } from 'node:crypto'

/** Each slot holds the two halves of a hash. */
const slotWords = 2
const firstSlots = 2 ** 12
/** The share of slots in use above which their number doubles. */
const mostFull = 0.7

/** Remembers texts as their md5: 16 bytes each, as a gallery can have millions of files. */
export function createKeySet() {
  let slots = firstSlots
  let table = new BigUint64Array(slots * slotWords)
  let size = 0

  /** Finds the slot of this hash, or the free slot where it belongs. */
  const find = (words: BigUint64Array): number => {
    for (let slot = Number(words[0]! % BigInt(slots)); ; slot = (slot + 1) % slots) {
      const at = slot * slotWords
      const isFree = table[at] === 0n && table[at + 1] === 0n
      if (isFree || (table[at] === words[0] && table[at + 1] === words[1])) return at
    }
  }
  const put = (words: BigUint64Array): boolean => {
    const at = find(words)
    const isNew = table[at] === 0n && table[at + 1] === 0n
    table.set(words, at)
    return isNew
  }
  const grow = () => {
    const old = table
    slots *= 2
    table = new BigUint64Array(slots * slotWords)
    for (let at = 0; at < old.length; at += slotWords) {
      const words = old.subarray(at, at + slotWords)
      if (words[0] !== 0n || words[1] !== 0n) put(words)
    }
  }

  return {
    add: (text: string): void => {
      if (put(hashOf(text))) size++
      if (size > slots * mostFull) grow()
    },
    has: (text: string): boolean => {
      const at = find(hashOf(text))
      return table[at] !== 0n || table[at + 1] !== 0n
    },
    size: () => size,
  }
}

function hashOf(text: string): BigUint64Array {
  const { buffer, byteOffset } = createHash('md5').update(text).digest()
  return new BigUint64Array(buffer.slice(byteOffset, byteOffset + 16))
}
