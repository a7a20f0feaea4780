import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { interleave, median, ratio } from './measure.ts'
import type { Photos } from './photos.ts'
import { machineCpuMs, run } from './process.ts'
import type { Product } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'

const cores = navigator.hardwareConcurrency
const megabytes = (bytes: number) => bytes / 1e6

/**
 * CPU, throughput and memory of an import, from the same runs. The cost of a photo is that of
 * importing `count` big photos minus that of importing one small photo, because starting, unpacking
 * libvips and loading it happen once per import.
 */
export function importParts(
  product: Product,
  photos: Photos,
  { rounds, count, isQuick }: { rounds: number; count: number; isQuick: boolean },
): Part[] {
  return [
    {
      name: 'import',
      about: 'CPU, throughput and memory of an import',
      run: () => measure(product, photos, rounds, count),
    },
    ...(isQuick
      ? []
      : [
          {
            name: 'import-600',
            about: 'memory from 60 to 600 photos',
            run: () => growth(product, photos),
          },
        ]),
  ]
}

async function importAll(product: Product, files: string[]) {
  const data = product.newData()
  const busyBefore = machineCpuMs()
  const cost = await product.importInto(data, files)
  const othersCpuMs = machineCpuMs() - busyBefore - cost.cpuMs
  rmSync(data, { recursive: true })
  return { ...cost, othersCpuMs }
}

async function measure(
  product: Product,
  photos: Photos,
  rounds: number,
  count: number,
): Promise<Row[]> {
  const big = await photos.big(count)
  const small = await photos.small(1)
  const decoded = big.slice(0, 30)
  const { ours, reference } = await interleave(
    rounds,
    async () => {
      const fixed = await importAll(product, small)
      const all = await importAll(product, big)
      const cpuMs = (all.cpuMs - fixed.cpuMs) / count
      const wallMs = (all.wallMs - fixed.wallMs) / count
      const othersMs = Math.max(0, all.othersCpuMs) / count
      return {
        cpuMs,
        wallMs,
        used: cpuMs / cores / wallMs,
        usedOfWhatWasFree: cpuMs / Math.max(cpuMs, cores * wallMs - othersMs),
        othersCores: Math.max(0, all.othersCpuMs) / all.wallMs,
        peakBytes: all.peakBytes,
      }
    },
    () => decodeReference(decoded, cores),
  )
  const ourCpu = ours.map((round) => round.cpuMs)
  const theirCpu = reference.map((round) => round.cpuMs)
  const others = median(ours.map((round) => round.othersCores))
  return [
    {
      what: 'import, CPU per 24-megapixel JPEG ÷ one shrink-on-load decode',
      ours: `${rounded(median(ourCpu))} ms`,
      reference: `${rounded(median(theirCpu))} ms`,
      judged: ratio(ourCpu, theirCpu),
      unit: '×',
      bound: 'at most',
      pass: 2,
      stretch: 1.7,
      note: `${rounds} × ${count} photos, ${cores} in flight on both sides; rounds ${ratios(ourCpu, theirCpu)}`,
    },
    {
      what: 'import throughput ÷ cores ÷ that CPU',
      ours: `${rounded(1000 / median(ours.map((round) => round.wallMs)))} photos/s`,
      reference: `${rounded((1000 * cores) / median(ourCpu))} photos/s`,
      judged: median(ours.map((round) => round.used)),
      unit: '',
      bound: 'at least',
      pass: 0.85,
      stretch: 0.95,
      note: `other programs used ${rounded(others)} of ${cores} cores meanwhile; of the rest: ${rounded(median(ours.map((round) => round.usedOfWhatWasFree)))}`,
    },
    {
      what: `memory while importing ${count}`,
      ours: `${rounded(megabytes(median(ours.map((round) => round.peakBytes))))} MB`,
      judged: megabytes(median(ours.map((round) => round.peakBytes))),
      unit: 'MB',
      bound: 'at most',
      pass: 300,
      stretch: 270,
      note: `peak resident, rounds ${ours.map((round) => rounded(megabytes(round.peakBytes))).join(' ')}`,
    },
  ]
}

async function growth(product: Product, photos: Photos): Promise<Row[]> {
  const few = await importAll(product, await photos.big(60))
  const many = await importAll(product, await photos.big(600))
  return [
    {
      what: 'memory growth from 60 to 600 photos',
      ours: `${rounded(megabytes(many.peakBytes))} MB`,
      reference: `${rounded(megabytes(few.peakBytes))} MB`,
      judged: (many.peakBytes / few.peakBytes - 1) * 100,
      unit: '%',
      bound: 'at most',
      pass: 10,
      note: `one run each; 600 photos took ${rounded(many.wallMs / 1000)} s`,
    },
  ]
}

/** The average time to decode one file, in ms. */
export async function decodeReference(
  files: string[],
  lanes: number,
): Promise<{ cpuMs: number; wallMs: number }> {
  const program = join(import.meta.dir, 'decode-reference.ts')
  const { exitCode, output } = await run([process.execPath, program, String(lanes), ...files])
  if (exitCode !== 0) throw new Error(`the reference failed:\n${output}`)
  return JSON.parse(output)
}

const ratios = (ours: number[], reference: number[]) =>
  ours.map((value, round) => rounded(value / reference[round]!)).join(' ')
