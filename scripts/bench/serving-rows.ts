import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BigGallery } from './big-gallery.ts'
import { type Loaded, load } from './load.ts'
import { interleave, median, ratio } from './measure.ts'
import { findNginx, type Nginx, startNginx } from './nginx.ts'
import type { Product, Served } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'

/** Connections of the load client, the same for both sides. */
const lanes = 2
/** Different pages, several times as many as the response cache holds, so that none is a hit. */
const freshPages = 6000
const avif = 'Accept: image/avif,image/webp,*/*'

/** Pages and tiles compared with nginx serving the same bytes, and the CPU of deep pages. */
export function servingParts(
  product: Product,
  gallery: () => Promise<BigGallery>,
  measure: Measure,
): Part[] {
  const besideNginx = async (
    work: (both: Both, measure: Measure) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const binary = findNginx()
    if (!binary) {
      console.log('nginx is not installed: these rows are left out.')
      return []
    }
    const big = await gallery()
    const root = join(product.folder, 'nginx-root')
    mkdirSync(join(root, 'pages'), { recursive: true })
    mkdirSync(join(root, 'thumbs'), { recursive: true })
    const served = await product.serve(big.data)
    const nginx = await startNginx(binary, join(product.folder, 'nginx'), root)
    try {
      return await work({ big, root, served, nginx }, measure)
    } finally {
      await Promise.all([served.running.stop(), nginx.running.stop()])
    }
  }
  return [
    { name: 'home', about: 'server CPU of the home page', run: () => home(product, gallery) },
    { name: 'pages', about: 'photostream pages against nginx', run: () => besideNginx(pages) },
    { name: 'thumbs', about: 'tiles against nginx', run: () => besideNginx(thumbs) },
    { name: 'deep', about: 'server CPU of deep pages', run: () => deep(product, gallery) },
  ]
}

type Measure = { readonly rounds: number; readonly seconds: number }

function compare(
  { served, nginx }: Both,
  paths: { ours: string[]; nginx: string[] },
  { rounds, seconds }: Measure,
  headers: string[] = [],
) {
  const order = { headers, lanes, requests: 1_000_000, seconds }
  return interleave(
    rounds,
    () => load(served.running.pid, { port: served.port, paths: paths.ours, ...order }),
    () => load(nginx.running.pid, { port: nginx.port, paths: paths.nginx, ...order }),
  )
}

async function pages(both: Both, measure: Measure): Promise<Row[]> {
  const address = (offset: number) => `/api/photos?limit=12&offset=${offset}`
  for (let offset = 0; offset < freshPages; offset++) {
    const answer = await fetch(both.served.origin + address(offset))
    writeFileSync(join(both.root, 'pages', `${offset}.json`), await answer.bytes())
  }
  const all = Array.from({ length: freshPages }, (_, offset) => address(offset))
  const fresh = await compare(both, { ours: all, nginx: all }, measure)
  const first = [address(0)]
  const repeated = await compare(both, { ours: first, nginx: first }, measure)
  const about = `page of 12 from ${both.big.count} photos ÷ nginx, requests a second`
  return [
    versus(`${about}: fresh`, fresh, { pass: 0.35, stretch: 0.5 }),
    versus(`${about}: repeated`, repeated, { pass: 1, stretch: 1.2 }),
  ]
}

async function thumbs(both: Both, measure: Measure): Promise<Row[]> {
  const { real } = both.big
  for (const { fileName, thumbPath } of real) {
    copyFileSync(thumbPath, join(both.root, 'thumbs', fileName.replace(/\.jpg$/, '.avif')))
  }
  const ours = real.map(({ fileName }) => `/api/thumbs/${fileName}`)
  const theirs = real.map(({ fileName }) => `/thumbs/${fileName.replace(/\.jpg$/, '.avif')}`)
  await requireImmutable(both.served.origin + ours[0]!)
  const result = await compare(both, { ours, nginx: theirs }, measure, [avif])
  return [
    versus('thumbs ÷ nginx serving the same files', result, {
      pass: 0.9,
      stretch: 1,
      note: 'ours checks permissions each time; 304 and immutable were verified',
    }),
  ]
}

