import { rmSync } from 'node:fs'
import { type Ceph, needsCeph, startCeph } from '../../tests/support/ceph.ts'
import { type Loaded, load } from './load.ts'
import { interleave, median, ratio } from './measure.ts'
import type { Photos } from './photos.ts'
import { type Cost, memoryOf } from './process.ts'
import type { Product, Served } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'

const megabytes = (bytes: number) => bytes / 1e6
/** Connections of the load client, the same for both sides. */
const lanes = 2
const avif = 'Accept: image/avif,image/webp,*/*'
/** How long a server is left alone before its memory is compared. */
const settleMs = 4000
const firstPage = '/api/photos?limit=12'

type Options = { rounds: number; count: number; seconds: number }
type Bench = Options & { readonly product: Product; readonly photos: Photos }
type Gallery = { data: string; env: Record<string, string> }

/** A gallery with its photos in a bucket of Ceph on this machine, compared with one in a folder. */
export function bucketParts(product: Product, photos: Photos, options: Options): Part[] {
  const bench: Bench = { product, photos, ...options }
  const besideCeph = (work: (bench: Bench, ceph: Ceph) => Promise<Row[]>) => async () => {
    if (!needsCeph.isMet) {
      console.log(`${needsCeph.otherwise}: these rows are left out.`)
      return []
    }
    await using ceph = await startCeph()
    return await work(bench, ceph)
  }
  return [
    { name: 'bucket', about: 'import into a bucket against a folder', run: besideCeph(imports) },
    { name: 'bucket-tiles', about: 'tiles of a bucket from the cache', run: besideCeph(serving) },
    {
      name: 'bucket-memory',
      about: 'memory of a server that imports into a bucket',
      run: besideCeph(taking),
    },
    { name: 'bucket-start', about: 'start while the bucket is down', run: besideCeph(starts) },
  ]
}

const newFolder = (product: Product): Gallery => ({ data: product.newData(), env: {} })

const newBucket = async (product: Product, ceph: Ceph): Promise<Gallery> => ({
  data: product.newData(),
  env: {
    VITRINE_MEDIA: `s3://${await ceph.makeBucket()}/gallery`,
    VITRINE_MEDIA_ENDPOINT: ceph.endpoint,
    VITRINE_MEDIA_REGION: ceph.region,
    VITRINE_MEDIA_KEY_ID: ceph.keyId,
    VITRINE_MEDIA_SECRET: ceph.secret,
  },
})

async function imports({ product, photos, rounds, count }: Bench, ceph: Ceph): Promise<Row[]> {
  const files = await photos.big(count)
  const importAll = async (gallery: Gallery): Promise<Cost> => {
    const cost = await product.importInto(gallery.data, files, { env: gallery.env })
    rmSync(gallery.data, { recursive: true })
    return cost
  }
  const { ours, reference } = await interleave(
    rounds,
    async () => importAll(await newBucket(product, ceph)),
    async () => importAll(newFolder(product)),
  )
  const wall = (costs: Cost[]) => costs.map(({ wallMs }) => wallMs)
  const cpu = (costs: Cost[]) => costs.map(({ cpuMs }) => cpuMs / count)
  const perSecond = (costs: Cost[]) => rounded((1000 * count) / median(wall(costs)))
  const peak = (costs: Cost[]) => costs.map(({ peakBytes }) => megabytes(peakBytes))
  return [
    {
      what: 'import into a bucket ÷ into a folder, time',
      ours: `${perSecond(ours)} photos/s`,
      reference: `${perSecond(reference)} photos/s`,
      judged: ratio(wall(ours), wall(reference)),
      unit: '×',
      bound: 'at most',
      pass: 1.3,
      note: `${rounds} × ${count} photos; Ceph uses the same cores; CPU of a photo ${rounded(median(cpu(ours)))} and ${rounded(median(cpu(reference)))} ms`,
    },
    more('memory of an import into a bucket − into a folder', peak(ours), peak(reference)),
  ]
}

async function serving(
  { product, photos, rounds, count, seconds }: Bench,
  ceph: Ceph,
): Promise<Row[]> {
  const files = await photos.big(count)
  const bucket = await newBucket(product, ceph)
  const folder = newFolder(product)
  for (const { data, env } of [bucket, folder]) await product.importInto(data, files, { env })
  const ours = await product.serve(bucket.data, bucket.env)
  const theirs = await product.serve(folder.data, folder.env)
  const compare = async (what: string, variant: string): Promise<Row> => {
    const ourPaths = await pathsOf(ours, variant)
    const theirPaths = await pathsOf(theirs, variant)
    const ask = ({ running, port }: Served, paths: string[]) =>
      load(running.pid, { port, paths, headers: [avif], lanes, requests: 1_000_000, seconds })
    await ask(ours, ourPaths)
    await ask(theirs, theirPaths)
    const result = await interleave(
      rounds,
      () => ask(ours, ourPaths),
      () => ask(theirs, theirPaths),
    )
    return rates(what, result)
  }
  const served = [
    await compare('tiles of a bucket, repeated ÷ of a folder', 'thumbs'),
    // Too large for the memory, so that each is read from the disk.
    await compare('pictures of a bucket from the cache ÷ of a folder', 'landscapes'),
  ]
  await Bun.sleep(settleMs)
  const memory = ({ running }: Served) => megabytes(memoryOf(running.pid).now)
  const rows = [
    ...served,
    more('memory after serving from a bucket − from a folder', [memory(ours)], [memory(theirs)]),
  ]
  await Promise.all([ours.running.stop(), theirs.running.stop()])
  return rows
}

