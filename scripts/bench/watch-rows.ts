import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { camera } from '../../tests/support/photos.ts'
import type { Product } from './product.ts'
import type { Part, Row } from './rows.ts'
import { ownerCookie } from './sign-in.ts'

/** What the API says of a source, as far as it is asked for here. */
type Source = {
  readonly id: string
  readonly state: string
  readonly photos: number
  readonly lastRun: { readonly counts: { readonly moved: number; readonly new: number } } | null
}

const perFolder = 250
const settleSeconds = 10
const idleSeconds = 30

/** A folder that stays in sync, with `count` small photos. */
export function watchParts(product: Product, { count }: { count: number }): Part[] {
  const run = async (): Promise<Row[]> => {
    const folder = join(product.folder, 'watched')
    await makeFolder(join(folder, 'all'), count)
    const data = product.newData()
    const { running, origin } = await product.serve(data, {
      ...ownerCookie.env,
      VITRINE_WATCH: folder + delimiter,
    })
    const cookie = await ownerCookie.of(origin)
    const api = async <T>(path: string, options: RequestInit = {}): Promise<T> => {
      const headers = { cookie, 'Content-Type': 'application/json' }
      const answer = await fetch(`${origin}/api/sources${path}`, { ...options, headers })
      const { data, error } = (await answer.json()) as { data: T; error?: { message: string } }
      if (error) throw new Error(error.message)
      return data
    }
    const until = async (isSo: (found: Source) => boolean, everyMs = 100): Promise<Source> => {
      for (;;) {
        const [found] = await api<Source[]>('')
        if (isSo(found!)) return found!
        await Bun.sleep(everyMs)
      }
    }
    const { id } = await until(({ state, photos }) => state === 'idle' && photos === count, 1000)

    const watchingMs = await idleMs(running.pid)
    const beforeRun = cpuMsOf(running.pid)
    await api(`/${id}/sync`, { method: 'POST', body: '{}' })
    await until(({ state }) => state === 'idle', 1000)
    const runMs = cpuMsOf(running.pid) - beforeRun

    const startedAt = performance.now()
    writeFileSync(join(folder, 'all', '0', 'new.jpg'), await camera())
    await until(({ photos }) => photos > count)
    const seconds = (performance.now() - startedAt) / 1000

    await until(({ state }) => state === 'idle')
    renameSync(join(folder, 'all'), join(folder, 'renamed'))
    const renamed = await until(({ lastRun }) => (lastRun?.counts.moved ?? 0) > count)
    await running.stop()
    // What a server costs that watches nothing.
    const other = await product.serve(data)
    const restMs = Math.max(0, watchingMs - (await idleMs(other.running.pid)))
    await other.running.stop()
    const imported = renamed.photos - count - 1 + renamed.lastRun!.counts.new
    return [
      {
        what: `watched folder of ${count} photos, CPU of an idle hour`,
        ours: `${Math.round(runMs)} ms to compare, ${Math.round(restMs)} ms to watch`,
        judged: (runMs + restMs) / 1000,
        unit: 's',
        bound: 'at most',
        pass: 2,
      },
      {
        what: 'time until a new file is in the gallery',
        ours: `${seconds.toFixed(1)} s`,
        judged: seconds,
        unit: 's',
        bound: 'at most',
        pass: 5,
      },
      {
        what: 'photos imported when the whole tree is renamed',
        ours: String(imported),
        judged: imported,
        unit: '',
        bound: 'at most',
        pass: 0,
      },
    ]
  }
  return [{ name: 'watch', about: 'a folder that stays in sync', run }]
}

/** What an hour costs in which nothing happens. */
async function idleMs(pid: number): Promise<number> {
  await Bun.sleep(settleSeconds * 1000)
  const before = cpuMsOf(pid)
  await Bun.sleep(idleSeconds * 1000)
  return ((cpuMsOf(pid) - before) / idleSeconds) * 3600
}

/** Of all threads; more exact than /proc/PID/stat, which counts in steps of 10 ms. */
function cpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, time) => sum + time, 0) / 1e6
}

async function makeFolder(folder: string, count: number): Promise<void> {
  const longAgo = new Date(Date.UTC(2025, 0, 1))
  for (let index = 0; index < count; index++) {
    const parent = join(folder, String(Math.floor(index / perFolder)))
    if (index % perFolder === 0) mkdirSync(parent, { recursive: true })
    const path = join(parent, `${index}.jpg`)
    writeFileSync(path, await camera())
    utimesSync(path, longAgo, longAgo)
  }
}
