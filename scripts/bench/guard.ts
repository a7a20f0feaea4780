import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBigGallery } from './big-gallery.ts'
import { type HelloServer, helloServer } from './hello-server.ts'
import { load } from './load.ts'
import { interleave, median } from './measure.ts'
import type { Photos } from './photos.ts'
import { machineCpuMs, memoryOf } from './process.ts'
import type { Product, Served } from './product.ts'
import { rounded } from './rows.ts'

/** Enough for pages that are requested once only, also before the measurement. */
const count = 4000
const rounds = 3
/** How often all is measured at most, until no figure is worse: of each, the best counts. */
const attempts = 4
/** How long a server is left alone before its memory counts, in ms. */
const settleMs = 4000
/** A figure that is worse than the recorded one by more than this factor fails. */
const allowed = 1.1
/** A machine on which the reference is slower or faster by more than this factor is another kind. */
const alike = 1.25
/** Cores that other programs may use while a figure counts. */
const quietCores = 0.2
const recordFile = join(import.meta.dir, 'quick-figures.json')

/** One figure: our value, and how many times the reference's value that is. */
type Figure = { readonly value: number; readonly ratio: number }
type Figures = Readonly<Record<FigureName, Figure>>
type FigureName = (typeof names)[number]
const names = ['start', 'rest', 'repeated list', 'fresh list', 'home'] as const
const units: Record<FigureName, string> = {
  start: 'ms',
  rest: 'MB',
  'repeated list': 'ms of CPU',
  'fresh list': 'ms of CPU',
  home: 'ms of CPU',
}

/**
 * Measures in less than a minute what every start and request costs, each also relative to a minimal
 * server in the same run, and prints it beside the recorded figures. A figure that is worse is
 * measured again, several times, and fails only if it still is, on a machine like the one that was
 * recorded and with nothing else running. With `isRecorded`, the figures become the recorded ones.
 * @returns the exit code: 1 if a figure is worse on a quiet machine of the recorded kind.
 */
export async function guard(
  product: Product,
  photos: Photos,
  { isRecorded }: { isRecorded: boolean },
): Promise<number> {
  const { data } = await makeBigGallery(product, photos, count)
  const hello = helloServer(product.folder)
  await hello.build()
  const othersBefore = await otherCores()
  const recorded = readRecorded()
  let figures = await measure(product, hello, data)
  for (let attempt = 2; recorded && attempt <= attempts; attempt++) {
    if (worse(figures, recorded).length === 0) break
    figures = better(figures, await measure(product, hello, data))
  }
  print(figures, recorded)
  if (isRecorded) {
    writeFileSync(recordFile, `${JSON.stringify(figures, null, 2)}\n`)
    return 0
  }
  const failed = recorded ? worse(figures, recorded) : []
  if (!recorded || failed.length === 0) return 0
  console.log(`\nMore than ${Math.round((allowed - 1) * 100)} % worse: ${failed.join(', ')}`)
  const excuse = excuseFor(figures, recorded, Math.max(othersBefore, await otherCores()))
  if (!excuse) return 1
  console.log(`${excuse}, so this does not count.`)
  return 0
}

/** Why figures that are worse say nothing about the program; undefined if they do. */
function excuseFor(figures: Figures, recorded: Figures, others: number): string | undefined {
  if (others > quietCores) return `Other programs use ${rounded(others)} cores`
  const factors = names.map((name) => referenceOf(figures[name]) / referenceOf(recorded[name]))
  const other = factors.find((factor) => factor > alike || factor < 1 / alike)
  if (other === undefined) return undefined
  return `The figures were recorded on another kind of machine (here the reference takes ${rounded(other)} times as much)`
}

const referenceOf = ({ value, ratio }: Figure) => value / ratio

const readRecorded = (): Figures | undefined =>
  existsSync(recordFile) ? (JSON.parse(readFileSync(recordFile, 'utf8')) as Figures) : undefined

