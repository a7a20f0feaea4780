import { indexWords, makeBigGallery } from './big-gallery.ts'
import type { Photos } from './photos.ts'
import { cpuMsOf, memoryOf } from './process.ts'
import type { Product, Served } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'
import { ownerCookie } from './sign-in.ts'
import { varyPhotos } from './vary-photos.ts'

const count = 100_000
const requests = 40
const passMs = 8
/** How long the server is left alone before its memory counts, in ms. */
const settleMs = 6000
const everyFacet =
  'camera,make,lens,focal,focal35,f,exposure,iso,rating,keyword,year,month,hour,orientation,aspect,location'
const three = (index: number) => `camera=model-${index % 20}&iso=200..&year=2000..${2010 + index}`

/** Server CPU of the owner's filtered lists of 100,000 photos, and the memory that filters keep. */
export function filterParts(product: Product, photos: Photos): Part[] {
  const run = async (): Promise<Row[]> => {
    const { data } = await makeBigGallery(product, photos, count)
    varyPhotos(data)
    await indexWords(product, data)
    const served = await product.serve(data, ownerCookie.env)
    const rows = await rowsOf(served)
    await served.running.stop()
    return rows
  }
  return [{ name: 'filters', about: 'server CPU and memory of filters and facets', run }]
}

const row = (what: string, judged: number, pass?: number): Row => ({
  what: `${count} photos, ${what}: server CPU`,
  ours: `${rounded(judged)} ms`,
  judged,
  unit: 'ms',
  bound: 'at most',
  ...(pass !== undefined && { pass }),
})

async function rowsOf(served: Served): Promise<Row[]> {
  const { origin, running } = served
  const cookie = await ownerCookie.of(origin)
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
    const answer = await fetch(origin + path, { ...init, headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json() as Promise<{ data: { photos: { id: string }[] } }>
  }
  const cpuOf = async (times: number, work: (index: number) => Promise<unknown>) => {
    const before = cpuMsOf(running.pid)
    for (let index = 0; index < times; index++) await work(index)
    return (cpuMsOf(running.pid) - before) / times
  }
  const list = (query: string) => send(`/api/photos?limit=12&${query}`)
  const { photos } = (await list('offset=0')).data
  await cpuOf(requests, (index) => list(`offset=${index}`))

  // Idle like afterwards, when the program's code is unmapped.
  await Bun.sleep(settleMs)
  const memoryBefore = memoryOf(running.pid).now
  const rows = [row('the first filter of all', await cpuOf(1, () => list('iso=400')))]
  await cpuOf(requests, (index) => list(`${three(index)}&facets=${everyFacet}`))
  const after = async (what: string, write: (index: number) => Promise<unknown>) => {
    const writing = await cpuOf(requests, write)
    const both = await cpuOf(requests, async (index) => {
      await write(index + requests)
      await list(`${three(index)}&facets=camera,lens,year`)
    })
    rows.push(row(`three filters with page and facets, after ${what}`, both - writing, passMs))
  }
  rows.push(
    row(
      'three filters with page and facets',
      await cpuOf(requests, (index) => list(`${three(index)}&facets=camera,lens,year`)),
      passMs,
    ),
    row(
      'every facet of all photos',
      await cpuOf(requests, (index) => list(`offset=${index}&facets=${everyFacet}`)),
      passMs,
    ),
    row(
      'three filters with every facet',
      await cpuOf(requests, (index) => list(`${three(index)}&facets=${everyFacet}`)),
      passMs,
    ),
    row('the same filter again', await cpuOf(requests, () => list(three(0))), passMs),
  )
  await after('another change', (index) =>
    send('/api/user', {
      method: 'PUT',
      body: JSON.stringify({ name: `Owner ${index}`, bio: '', pic: '' }),
    }),
  )
  await after('new keywords', (index) => {
    const { id } = photos[index % photos.length]!
    const body = JSON.stringify({ id, keywords: [`new ${index}`, 'place 7'] })
    return send(`/api/photos/${id}`, { method: 'PUT', body })
  })
  await after('a deletion', async () => {
    const { id } = (await list(`offset=${count / 2}`)).data.photos[0]!
    await send(`/api/photos/${id}`, {
      method: 'DELETE',
      body: JSON.stringify({ removeFiles: true }),
    })
  })
  await Bun.sleep(settleMs)
  const kept = (memoryOf(running.pid).now - memoryBefore) / 1e6
  return [...rows, memoryRow(kept)]
}

const memoryRow = (megabytes: number): Row => ({
  what: `${count} photos, memory that filters keep`,
  ours: `${rounded(megabytes)} MB`,
  judged: megabytes,
  unit: 'MB',
  bound: 'at most',
  pass: 30,
  stretch: 15,
  note: `${settleMs / 1000} s after the last request`,
})
