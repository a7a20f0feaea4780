import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { newestIn } from './newest-in.ts'

const root = join(import.meta.dir, '../..')
const built = join(root, 'dist', process.platform === 'win32' ? 'vitrine.exe' : 'vitrine')
/** The executable is rebuilt if any of these is newer. */
const sources = ['src', 'ui', 'migrations', 'scripts/build.ts', 'scripts/build', 'bun.lock']

/** The time for a server to start before a test gives up, in ms. */
const startLimitMs = 20_000

/** VITRINE_FULL=1 runs every test at full size; otherwise they run small. */
export const isFullRun = process.env.VITRINE_FULL === '1'
export const quickOrFull = (quick: number, full: number): number => (isFullRun ? full : quick)

/** A `vitrine serve` of the copied executable. */
export type RunningVitrine = {
  readonly address: string
  readonly data: string
  readonly pid: number
  /** From the start of the process to its address line, in ms. */
  readonly readyMs: number
  /** Standard output and standard error together. */
  readonly printed: () => string
  /** Waits until the output matches; throws with all of it if that never happens. */
  readonly untilPrinted: (pattern: RegExp) => Promise<RegExpMatchArray>
  readonly isAlive: () => boolean
  /** SIGKILL. */
  readonly kill: () => Promise<void>
  /** SIGTERM. @returns the exit code. */
  readonly stop: () => Promise<number>
}

const folders = new Set<string>()
const running = new Set<Bun.Subprocess>()
let copied: string | undefined

/** A new empty folder that clearAway() removes, with a name short enough for a socket in it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  folders.add(folder)
  return folder
}

/** Ends everything that a file's tests have started and removes what they wrote. */
export async function clearAway(): Promise<void> {
  for (const process of running) process.kill('SIGKILL')
  await Promise.all([...running].map((process) => process.exited))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
  copied = undefined
}

/**
 * The executable, alone in an empty folder so that it finds nothing of the project.
 * VITRINE_EXECUTABLE names another one than dist/vitrine, which is built unless up to date.
 */
export async function executable(): Promise<string> {
  if (copied) return copied
  const given = process.env.VITRINE_EXECUTABLE
  if (!given && !isUpToDate()) await build()
  const target = join(temporaryFolder(), basename(given ?? built))
  copyFileSync(given ?? built, target)
  copied = target
  return target
}

/** How an executable is started. */
export type Start = {
  /** Comes before the executable on the command line. */
  readonly wrapper?: string[]
  readonly environment?: Record<string, string>
  /** Its user and group id. */
  readonly user?: number
  /** Instead of the copied one. */
  readonly executable?: string
}

/** Starts `vitrine serve` on a free port. */
export async function startVitrine(
  data: string,
  options: Start & { flags?: string[] } = {},
): Promise<RunningVitrine> {
  const flags = ['serve', '--data', data, '--port', '0', ...(options.flags ?? [])]
  const started = performance.now()
  const process = await spawn(flags, options)
  const output = listen(process)
  const [, address = ''] = await output.until(/ at (http:[^\s"]+)["\n]/)
  const readyMs = performance.now() - started
  return {
    address,
    data,
    pid: process.pid,
    readyMs,
    printed: output.text,
    untilPrinted: output.until,
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

/** A running command; `printed` as in RunningVitrine. */
export type Command = {
  readonly pid: number
  readonly printed: () => string
  readonly untilPrinted: (pattern: RegExp) => Promise<RegExpMatchArray>
  readonly signal: (name: 'SIGKILL' | 'SIGTERM' | 'SIGINT') => void
  readonly ended: Promise<{ code: number; text: string; ms: number }>
}

/** Starts a command of the executable with `input` as its standard input. */
export async function startCommand(
  words: string[],
  options: Start & { input?: string } = {},
): Promise<Command> {
  const started = performance.now()
  const process = await spawn(words, options)
  const output = listen(process)
  const end = async () => {
    const code = await process.exited
    await output.closed
    return { code, text: output.text(), ms: performance.now() - started }
  }
  return {
    pid: process.pid,
    printed: output.text,
    untilPrinted: output.until,
    signal: (name) => process.kill(name),
    ended: end(),
  }
}

export async function runCommand(
  words: string[],
  options: Start & { input?: string } = {},
): Promise<{ code: number; text: string; ms: number }> {
  return (await startCommand(words, options)).ended
}

async function spawn(words: string[], options: Start & { input?: string }) {
  const path = options.executable ?? (await executable())
  if (options.user !== undefined) chmodSync(dirname(path), 0o755)
  const child = Bun.spawn([...(options.wrapper ?? []), path, ...words], {
    cwd: options.executable ? tmpdir() : join(path, '..'),
    // Variables from the tests' own environment must not configure it.
    env: { PATH: process.env.PATH, HOME: tmpdir(), TMPDIR: tmpdir(), ...options.environment },
    stdin: new Blob([options.input ?? '']),
    ...(options.user !== undefined && { uid: options.user, gid: options.user }),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.add(child)
  void child.exited.then(() => running.delete(child))
  return child
}

/** The text is that of stdout, then that of stderr: which of two pipes is read first is chance. */
function listen(process: Bun.Subprocess<Blob, 'pipe', 'pipe'>) {
  const texts = { out: '', errors: '' }
  const text = () => texts.out + texts.errors
  let isClosed = false
  let wake = Promise.withResolvers<void>()
  const collect = async (stream: ReadableStream<Uint8Array>, name: keyof typeof texts) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      texts[name] += decoder.decode(chunk, { stream: true })
      wake.resolve()
      wake = Promise.withResolvers<void>()
    }
  }
  const closed = Promise.all([
    collect(process.stdout, 'out'),
    collect(process.stderr, 'errors'),
  ]).then(() => {
    isClosed = true
    wake.resolve()
  })
  const until = async (pattern: RegExp): Promise<RegExpMatchArray> => {
    const limit = Bun.sleep(startLimitMs).then(() => 'late' as const)
    for (;;) {
      const match = pattern.exec(text())
      if (match) return match
      const came = isClosed ? 'late' : await Promise.race([wake.promise, limit])
      if (came === 'late') throw new Error(`nothing printed matches ${pattern}: ${text()}`)
    }
  }
  return { text, until, closed }
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
