/** A name of a photo (its camera, a keyword): `value` in filters, `label` for people. */
export type Name = { readonly value: string; readonly label: string }
export type Entry = Name | number

export const noEntry = 0
const maxOfTwoBytes = 2 ** 16 - 1

/** The distinct values of a column. Codes begin with 1. */
export class Dictionary {
  /** By code. */
  readonly entries: (Entry | undefined)[] = [undefined]
  readonly #codes = new Map<string | number, number>()

  /** The code of a row's value; `read` is called only for a new value. */
  codeOf(written: string | number | null, read: () => Entry | undefined): number {
    if (written === null) return noEntry
    const known = this.#codes.get(written)
    if (known !== undefined) return known
    const entry = read()
    const code = entry === undefined ? noEntry : this.entries.push(entry) - 1
    this.#codes.set(written, code)
    return code
  }
}

/** One code for each photo, by row id; 0 if the photo has no value. */
export class Column {
  readonly dictionary = new Dictionary()
  codes: Uint8Array | Uint16Array | Uint32Array = new Uint8Array()

  set(rowId: number, code: number): void {
    if (code > 255 && this.codes.BYTES_PER_ELEMENT < widthOf(code)) {
      this.codes = widthOf(code) === 2 ? new Uint16Array(this.codes) : new Uint32Array(this.codes)
    }
    this.codes[rowId] = code
  }

  grow(length: number): void {
    this.codes = grown(this.codes, length)
  }
}

const widthOf = (code: number) => (code > maxOfTwoBytes ? 4 : 2)

export function grown<T extends Uint8Array | Uint16Array | Uint32Array>(
  array: T,
  length: number,
): T {
  const larger = new (array.constructor as new (length: number) => T)(length)
  larger.set(array)
  return larger
}
