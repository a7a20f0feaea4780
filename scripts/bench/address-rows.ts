import type { BigGallery } from './big-gallery.ts'
import { load } from './load.ts'
import { memoryOf } from './process.ts'
import type { Product } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'

const megabytes = (bytes: number) => bytes / 1e6
/** How long the server is idle before its memory is read. */
const settleMs = 15_000
const addresses = 20_000
/** What a crawler or attacker adds to an address, below the limit of 16 KB per request. */
const ballast = 'x'.repeat(8000)

/** The kinds of addresses, each requested once; every other one has the ballast. */
const kindsOf = ({
  halfAlbum,
}: BigGallery): [status: string, kinds: ((n: number) => string)[]][] => [
  [
    '200',
    [
      (n) => `/?x=${n}`,
      (n) => `/?x=${n}${ballast}`,
      (n) => `/photo?q=${n}`,
      (n) => `/photo?q=${n}&x=${ballast}`,
      (n) => `/api/photos?limit=12&offset=${n}`,
      (n) => `/api/photos?limit=12&offset=${n}&x=${ballast}`,
      (n) => `/album/${halfAlbum}?x=${n}`,
      (n) => `/album/${halfAlbum}?x=${n}${ballast}`,
    ],
  ],
  ['404', [(n) => `/nowhere/${n}`, (n) => `/nowhere/${n}/${ballast}`]],
]

/** How much memory many different addresses leave behind. */
export function addressParts(product: Product, gallery: () => Promise<BigGallery>): Part[] {
  const distinct = async (): Promise<Row[]> => {
    const big = await gallery()
    const { running, port, origin } = await product.serve(big.data)
    await (await fetch(origin)).arrayBuffer()
    await Bun.sleep(settleMs)
    const before = memoryOf(running.pid).now
    const kinds = kindsOf(big)
    const count = addresses / kinds.flatMap(([, kinds]) => kinds).length
    for (const [status, paths] of kinds) {
      const all = Array.from({ length: count }, (_, n) => paths.map((path) => path(n))).flat()
      const headers = ['Accept-Encoding: gzip, br']
      const order = { port, paths: all, headers, lanes: 2, requests: all.length, seconds: 600 }
      const { requests } = await load(running.pid, order, status)
      if (requests < all.length) throw new Error(`only ${requests} addresses in ten minutes`)
    }
    await Bun.sleep(settleMs)
    const { now, peak } = memoryOf(running.pid)
    await running.stop()
    const what = `${addresses} distinct addresses`
    const note = `resident, ${settleMs / 1000} s after the last; peak ${rounded(megabytes(peak))} MB; half of them with ${ballast.length} bytes of unknown query or path`
    return [
      {
        what: `memory after ${what}`,
        ours: `${rounded(megabytes(now))} MB`,
        judged: megabytes(now),
        unit: 'MB',
        bound: 'at most',
        pass: 160,
        note,
      },
      {
        what: `memory that ${what} leave behind`,
        ours: `${rounded(megabytes(now - before))} MB`,
        judged: megabytes(now - before),
        unit: 'MB',
        bound: 'at most',
        pass: 40,
      },
    ]
  }

  return [{ name: 'addresses', about: 'memory after 20,000 distinct addresses', run: distinct }]
}
