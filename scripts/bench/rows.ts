import { freemem, loadavg, totalmem } from 'node:os'
import sharp from 'sharp'

/** A row of the table. */
export type Row = {
  readonly what: string
  /** Our value and, if there is one, the reference's from the same rounds. */
  readonly ours: string
  readonly reference?: string
  /** The value compared with the limits; null if there are none. */
  readonly judged: number | null
  readonly unit: string
  readonly isFraction?: boolean
  readonly bound: 'at most' | 'at least'
  readonly pass?: number
  readonly stretch?: number
  readonly note?: string
}

/** A part of the benchmark that can be run by its name. */
export type Part = {
  readonly name: string
  readonly about: string
  readonly run: () => Promise<Row[]>
}

type Verdict = 'STRETCH' | 'PASS' | 'FAIL' | ''

/** '' if the row has no limit. */
export function verdict({ judged, pass, stretch, bound }: Row): Verdict {
  if (judged === null || pass === undefined) return ''
  const holds = (limit: number) => (bound === 'at most' ? judged <= limit : judged >= limit)
  if (!holds(pass)) return 'FAIL'
  return stretch !== undefined && holds(stretch) ? 'STRETCH' : 'PASS'
}

export function printRows(rows: readonly Row[]): void {
  const head = ['what', 'ours', 'reference', 'judged', 'pass', 'stretch', '']
  const cells = rows.map((row) => {
    const sign = row.bound === 'at most' ? '≤' : '≥'
    const limit = (value: number | undefined) => (value === undefined ? '' : `${sign} ${value}`)
    return [
      row.what,
      row.ours,
      row.reference ?? '',
      row.judged === null ? '' : `${rounded(row.judged)} ${row.unit}`.trim(),
      limit(row.pass),
      limit(row.stretch),
      verdict(row),
    ]
  })
  const lines = [head, ...cells]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
  }
  const notes = rows.filter((row) => row.note)
  if (notes.length > 0) console.log('')
  for (const { what, note } of notes) console.log(`${what}: ${note}`)
}

/** With three significant digits. */
export function rounded(value: number): string {
  return value.toFixed(decimalsFor(Math.abs(value)))
}

function decimalsFor(size: number): number {
  if (size >= 100) return 0
  if (size >= 10) return 1
  return size >= 0.1 ? 2 : 3
}

/** The machine in one line, with its current load. */
export function machine(): string {
  const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
  return [
    `${navigator.hardwareConcurrency} cores`,
    `${gigabytes(totalmem())} memory (${gigabytes(freemem())} free)`,
    `load ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
    `${process.platform} ${process.arch}`,
    `Bun ${Bun.version}`,
    `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`,
  ].join(', ')
}
