import type { BigGallery } from './big-gallery.ts'
import { type HelloServer, helloServer } from './hello-server.ts'
import { load } from './load.ts'
import { interleave, median } from './measure.ts'
import { memoryOf } from './process.ts'
import type { Product, Served } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'

const megabytes = (bytes: number) => bytes / 1e6
/** How long a server is left alone before its memory counts as at rest. */
const settleMs = 4000

type Bench = {
  readonly product: Product
  readonly gallery: () => Promise<BigGallery>
  readonly rounds: number
  readonly requests: number
  readonly hello: HelloServer
}

/**
 * Time from start to first response with a big gallery, and memory at rest and after many requests.
 */
export function startParts(
  product: Product,
  gallery: () => Promise<BigGallery>,
  options: { rounds: number; requests: number },
): Part[] {
  const bench: Bench = { product, gallery, ...options, hello: helloServer(product.folder) }
  return [
    {
      name: 'start',
      about: 'start to first response with 100,000 photos',
      run: () => firstAnswer(bench),
    },
    { name: 'rest', about: 'memory at rest and after 100,000 requests', run: () => rest(bench) },
  ]
}

async function firstAnswer({ product, gallery, rounds, hello }: Bench): Promise<Row[]> {
  const { data, count } = await gallery()
  await hello.build()
  const timed = async (serve: () => Promise<Served>, path: string) => {
    const begun = performance.now()
    const { origin, running } = await serve()
    const answer = await fetch(origin + path)
    await answer.arrayBuffer()
    const ms = performance.now() - begun
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    await running.stop()
    return ms
  }
  const { ours, reference } = await interleave(
    rounds,
    () => timed(() => product.serve(data), '/api/photos?limit=12&offset=0'),
    () => timed(hello.serve, '/'),
  )
  return [
    {
      what: `start to first response, ${count} photos`,
      ours: `${rounded(median(ours))} ms`,
      reference: `${rounded(median(reference))} ms`,
      judged: median(ours),
      unit: 'ms',
      bound: 'at most',
      pass: 38,
      stretch: 28,
      note: `reference: a minimal Hono server built the same way; rounds ${ours.map(rounded).join(' ')}`,
    },
  ]
}

async function rest({ product, gallery, requests, hello }: Bench): Promise<Row[]> {
  const { data, real, count } = await gallery()
  const atRest = async (serve: () => Promise<Served>, path: string) => {
    const served = await serve()
    await (await fetch(served.origin + path)).arrayBuffer()
    await Bun.sleep(settleMs)
    return { served, bytes: memoryOf(served.running.pid).now }
  }
  const { ours, reference } = await interleave(
    3,
    async () => {
      const { served, bytes } = await atRest(() => product.serve(data), '/api/photos?limit=12')
      await served.running.stop()
      return bytes
    },
    async () => {
      const { served, bytes } = await atRest(hello.serve, '/')
      await served.running.stop()
      return bytes
    },
  )
  const { served } = await atRest(() => product.serve(data), '/api/photos?limit=12')
  const { pid } = served.running
  const paths = mixedPaths(real, count)
  const headers = ['Accept: image/avif,image/webp,*/*', 'Accept-Encoding: gzip, br']
  const { perSecond } = await load(pid, {
    port: served.port,
    paths,
    headers,
    lanes: 2,
    requests,
    seconds: 300,
  })
  await Bun.sleep(settleMs)
  const after = memoryOf(pid)
  await served.running.stop()
  return [
    {
      what: 'memory at rest',
      ours: `${rounded(megabytes(median(ours)))} MB`,
      reference: `${rounded(megabytes(median(reference)))} MB`,
      judged: megabytes(median(ours)),
      unit: 'MB',
      bound: 'at most',
      pass: 62,
      stretch: 52,
      note: `resident, ${settleMs / 1000} s after the first response; reference: a minimal Hono server`,
    },
    {
      what: `memory after ${requests} requests`,
      ours: `${rounded(megabytes(after.now))} MB`,
      judged: megabytes(after.now),
      unit: 'MB',
      bound: 'at most',
      pass: 100,
      stretch: 80,
      note: `peak ${rounded(megabytes(after.peak))} MB; pages, tiles, landscapes and home pages in turn, ${rounded(perSecond)} per second`,
    },
  ]
}

/** Pages, tiles, landscapes and home pages in turn. */
function mixedPaths(real: BigGallery['real'], count: number): string[] {
  return Array.from({ length: 4000 }, (_, index) => {
    const { fileName } = real[index % real.length]!
    const kinds = [
      `/api/photos?limit=12&offset=${(index * 37) % count}`,
      `/api/thumbs/${fileName}`,
      `/api/landscapes/${fileName}`,
      '/',
    ]
    return kinds[index % kinds.length]!
  })
}