const worse = (figures: Figures, recorded: Figures): FigureName[] =>
  names.filter((name) => figures[name].ratio > recorded[name].ratio * allowed)

function better(one: Figures, other: Figures): Figures {
  const chosen = names.map((name) => {
    const isFirst = one[name].ratio <= other[name].ratio
    return [name, isFirst ? one[name] : other[name]] as const
  })
  return Object.fromEntries(chosen) as Figures
}

/** How many cores are in use while nothing of ours runs. */
async function otherCores(): Promise<number> {
  const seconds = 2
  const before = machineCpuMs()
  await Bun.sleep(seconds * 1000)
  return (machineCpuMs() - before) / (seconds * 1000)
}

async function measure(product: Product, hello: HelloServer, data: string): Promise<Figures> {
  const serve = () => product.serve(data)
  const starts = await interleave(
    2 * rounds + 1,
    () => startMs(serve, '/api/photos?limit=12'),
    () => startMs(hello.serve, '/'),
  )
  const [ours, reference] = [await serve(), await hello.serve()]
  try {
    await (await fetch(`${ours.origin}/api/photos?limit=12`)).bytes()
    await (await fetch(reference.origin)).bytes()
    await Bun.sleep(settleMs)
    const rest = memoryOf(ours.running.pid).now
    const helloRest = memoryOf(reference.running.pid).now
    return {
      start: figure(starts.ours, starts.reference),
      rest: figure([rest / 1e6], [helloRest / 1e6]),
      ...(await requestFigures(ours, reference)),
    }
  } finally {
    await Promise.all([ours.running.stop(), reference.running.stop()])
  }
}

const figure = (ours: readonly number[], reference: readonly number[]): Figure => ({
  value: median(ours),
  ratio: median(ours) / median(reference),
})

async function startMs(serve: () => Promise<Served>, path: string): Promise<number> {
  const begun = performance.now()
  const { origin, running } = await serve()
  await (await fetch(origin + path)).bytes()
  const ms = performance.now() - begun
  await running.stop()
  return ms
}

/** CPU of requests, each kind beside as much work of the reference. */
async function requestFigures(ours: Served, reference: Served) {
  const pages = (path: string) =>
    Array.from({ length: count }, (_, offset) => `${path}offset=${offset}`)
  const kinds = {
    'repeated list': { paths: ['/api/photos?limit=12'], requests: 10_000 },
    'fresh list': { paths: pages('/api/photos?limit=12&'), requests: 600 },
    home: { paths: pages('/?'), requests: 200 },
  }
  const cpuOf = async (served: Served, paths: string[], requests: number) => {
    const headers = ['Accept-Encoding: gzip, br']
    const order = { port: served.port, paths, headers, lanes: 2, requests, seconds: 60 }
    return (await load(served.running.pid, order)).cpuMs
  }
  // The first pages of a server's life also pay for loading and compiling the interface.
  for (const { paths, requests } of Object.values(kinds)) {
    await cpuOf(ours, paths.toReversed(), requests)
  }
  const figures: [string, Figure][] = []
  for (const [name, { paths, requests }] of Object.entries(kinds)) {
    const pathsOf = (round: number) =>
      paths.length === 1 ? paths : paths.slice(round * requests, (round + 1) * requests)
    const measured = await interleave(
      rounds,
      (round) => cpuOf(ours, pathsOf(round), requests),
      () => cpuOf(reference, ['/'], 10_000),
    )
    figures.push([name, figure(measured.ours, measured.reference)])
  }
  return Object.fromEntries(figures) as Record<keyof typeof kinds, Figure>
}

function print(figures: Figures, recorded: Figures | undefined): void {
  const text = ({ value, ratio }: Figure, name: FigureName) =>
    `${rounded(value)} ${units[name]} (${rounded(ratio)} × the reference)`
  for (const name of names) {
    const before = recorded ? `recorded: ${text(recorded[name], name)}` : 'nothing recorded'
    console.log(`${name.padEnd(14)}  ${text(figures[name], name).padEnd(42)}  ${before}`)
  }
}