async function deep(product: Product, gallery: () => Promise<BigGallery>): Promise<Row[]> {
  const big = await gallery()
  const offset = (base: number, index: number) => Math.floor(base * big.count) + index
  const list = (base: number) => (index: number) =>
    `/api/photos?limit=12&offset=${offset(base, index)}`
  const kinds: [what: string, path: (index: number) => string, pass: number][] = [
    ['offset 90,000 of the photostream', list(0.9), 0.15],
    [
      'offset 45,000 of an album',
      (index) => `/api/albums/${big.halfAlbum}/photos?limit=12&offset=${offset(0.45, index)}`,
      0.15,
    ],
    [
      'around the 90,000th',
      (index) => `/api/photos?limit=12&around=${big.deepIds[index % big.deepIds.length]}`,
      0.2,
    ],
  ]
  const requests = 200
  const rows: Row[] = []
  for (const [what, path, pass] of kinds) {
    // A separate server for each, so that no page was requested before.
    const served = await product.serve(big.data)
    const ask = (round: number, pathOf: (index: number) => string) =>
      load(served.running.pid, {
        port: served.port,
        paths: Array.from({ length: requests }, (_, index) => pathOf(round * requests + index)),
        headers: [],
        lanes: 1,
        requests,
        seconds: 60,
      })
    const { ours, reference } = await interleave(
      5,
      (round) => ask(round, path),
      (round) => ask(round, list(0)),
    )
    await served.running.stop()
    const cpu = (loaded: Loaded[]) => median(loaded.map(({ cpuMs }) => cpuMs))
    rows.push({
      what: `deep page, ${what}: server CPU`,
      ours: `${rounded(cpu(ours))} ms`,
      reference: `${rounded(cpu(reference))} ms`,
      judged: cpu(ours),
      unit: 'ms',
      bound: 'at most',
      pass,
      stretch: 0.1,
      note: `the whole request, never the same page; p50 ${rounded(median(ours.map((one) => one.p50Ms)))} ms; reference: the first pages`,
    })
  }
  return rows
}

async function home(product: Product, gallery: () => Promise<BigGallery>): Promise<Row[]> {
  const big = await gallery()
  const rounds = 5
  const fresh = 400
  const repeated = 20_000
  const served = await product.serve(big.data)
  const ask = (paths: string[], requests: number) =>
    load(served.running.pid, {
      port: served.port,
      paths,
      headers: ['Accept-Encoding: gzip, br'],
      lanes: 1,
      requests,
      seconds: 60,
    })
  // The first pages of a server's life also pay for loading and compiling the interface.
  const pagesFrom = (first: number) =>
    Array.from({ length: fresh }, (_, index) => `/?offset=${first + index}`)
  await ask(pagesFrom(rounds * fresh), fresh)
  const { ours: first, reference: again } = await interleave(
    rounds,
    (round) => ask(pagesFrom(round * fresh), fresh),
    () => ask(['/'], repeated),
  )
  await served.running.stop()
  const row = (kind: string, loaded: Loaded[], pass: number, stretch: number): Row => {
    const cpuMs = median(loaded.map((each) => each.cpuMs))
    return {
      what: `home page, ${kind}: server CPU`,
      ours: `${rounded(cpuMs)} ms`,
      judged: cpuMs,
      unit: 'ms',
      bound: 'at most',
      pass,
      stretch,
      note: `with compression; p50 ${rounded(median(loaded.map(({ p50Ms }) => p50Ms)))} ms`,
    }
  }
  return [row('fresh', first, 1.2, 0.8), row('repeated', again, 0.035, 0.025)]
}

type Both = { big: BigGallery; root: string; served: Served; nginx: Nginx }

function versus(
  what: string,
  { ours, reference }: { ours: Loaded[]; reference: Loaded[] },
  limits: { pass: number; stretch?: number; note?: string },
): Row {
  const rates = (loaded: Loaded[]) => loaded.map(({ perSecond }) => perSecond)
  const cpu = (loaded: Loaded[]) => loaded.map(({ cpuMs }) => cpuMs)
  const { note, ...bar } = limits
  return {
    what,
    ours: `${rounded(median(rates(ours)))}/s`,
    reference: `${rounded(median(rates(reference)))}/s`,
    judged: ratio(rates(ours), rates(reference)),
    unit: '',
    bound: 'at least',
    ...bar,
    note: `server CPU per request ${rounded(median(cpu(ours)))} ms, nginx ${rounded(median(cpu(reference)))} ms${note ? `; ${note}` : ''}`,
  }
}

/** Tiles must be cacheable for ever and answer 304 when they are. */
async function requireImmutable(address: string): Promise<void> {
  const first = await fetch(address, { headers: { Accept: 'image/avif' } })
  const isImmutable = first.headers.get('cache-control')?.includes('immutable')
  const etag = first.headers.get('etag') ?? ''
  const again = await fetch(address, {
    headers: { Accept: 'image/avif', 'If-None-Match': etag },
  })
  if (!isImmutable || again.status !== 304)
    throw new Error('tiles are not immutable or do not answer 304')
}
