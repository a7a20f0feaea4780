import { keywordValue } from '../../../contract/text/keyword-value.ts'
import { Dictionary, grown } from './column.ts'

/** Space for changed keywords before the pool is rebuilt. */
const slack = 4096

/** Where each photo's codes are in the pool. */
export type KeywordCodes = Pick<Keywords, 'dictionary' | 'starts' | 'lengths' | 'pool'>

/** The keywords of each photo, by row id: a part of one pool of codes, hidden ones last. */
export class Keywords {
  readonly dictionary = new Dictionary()
  starts = new Uint32Array()
  lengths = new Uint16Array()
  /** How many of them visitors see. */
  #shownLengths = new Uint16Array()
  pool = new Uint32Array(slack)
  #used = 0
  #unused = 0

  set(rowId: number, json: string, hiddenJson = '[]'): void {
    const { codes, shown } = this.#codesIn(json, hiddenJson)
    const before = this.lengths[rowId]!
    if (codes.length > before) {
      this.#unused += before
      if (this.#used + codes.length > this.pool.length) this.#makeRoom(codes.length)
      this.starts[rowId] = this.#used
      this.#used += codes.length
    } else {
      this.#unused += before - codes.length
    }
    this.pool.set(codes, this.starts[rowId])
    this.lengths[rowId] = codes.length
    this.#shownLengths[rowId] = shown
  }

  grow(length: number): void {
    this.starts = grown(this.starts, length)
    this.lengths = grown(this.lengths, length)
    this.#shownLengths = grown(this.#shownLengths, length)
  }

  /** As visitors see them. Do not keep. */
  forVisitors(): KeywordCodes {
    const { dictionary, starts, pool } = this
    return { dictionary, starts, pool, lengths: this.#shownLengths }
  }

  /** Two spellings of one keyword in a photo are one keyword, hidden if one of them is. */
  #codesIn(json: string, hiddenJson: string): { codes: number[]; shown: number } {
    if (json === '[]') return { codes: [], shown: 0 }
    const hidden = new Set((JSON.parse(hiddenJson) as string[]).map(keywordValue))
    const found = new Map<string, number>()
    for (const label of JSON.parse(json) as string[]) {
      const value = keywordValue(label)
      if (value === '' || found.has(value)) continue
      found.set(
        value,
        this.dictionary.codeOf(label, () => ({ value, label: label.trim() })),
      )
    }
    const codes = [...found].filter(([value]) => !hidden.has(value)).map(([, code]) => code)
    const shown = codes.length
    for (const [value, code] of found) if (hidden.has(value)) codes.push(code)
    return { codes, shown }
  }

  #makeRoom(wanted: number): void {
    const isHalfUnused = this.#unused * 2 > this.#used
    const larger = new Uint32Array(
      isHalfUnused
        ? this.#used - this.#unused + wanted + slack
        : Math.ceil(this.pool.length * 1.5) + wanted,
    )
    let used = 0
    for (let rowId = 0; rowId < this.lengths.length; rowId++) {
      const start = this.starts[rowId]!
      const length = this.lengths[rowId]!
      if (length === 0) continue
      larger.set(this.pool.subarray(start, start + length), used)
      this.starts[rowId] = used
      used += length
    }
    this.pool = larger
    this.#used = used
    this.#unused = 0
  }
}
