import { idleFor } from '../core/memory.ts'
import { ownProgram } from '../core/own-program.ts'
import { dayMs, hourMs, minuteMs } from '../core/time.ts'
import type { Services } from '../services.ts'

/** From the start to the first check, and from one check to the next, in ms. */
const firstMs = 30 * minuteMs
const nextMs = dayMs
/** How long the gallery must be idle before a check, and how long a check waits for that, in ms. */
const idleMs = 10_000
const patienceMs = 6 * hourMs
const retryMs = minuteMs

type Parts = Pick<Services, 'config'> & {
  readonly damage: Pick<Services['damage'], 'noteCheck'>
  readonly originals: Pick<Services['originals'], 'checkShare'>
}

/**
 * Checks about once a day for damage that no request has found yet, if possible while the gallery
 * is idle. Separate processes of low priority read the database (`vitrine check --database`), and
 * then the originals whose turn it is. `first` is the time until the first check, in ms.
 * @returns a function that ends them.
 */
export function startIdleChecks(
  { config, damage, originals }: Parts,
  { first = firstMs, idle = idleMs, program = ownProgram() } = {},
) {
  let timer: Timer | undefined
  let child: Bun.Subprocess | undefined
  let isStopped = false

  const after = (ms: number, waitedMs = 0) => {
    timer = setTimeout(() => void run(waitedMs), ms).unref()
  }
  const run = async (waitedMs: number) => {
    if (idleFor() < idle && waitedMs < patienceMs) return after(retryMs, waitedMs + retryMs)
    try {
      child = spawnCheck(program, config.data)
      const outcome = await outcomeOf(child as Bun.Subprocess<'ignore', 'pipe', 'ignore'>)
      if (!isStopped && outcome !== 'not checked') damage.noteCheck(outcome.fault)
      child = undefined
      if (!isStopped) await originals.checkShare()
    } catch {
      // The program may have been replaced by a newer one; the next check will do.
    } finally {
      child = undefined
    }
    if (!isStopped) after(nextMs)
  }

  after(first)
  return () => {
    isStopped = true
    clearTimeout(timer)
    child?.kill()
  }
}

/** Passes no variables of the server: the command needs only its folder. */
function spawnCheck(program: readonly string[], data: string) {
  return Bun.spawn([...program, 'check', '--database', '--data', data], {
    env: { PATH: process.env.PATH },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
}

async function outcomeOf(child: Bun.Subprocess<'ignore', 'pipe', 'ignore'>) {
  const { damageWords } = await import('./check-database.ts')
  const text = await new Response(child.stdout).text()
  const code = await child.exited
  if (code === 0) return { fault: undefined }
  const line = text.split('\n').find((each) => each.startsWith(damageWords))
  return line === undefined ? 'not checked' : { fault: line.slice(damageWords.length) }
}
