import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { indexWords, makeBigGallery } from './big-gallery.ts'
import { median } from './measure.ts'
import type { Photos } from './photos.ts'
import { cpuMsOf } from './process.ts'
import type { Product, Served } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'
import { addCameras } from './vary-photos.ts'

const sizes = [20_000, 100_000]
/** Requests of each kind; slow kinds are measured by fewer. */
const requests = 20
const longestMs = 8000
const password = 'salt air over the fjord'
/** Part of every photo's description, so that each word matches every photo. */
const words =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon'

/** A kind of request; `path` returns an address that was not requested before. */
type Kind = readonly [what: string, path: (gallery: Known, index: number) => string]
type Known = {
  readonly count: number
  readonly album: string
  readonly ids: readonly string[]
  readonly model: string
}

const page = 'limit=12'
const deep = ({ count }: Known, index: number) => count - 1000 + index
const idAt = ({ ids }: Known, index: number) => ids[index % ids.length]!
const kinds: Kind[] = [
  ['words that nothing has', (_, i) => `/api/photos/search?${page}&q=zzzz${i}+lorem`],
  ['one common word', (_, i) => `/api/photos/search?limit=${1 + i}&q=alpha`],
  ['a common word, deep', (g, i) => `/api/photos/search?${page}&q=beta&offset=${deep(g, i)}`],
  ['one letter', (_, i) => `/api/photos/search?${page}&q=${'abdegiklmnoprstuxz'[i % 18]}&x=${i}`],
  ['20 common words', (_, i) => `/api/photos/search?${page}&q=${shuffled(i)}`],
  ['words that follow each other', (_, i) => `/api/photos/search?${page}&q=${tied(i)}`],
  ['around a photo', (g, i) => `/api/photos/search?${page}&q=gamma&around=${idAt(g, i)}`],
  ['a camera, deep', (g, i) => `/api/photos/search?${page}&${camera(g)}&offset=${deep(g, i)}`],
  ['a camera and words', (g, i) => `/api/photos/search?${page}&${camera(g)}&q=photo+${i}`],
  ['results page', (_, i) => `/photo?q=${words.split(' ')[i]}+${i}`],
  ['results page, nothing found', (_, i) => `/photo?q=zzzz${i}+lorem`],
  ['a photo among results', (g, i) => `/photo/${idAt(g, i)}?q=delta`],
  ['photostream, deep', (g, i) => `/api/photos?${page}&offset=${deep(g, i)}`],
  ['photostream, a page of 500', (_, i) => `/api/photos?limit=500&offset=${i * 501}`],
  ['photostream, around', (g, i) => `/api/photos?${page}&around=${idAt(g, i)}`],
  ['home, deep', (g, i) => `/?offset=${deep(g, i * 20)}`],
  ['a photo', (g, i) => `/photo/${idAt(g, i)}`],
  ['an album', (g, i) => `/album/${g.album}?offset=${i * 12}`],
  ['an album, API', (g, i) => `/api/albums/${g.album}?photos=false&x=${i}`],
  ['a photo in an album', (g, i) => `/album/${g.album}/${idAt(g, i)}`],
  ['albums', (_, i) => `/album?x=${i}`],
  ['cameras', (_, i) => `/camera?x=${i}`],
  ['cameras, API', (_, i) => `/api/cameras?x=${i}`],
]

