import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type BigGallery, makeBigGallery } from './big-gallery.ts'
import { type Asked, type ExpensiveKind, expensiveKinds } from './expensive-requests.ts'
import type { Photos } from './photos.ts'
import type { Product, Served } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'
import { ownerCookie } from './sign-in.ts'
import { nameAndPlacePhotos, varyPhotos } from './vary-photos.ts'
import type { VisitorOrder } from './visitor-client.ts'

/** How long others may wait beside one request, and beside a hundred from one address, in ms. */
const singleLimit = 50
const burstLimit = 200
const burst = 100
const pauseMs = 5
/** Between two kinds, so that one does not pay for the other. */
const restMs = 300
const env = {
  ...ownerCookie.env,
  VITRINE_TRUSTED_PROXIES: '127.0.0.1',
}

/** How long a visitor waits beside expensive requests from another address. */
export function fairnessParts(
  product: Product,
  photos: Photos,
  { counts, rounds, kinds }: { counts: number[]; rounds: number; kinds?: string | undefined },
): Part[] {
  const run = async (): Promise<Row[]> => {
    const rows: Row[] = []
    for (const count of counts) {
      const big = await makeBigGallery(product, photos, count)
      varyPhotos(big.data)
      nameAndPlacePhotos(big.data)
      rows.push(...(await besideKinds(product, big, { count, rounds, kinds })))
    }
    return rows
  }
  return [{ name: 'fairness', about: 'how long others wait beside expensive requests', run }]
}

/** `kinds` is a pattern of their names. */
async function besideKinds(
  product: Product,
  big: BigGallery,
  { count, rounds, kinds }: { count: number; rounds: number; kinds?: string | undefined },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of expensiveKinds(big, someIds(big))) {
    if (kinds && !new RegExp(kinds).test(kind.name)) continue
    // A server that has answered no such request before.
    const served = await product.serve(big.data, env)
    rows.push(...(await besideKind(served, kind, { count, rounds })))
    await served.running.stop()
  }
  return rows
}

function someIds({ data }: BigGallery): string[] {
  const database = new Database(join(data, 'vitrine.db'), { readonly: true })
  const rows = database.query<{ id: string }, []>(
    'SELECT id FROM photo WHERE row_id % 2 = 0 LIMIT 1000',
  )
  const ids = rows.all().map(({ id }) => id)
  database.close()
  return ids
}

async function besideKind(
  served: Served,
  kind: ExpensiveKind,
  { count, rounds }: { count: number; rounds: number },
): Promise<Row[]> {
  const cookie = await ownerCookie.of(served.origin)
  const visitor = await startVisitor(served)
  const send = (asked: Asked) => sendTo(served, cookie, asked)
  /** Every kept answer is outdated by a write. */
  const write = async (number: number) => {
    const body = { name: `Ann ${number}`, bio: '', pic: '' }
    await send({ path: '/api/user', method: 'PUT', body, isOwner: true })
    await Bun.sleep(restMs)
  }
  const waits = async (work: () => Promise<unknown>): Promise<number> => {
    visitor.begin()
    await work()
    await Bun.sleep(pauseMs)
    return Math.max(...(await visitor.end()))
  }

  let status = 0
  const singles: number[] = []
  for (let round = 0; round < rounds; round++) {
    await write(round)
    singles.push(await waits(async () => (status = await send(kind.ask(1000 + round)))))
  }
  await write(rounds)
  const statuses: Record<number, number> = {}
  const begun = performance.now()
  let tookMs = 0
  const waited = await waits(async () => {
    const answers = Array.from({ length: burst }, (_, index) => send(kind.ask(index)))
    for (const answer of await Promise.all(answers)) statuses[answer] = (statuses[answer] ?? 0) + 1
    tookMs = performance.now() - begun
  })
  visitor.stop()
  const answered = Object.entries(statuses).map(([code, times]) => `${times} × ${code}`)
  const row = (what: string, judged: number, pass: number, note: string): Row => ({
    what: `${count} photos, ${kind.name}, ${what}: longest wait`,
    ours: `${rounded(judged)} ms`,
    judged,
    unit: 'ms',
    bound: 'at most',
    pass,
    note,
  })
  const each = singles.map(rounded).join(', ')
  const rows = [
    row(
      'one',
      Math.min(...singles.slice(1), singles[0]!),
      singleLimit,
      `each ${each} ms; answered ${status}`,
    ),
    row(
      'a hundred',
      waited,
      burstLimit,
      `answered ${answered.join(', ')} in ${rounded(tookMs)} ms`,
    ),
  ]
  console.log(
    `${kind.name.padEnd(40)} one ${each.padEnd(24)} hundred ${rounded(waited).padEnd(8)} ${rows[1]!.note}`,
  )
  return rows
}

/**
 * @returns the status of the answer; 0 if the connection was closed, as happens to zip files of photos
 * without files: nothing is sent for two minutes.
 */
async function sendTo(
  { origin, port }: Served,
  cookie: string,
  { path, method = 'GET', body, isOwner }: Asked,
): Promise<number> {
  try {
    const answer = await fetch(origin + path.replace('{port}', String(port)), {
      method,
      headers: {
        'X-Forwarded-For': '10.0.0.1',
        'Accept-Encoding': 'br',
        ...(isOwner && { Cookie: cookie }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
    })
    await answer.bytes()
    return answer.status
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return 0
    throw error
  }
}

/** The visitor loads pages that are cached, pages that are not, and an answer without photos. */
async function startVisitor({ port, origin }: Served) {
  const paths = ['/', '/?offset={n}', '/api/loggedin']
  for (const path of paths) await (await fetch(origin + path.replace('{n}', '7'))).bytes()
  let answered = (_: number[]) => {}
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'visitor-client.ts')], {
    ipc: (message) => answered(message as number[]),
    stdout: 'inherit',
    stderr: 'inherit',
  })
  const order: VisitorOrder = { port, address: '10.0.0.2', paths, pauseMs }
  child.send(order)
  await Bun.sleep(restMs)
  return {
    begin: () => child.send('begin'),
    end: () =>
      new Promise<number[]>((resolve) => {
        answered = resolve
        child.send('end')
      }),
    stop: () => child.kill(),
  }
}
