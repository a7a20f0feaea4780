/** Numbers from 0 up to, but not including, 1, the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Mutation = (file: Buffer, next: () => number) => Uint8Array

const anywhere = (length: number, next: () => number) => Math.floor(next() * length)

/** How files get damaged: single bits, a spot, a header, a cut, a missing piece. */
const mutations: Mutation[] = [
  (file, next) => {
    for (let flip = 0; flip < 4; flip++) {
      const at = anywhere(file.length, next)
      file[at] = file[at]! ^ (1 << anywhere(8, next))
    }
    return file
  },
  (file, next) => {
    const at = anywhere(file.length, next)
    for (let byte = at; byte < Math.min(file.length, at + 400); byte++) {
      file[byte] = anywhere(255, next)
    }
    return file
  },
  (file, next) => {
    const at = 2 + anywhere(Math.min(1500, file.length - 2), next)
    file[at] = anywhere(256, next)
    return file
  },
  (file, next) => file.subarray(0, anywhere(file.length, next)),
  (file) => file.subarray(0, -2),
  (file, next) => {
    const at = anywhere(file.length, next)
    return Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + anywhere(2000, next))])
  },
]

/** A damaged copy of the file; the same for the same seed. */
export function mutated(file: Uint8Array, seed: number): Uint8Array {
  const next = numbersFrom(seed)
  return mutations[seed % mutations.length]!(Buffer.from(file), next)
}
