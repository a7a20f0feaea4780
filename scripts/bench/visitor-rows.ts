import { load } from './load.ts'
import type { Photos } from './photos.ts'
import type { Product } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'

const visitors = 50
/** How long a visitor looks at what they got before the next request, in ms. */
const pauseMs = 500
const publicPhotos = 60

/** How visitors and an import share the machine. */
export function visitorParts(
  product: Product,
  photos: Photos,
  { count }: { count: number },
): Part[] {
  const run = async (): Promise<Row[]> => {
    const files = await photos.big(count)
    const small = await photos.small(publicPhotos)
    const alone = await importBesideServer(files, small, async () => undefined)
    const shared = await importBesideServer(files, small, async ({ pid, port, fileNames }) => {
      const paths = fileNames.flatMap((name, index) => [
        `/api/photos?limit=12&offset=${index}`,
        `/api/thumbs/${name}?w=400&f=avif`,
        `/?offset=${index}`,
      ])
      const headers = ['Accept: image/avif,image/webp,*/*', 'Accept-Encoding: gzip, br']
      // Beside visitors the import takes longer, so that all of the load falls into it.
      const seconds = (alone.wallMs / 1000) * 0.95
      return load(pid, { port, paths, headers, lanes: visitors, requests: 1e6, seconds, pauseMs })
    })
    const { p50Ms, p99Ms, requests } = shared.found!
    const pace = (100 * alone.wallMs) / shared.wallMs
    const about = `${visitors} visitors while ${count} photos are imported`
    return [
      {
        what: `${about}: p99`,
        ours: `${rounded(p99Ms)} ms`,
        judged: p99Ms,
        unit: 'ms',
        bound: 'at most',
        pass: 100,
        stretch: 50,
        note: `p50 ${rounded(p50Ms)} ms; ${requests} requests for lists, tiles and pages, ${pauseMs} ms apart for each visitor, all answered 200`,
      },
      {
        what: `${about}: pace that the import keeps`,
        ours: `${rounded((1000 * count) / shared.wallMs)} photos/s`,
        reference: `${rounded((1000 * count) / alone.wallMs)} photos/s`,
        judged: pace,
        unit: '%',
        bound: 'at least',
        pass: 60,
        note: 'reference: the same import without visitors',
      },
    ]
  }

  /** Imports `files` into a served gallery of public photos; `meanwhile` starts with the import. */
  const importBesideServer = async <Found>(
    files: string[],
    small: string[],
    meanwhile: (served: { pid: number; port: number; fileNames: string[] }) => Promise<Found>,
  ) => {
    const data = product.newData()
    await product.importInto(data, small)
    const { running, origin, port } = await product.serve(data)
    const answer = await fetch(`${origin}/api/photos?limit=${publicPhotos}`)
    const list = (await answer.json()) as { data: { photos: { fileName: string }[] } }
    const fileNames = list.data.photos.map(({ fileName }) => fileName)
    const [{ wallMs }, found] = await Promise.all([
      product.importInto(data, files),
      meanwhile({ pid: running.pid, port, fileNames }),
    ])
    await running.stop()
    return { wallMs, found }
  }

  return [{ name: 'visitors', about: 'visitors and an import at the same time', run }]
}
