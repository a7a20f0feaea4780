import { statSync } from 'node:fs'
import { inLanes, median } from './measure.ts'
import type { Photos, SpecialPhoto } from './photos.ts'
import { memoryOf } from './process.ts'
import type { Product, Served } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'
import { ownerCookie } from './sign-in.ts'

const megabytes = (bytes: number) => bytes / 1e6
/** How long a server is left alone before its memory counts as idle. */
const idleMs = 15_000
/** The largest upright crop of a 3:2 photo rotated by 5°. */
const turn = { rotation: 5, share: 0.8 }

type Bench = {
  readonly product: Product
  readonly photos: Photos
  readonly rounds: number
  readonly count: number
}

/** Memory used for pictures: the peak, and what is kept afterwards. */
export function memoryParts(
  product: Product,
  photos: Photos,
  options: { rounds: number; count: number },
): Part[] {
  const bench: Bench = { product, photos, ...options }

  const peaks = async (): Promise<Row[]> => [
    await peakOf(bench, 'progressive-100', 'one 100-megapixel progressive JPEG', 500),
    await peakOf(bench, 'progressive-100-full', 'the same with full colours (4:4:4)'),
    await tall(bench),
    await edited(bench),
  ]

  return [
    { name: 'memory', about: 'idle memory after imports and renditions', run: () => idle(bench) },
    { name: 'peaks', about: 'peak memory of large photos and of an edit', run: peaks },
  ]
}

async function idle({ product, photos, count }: Bench): Promise<Row[]> {
  const data = product.newData()
  const { origin, running } = await product.serve(data)
  await product.importInto(data, await photos.big(count))
  const imported = memoryOf(running.pid)
  const photosShown = await shown({ origin }, count)
  const paths = [1600, 2400].flatMap((width) =>
    photosShown.map(({ fileName }) => `/api/resizes/${fileName}?w=${width}`),
  )
  await inLanes(navigator.hardwareConcurrency, paths.length, async (index) => {
    const answer = await fetch(origin + paths[index]!, { headers: { Accept: 'image/webp' } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${paths[index]} answered ${answer.status}`)
  })
  await Bun.sleep(idleMs)
  const { now, peak } = memoryOf(running.pid)
  await running.stop()
  return [
    {
      what: `idle memory after ${count} imports and ${paths.length} renditions`,
      ours: `${rounded(megabytes(now))} MB`,
      judged: megabytes(now),
      unit: 'MB',
      bound: 'at most',
      pass: 190,
      stretch: 130,
      note: `resident, ${idleMs / 1000} s after the last one; peak ${rounded(megabytes(imported.peak))} MB with the imports, ${rounded(megabytes(peak))} MB with the renditions of 1600 and 2400 px`,
    },
  ]
}

async function peakOf(
  { product, photos, rounds }: Bench,
  kind: SpecialPhoto,
  what: string,
  pass?: number,
): Promise<Row> {
  const file = await photos.special(kind)
  const peaks: number[] = []
  for (let round = 0; round < rounds; round++) {
    peaks.push((await product.importInto(product.newData(), [file])).peakBytes)
  }
  return {
    what: `memory, ${what}`,
    ours: `${rounded(megabytes(median(peaks)))} MB`,
    judged: megabytes(median(peaks)),
    unit: 'MB',
    bound: 'at most',
    ...(pass !== undefined && { pass }),
    note: `a file of ${rounded(megabytes(statSync(file).size))} MB, peaks ${peaks.map((peak) => rounded(megabytes(peak))).join(' ')}`,
  }
}

/** Imports the photo and requests the widths that need the most memory. */
async function tall({ product, photos }: Bench): Promise<Row> {
  const data = product.newData()
  const { origin, running } = await product.serve(data)
  await product.importInto(data, [await photos.special('tall-72')])
  const imported = memoryOf(running.pid).peak
  const [photo] = await shown({ origin }, 1)
  for (const width of [2400, 3200]) {
    for (const Accept of ['image/webp', 'image/jpeg']) {
      const path = `/api/resizes/${photo!.fileName}?w=${width}`
      const answer = await fetch(origin + path, { headers: { Accept } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    }
  }
  const { peak } = memoryOf(running.pid)
  await running.stop()
  return {
    what: 'memory, one tall JPEG of 72 megapixels and its large renditions',
    ours: `${rounded(megabytes(peak))} MB`,
    judged: megabytes(peak),
    unit: 'MB',
    bound: 'at most',
    pass: 600,
    note: `${rounded(megabytes(imported))} MB after the import`,
  }
}

/** A separate server, so that its peak is the edit's: saving, then the public original. */
async function edited({ product, photos }: Bench): Promise<Row> {
  const data = product.newData()
  await product.importInto(data, [await photos.special('progressive-100')])
  const { origin, running } = await product.serve(data, ownerCookie.env)
  const Cookie = await ownerCookie.of(origin)
  const [photo] = await shown({ origin }, 1)
  const { id, width, height } = photo!
  const crop = {
    rotation: turn.rotation,
    x: Math.round(width * (1 - turn.share) * 0.5),
    y: Math.round(height * (1 - turn.share) * 0.5),
    width: Math.round(width * turn.share),
    height: Math.round(height * turn.share),
  }
  const saved = await fetch(`${origin}/api/photos/${id}/edit`, {
    method: 'PUT',
    headers: { Cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify(crop),
  })
  if (!saved.ok) throw new Error(`the edit answered ${saved.status}: ${await saved.text()}`)
  const { data: after } = (await saved.json()) as { data: { fileName: string } }
  const savedPeak = memoryOf(running.pid).peak
  const original = await fetch(`${origin}/api/images/${after.fileName}`)
  const bytes = (await original.arrayBuffer()).byteLength
  if (!original.ok) throw new Error(`the edited original answered ${original.status}`)
  const { peak } = memoryOf(running.pid)
  await running.stop()
  return {
    what: 'memory, a 100-megapixel progressive JPEG cropped and rotated by 5°',
    ours: `${rounded(megabytes(peak))} MB`,
    judged: megabytes(peak),
    unit: 'MB',
    bound: 'at most',
    pass: 600,
    note: `saving the edit took ${rounded(megabytes(savedPeak))} MB, the public original of ${rounded(megabytes(bytes))} MB the rest`,
  }
}

type Shown = { id: string; fileName: string; width: number; height: number }

async function shown({ origin }: Pick<Served, 'origin'>, count: number): Promise<Shown[]> {
  const answer = await fetch(`${origin}/api/photos?limit=${count}`)
  const { data } = (await answer.json()) as { data: { photos: Shown[] } }
  if (data.photos.length !== count) throw new Error(`${data.photos.length} photos of ${count}`)
  return data.photos
}
