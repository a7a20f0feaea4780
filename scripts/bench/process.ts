import { readdirSync, readFileSync } from 'node:fs'

/** The unit of the kernel's CPU times (USER_HZ, 100 on every Linux), in ms. */
const tickMs = 10

export type Running = {
  readonly pid: number
  /** The first match of `pattern` in its output. @throws Error if it ends before. */
  readonly line: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly output: () => string
  /** SIGTERM, after 6 s SIGKILL, to this process only; waits for its end. */
  readonly stop: () => Promise<void>
}

export type Cost = {
  readonly exitCode: number
  readonly output: string
  readonly wallMs: number
  /** User and system time. */
  readonly cpuMs: number
  readonly peakBytes: number
}

const running = new Set<Running>()

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((program) => program.stop()))
}

export function start(command: string[], env: Record<string, string> = {}): Running {
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  const waiting = new Set<() => void>()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      output += decoder.decode(chunk, { stream: true })
      for (const look of [...waiting]) look()
    }
  }
  const ended = Promise.all([read(child.stdout), read(child.stderr), child.exited])
  const program: Running = {
    pid: child.pid,
    output: () => output,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
        void ended.then(() => reject(new Error(`${command[0]} ended: ${output.trim()}`)))
      }),
    stop: async () => {
      running.delete(program)
      child.kill('SIGTERM')
      const kill = setTimeout(() => child.kill('SIGKILL'), 6000)
      await ended
      clearTimeout(kill)
    },
  }
  running.add(program)
  void ended.then(() => running.delete(program))
  return program
}

/** Runs a program to its end. The peak is the kernel's own count, not a sample. */
export async function run(
  command: string[],
  { env = {}, stdin }: { env?: Record<string, string>; stdin?: string } = {},
): Promise<Cost> {
  const begun = performance.now()
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdin: stdin === undefined ? 'ignore' : new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const program: Running = {
    pid: child.pid,
    line: () => Promise.reject(new Error('run() is for programs that end by themselves')),
    output: () => '',
    stop: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
  running.add(program)
  const [output, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  running.delete(program)
  const wallMs = performance.now() - begun
  const usage = child.resourceUsage()
  if (!usage) throw new Error(`the system does not report the resources used by ${command[0]}`)
  return {
    exitCode,
    output: output + errors,
    wallMs,
    cpuMs: Number(usage.cpuTime.total) / 1000,
    peakBytes: usage.maxRSS,
  }
}

/** User and system time of a running process so far, in ms, accurate to 10 ms. */
export function cpuMsOf(pid: number): number {
  // The second field is the program's name in parentheses, which can contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** Current and peak resident memory in bytes. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
}

/** The CPU time of the whole machine since it started, all cores together, in ms. */
export function machineCpuMs(): number {
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user! + nice! + system! + irq! + softirq!) * tickMs
}

export const isLinux = () => process.platform === 'linux' && readdirSync('/proc').includes('stat')