/** Server CPU for one request by an anonymous visitor, each to a new address. */
export function requestParts(product: Product, photos: Photos): Part[] {
  const measure = async (count: number): Promise<Row[]> => {
    const { data, halfAlbum, deepIds } = await makeBigGallery(product, photos, count)
    const database = new Database(join(data, 'vitrine.db'), { strict: true })
    database.run('UPDATE photo SET description = ?', [words])
    const model = 'Model 1'
    // Half of the photos were taken with the first.
    addCameras(database)
    database.run("UPDATE photo SET camera_model = 'Model ' || iif(row_id % 2, 1, row_id % 20)")
    const inHalf = database.query<{ row_id: number }, { id: string }>(
      'SELECT row_id FROM photo WHERE id = $id AND row_id % 2 = 0',
    )
    const ids = deepIds.filter((id) => inHalf.get({ id }) !== null)
    database.close()
    await indexWords(product, data)
    const known = { count, album: halfAlbum, ids, model }
    const rows: Row[] = []
    for (const isAfterWrite of [false, true]) {
      const served = await product.serve(data, { VITRINE_PASSWORD: password })
      const write = isAfterWrite ? await writer(served) : undefined
      for (const kind of kinds) rows.push(await rowOf(served, known, kind, write))
      if (!isAfterWrite) rows.push(await besideWholeList(served, count))
      await served.running.stop()
    }
    return rows
  }
  const run = async () => {
    const rows: Row[] = []
    for (const count of sizes) rows.push(...(await measure(count)))
    return rows
  }
  return [{ name: 'requests', about: 'server CPU of an anonymous visitor’s requests', run }]
}

async function rowOf(
  { origin, running }: Served,
  known: Known,
  [what, path]: Kind,
  write: (() => Promise<void>) | undefined,
): Promise<Row> {
  const cpuOf = async (work: (index: number) => Promise<unknown>) => {
    const before = cpuMsOf(running.pid)
    const giveUpAt = performance.now() + longestMs
    let done = 0
    while (done < requests && performance.now() < giveUpAt) await work(done++)
    return (cpuMsOf(running.pid) - before) / done
  }
  const ask = (index: number) => fetch(origin + path(known, index)).then((answer) => answer.bytes())
  const writing = write ? await cpuOf(write) : 0
  const both = await cpuOf(async (index) => {
    await write?.()
    await ask(index).catch(() => undefined)
  })
  const judged = Math.max(0, both - writing)
  return {
    what: `${known.count} photos, ${what}${write ? ', first after a write' : ''}: server CPU`,
    ours: `${rounded(judged)} ms`,
    judged,
    unit: 'ms',
    bound: 'at most',
    pass: 50,
  }
}

/** Changes the profile as the owner, so that all caches are invalid. */
async function writer({ origin }: Served): Promise<() => Promise<void>> {
  const send = (path: string, method: string, body: unknown, cookie = '') =>
    fetch(origin + path, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    })
  const signedIn = await send('/api/login', 'POST', { password })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0]
  if (!signedIn.ok || !cookie) throw new Error(`sign-in answered ${signedIn.status}`)
  let number = 0
  return async () => {
    const answer = await send(
      '/api/user',
      'PUT',
      { name: `Owner ${number++}`, bio: '', pic: '' },
      cookie,
    )
    if (!answer.ok) throw new Error(`a write answered ${answer.status}`)
    await answer.bytes()
  }
}

/** The longest time that others wait while a full list is being sent. */
async function besideWholeList({ origin }: Served, count: number): Promise<Row> {
  const waits: number[] = []
  for (let round = 0; round < 3; round++) {
    let isSent = false
    const list = discard(`${origin}/api/photos`).finally(() => {
      isSent = true
    })
    let longest = 0
    while (!isSent) {
      const begun = performance.now()
      await (await fetch(`${origin}/api/guest/is`)).bytes()
      longest = Math.max(longest, performance.now() - begun)
    }
    await list
    waits.push(longest)
  }
  return {
    what: `${count} photos, while a full list is sent: longest wait of another request`,
    ours: `${rounded(median(waits))} ms`,
    judged: median(waits),
    unit: 'ms',
    bound: 'at most',
    pass: 50,
  }
}

/** Reads a response without keeping it: joining 80 MB would block this process. */
async function discard(address: string): Promise<void> {
  const reader = (await fetch(address)).body!.getReader()
  while (!(await reader.read()).done);
}

const camera = ({ model }: Known) => new URLSearchParams({ cameraModel: model })

/** The same words in a different order for each index. */
function shuffled(index: number): string {
  const all = words.split(' ')
  return [...all.slice(index % all.length), ...all.slice(0, index % all.length)].join('+')
}

/** A phrase of many words, of which every photo has the first. */
const tied = (index: number) => `${words.split(' ')[index % 20]}-`.repeat(25)