/** The server takes the photos itself, as it does beside a running `vitrine import`. */
async function taking({ product, photos, rounds, count }: Bench, ceph: Ceph): Promise<Row[]> {
  const files = await photos.big(count)
  const measure = async (gallery: Gallery) => {
    const served = await product.serve(gallery.data, gallery.env)
    await product.importInto(gallery.data, files, { env: gallery.env })
    const { peak } = memoryOf(served.running.pid)
    await Bun.sleep(settleMs)
    const { now } = memoryOf(served.running.pid)
    await served.running.stop()
    rmSync(gallery.data, { recursive: true })
    return { peak: megabytes(peak), now: megabytes(now) }
  }
  const { ours, reference } = await interleave(
    Math.min(rounds, 3),
    async () => measure(await newBucket(product, ceph)),
    async () => measure(newFolder(product)),
  )
  const of = (which: 'peak' | 'now', all: Record<'peak' | 'now', number>[]) =>
    all.map((one) => one[which])
  return [
    more('memory of a server that imports', of('peak', ours), of('peak', reference)),
    more('memory of a server after imports', of('now', ours), of('now', reference)),
  ]
}

async function starts({ product, photos, rounds }: Bench, ceph: Ceph): Promise<Row[]> {
  const files = await photos.small(12)
  const bucket = await newBucket(product, ceph)
  const folder = newFolder(product)
  for (const { data, env } of [bucket, folder]) await product.importInto(data, files, { env })
  const timed = async (gallery: Gallery) => {
    const begun = performance.now()
    const { origin, running } = await product.serve(gallery.data, gallery.env)
    const answer = await fetch(origin + firstPage)
    await answer.arrayBuffer()
    const ms = performance.now() - begun
    await running.stop()
    if (!answer.ok) throw new Error(`${firstPage} answered ${answer.status}`)
    return ms
  }
  const compare = async (what: string): Promise<Row> => {
    const { ours, reference } = await interleave(
      2 * rounds,
      () => timed(bucket),
      () => timed(folder),
    )
    return {
      what: `start with ${what} ÷ of a folder`,
      ours: `${rounded(median(ours))} ms`,
      reference: `${rounded(median(reference))} ms`,
      judged: ratio(ours, reference),
      unit: '×',
      bound: 'at most',
      pass: 1.2,
      note: 'to the first response of the list of photos',
    }
  }
  const rows: Row[] = []
  ceph.gateway.pause()
  rows.push(await compare('a bucket that does not answer'))
  await ceph.gateway.kill()
  rows.push(await compare('a bucket that is down'))
  return rows
}

async function pathsOf({ origin }: Served, variant: string): Promise<string[]> {
  const answer = await fetch(`${origin}/api/photos?limit=500`)
  const { data } = (await answer.json()) as { data: { photos: { fileName: string }[] } }
  return data.photos.map(({ fileName }) => `/api/${variant}/${fileName}`)
}

function rates(what: string, { ours, reference }: { ours: Loaded[]; reference: Loaded[] }): Row {
  const perSecond = (loaded: Loaded[]) => loaded.map(({ perSecond }) => perSecond)
  const cpu = (loaded: Loaded[]) => rounded(median(loaded.map(({ cpuMs }) => cpuMs)))
  return {
    what,
    ours: `${rounded(median(perSecond(ours)))}/s`,
    reference: `${rounded(median(perSecond(reference)))}/s`,
    judged: ratio(perSecond(ours), perSecond(reference)),
    unit: '',
    bound: 'at least',
    pass: 0.9,
    note: `server CPU per request ${cpu(ours)} and ${cpu(reference)} ms`,
  }
}

/** How much more memory, in MB; rounds are compared with each other. */
function more(what: string, ours: number[], reference: number[]): Row {
  return {
    what,
    ours: `${rounded(median(ours))} MB`,
    reference: `${rounded(median(reference))} MB`,
    judged: median(ours.map((value, round) => value - reference[round]!)),
    unit: 'MB',
    bound: 'at most',
    pass: 60,
    note: `resident, rounds ${ours.map(rounded).join(' ')} and ${reference.map(rounded).join(' ')}`,
  }
}
