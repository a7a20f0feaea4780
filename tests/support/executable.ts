import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { newestIn } from './newest-in.ts'

const root = join(import.meta.dir, '../..')
const built = join(root, 'dist', process.platform === 'win32' ? 'vitrine.exe' : 'vitrine')
/** What the executable is made of; anything younger than it means building again. */
const sources = ['src', 'ui', 'migrations', 'scripts/build.ts', 'scripts/build', 'bun.lock']

/** A start may take this long before a test gives up on it, in ms. */
const startLimitMs = 20_000

/** The small numbers are for every run; VITRINE_FULL=1 takes those of the whole bar. */
export const isFullRun = process.env.VITRINE_FULL === '1'
export const quickOrFull = (quick: number, full: number): number => (isFullRun ? full : quick)

/** A `vitrine serve` of the copied executable. */
export type RunningVitrine = {
  readonly address: string
  readonly data: string
  readonly pid: number
  /** From the start of the process to its address line, in ms. */
  readonly readyMs: number
  /** Everything it has printed so far, standard output and standard error together. */
  readonly printed: () => string
  /** Waits until what it printed matches; throws with all of it when that does not come. */
  readonly untilPrinted: (pattern: RegExp) => Promise<RegExpMatchArray>
  readonly isAlive: () => boolean
  /** SIGKILL: nothing of the program runs any more. */
  readonly kill: () => Promise<void>
  /** SIGTERM. @returns the exit code. */
  readonly stop: () => Promise<number>
}

const folders = new Set<string>()
const running = new Set<Bun.Subprocess>()
let copied: string | undefined

/** A new empty folder that clearAway() removes. The name is short: a socket has to fit in it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  folders.add(folder)
  return folder
}

/** Ends what the tests of a file have started and removes what they have written. */
export async function clearAway(): Promise<void> {
  for (const process of running) process.kill('SIGKILL')
  await Promise.all([...running].map((process) => process.exited))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
  copied = undefined
}

/**
 * The executable, alone in an empty folder, so that nothing of the project can be found beside it.
 * VITRINE_EXECUTABLE names another one than dist/vitrine, which is built when it is not up to date.
 */
async function executable(): Promise<string> {
  if (copied) return copied
  const given = process.env.VITRINE_EXECUTABLE
  if (!given && !isUpToDate()) await build()
  const target = join(temporaryFolder(), basename(given ?? built))
  copyFileSync(given ?? built, target)
  copied = target
  return target
}

/** Starts `vitrine serve` on a free port. `wrapper` stands before it on the command line. */
export async function startVitrine(
  data: string,
  options: { flags?: string[]; wrapper?: string[]; environment?: Record<string, string> } = {},
): Promise<RunningVitrine> {
  const flags = ['serve', '--data', data, '--port', '0', ...(options.flags ?? [])]
  const started = performance.now()
  const process = await spawn(flags, options)
  const heard = listen(process)
  const [, address = ''] = await heard.until(/ at (http:\S+)\n/)
  const readyMs = performance.now() - started
  return {
    address,
    data,
    pid: process.pid,
    readyMs,
    printed: heard.text,
    untilPrinted: heard.until,
    isAlive: () => process.exitCode === null && process.signalCode === null,
    kill: async () => {
      process.kill('SIGKILL')
      await process.exited
    },
    stop: async () => {
      process.kill('SIGTERM')
      return process.exited
    },
  }
}

/** A command of the executable that is under way; `printed` as in RunningVitrine. */
export type Command = {
  readonly pid: number
  readonly printed: () => string
  readonly untilPrinted: (pattern: RegExp) => Promise<RegExpMatchArray>
  readonly signal: (name: 'SIGKILL' | 'SIGTERM' | 'SIGINT') => void
  /** The exit code and all that was printed. */
  readonly ended: Promise<{ code: number; text: string; ms: number }>
}

/** Starts any command of the executable, with `input` as its standard input. */
export async function startCommand(
  words: string[],
  options: { input?: string; wrapper?: string[]; environment?: Record<string, string> } = {},
): Promise<Command> {
  const started = performance.now()
  const process = await spawn(words, options)
  const heard = listen(process)
  const end = async () => {
    const code = await process.exited
    await heard.closed
    return { code, text: heard.text(), ms: performance.now() - started }
  }
  return {
    pid: process.pid,
    printed: heard.text,
    untilPrinted: heard.until,
    signal: (name) => process.kill(name),
    ended: end(),
  }
}

/** Runs a command of the executable to its end. */
export async function runCommand(
  words: string[],
  options: { input?: string; environment?: Record<string, string> } = {},
): Promise<{ code: number; text: string; ms: number }> {
  return (await startCommand(words, options)).ended
}

async function spawn(
  words: string[],
  options: { input?: string; wrapper?: string[]; environment?: Record<string, string> },
) {
  const path = await executable()
  const child = Bun.spawn([...(options.wrapper ?? []), path, ...words], {
    cwd: join(path, '..'),
    // Nothing of the tests' own environment may configure it.
    env: { PATH: process.env.PATH, HOME: tmpdir(), TMPDIR: tmpdir(), ...options.environment },
    stdin: new Blob([options.input ?? '']),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.add(child)
  void child.exited.then(() => running.delete(child))
  return child
}

function listen(process: Bun.Subprocess<Blob, 'pipe', 'pipe'>) {
  let text = ''
  let isClosed = false
  let wake = Promise.withResolvers<void>()
  const hear = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true })
      wake.resolve()
      wake = Promise.withResolvers<void>()
    }
  }
  const closed = Promise.all([hear(process.stdout), hear(process.stderr)]).then(() => {
    isClosed = true
    wake.resolve()
  })
  const until = async (pattern: RegExp): Promise<RegExpMatchArray> => {
    const limit = Bun.sleep(startLimitMs).then(() => 'late' as const)
    for (;;) {
      const match = pattern.exec(text)
      if (match) return match
      const came = isClosed ? 'late' : await Promise.race([wake.promise, limit])
      if (came === 'late') throw new Error(`nothing printed matches ${pattern}: ${text}`)
    }
  }
  return { text: () => text, until, closed }
}

function isUpToDate(): boolean {
  const made = statSync(built, { throwIfNoEntry: false })?.mtimeMs
  return made !== undefined && sources.every((path) => newestIn(join(root, path)) <= made)
}

async function build(): Promise<void> {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const build = Bun.spawn([process.execPath, join(root, 'scripts/build.ts')], {
    cwd: root,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors] = [new Response(build.stdout).text(), new Response(build.stderr).text()]
  if ((await build.exited) !== 0) {
    throw new Error(`the executable could not be built: ${await out}${await errors}`)
  }
}
