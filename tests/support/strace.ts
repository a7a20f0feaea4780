import { which } from 'bun'
import type { Need } from './needs.ts'

/** One system call of a traced program, joined if strace splits it over two lines. */
export type SystemCall = {
  readonly thread: string
  readonly name: string
  /** The call's arguments; file descriptors have their paths. */
  readonly text: string
  readonly result: string
  /** Trace lines at which it began and ended: a call that ends before another begins is earlier. */
  readonly began: number
  readonly ended: number
}

/**
 * Arguments that run a program under strace, which writes its calls to `output`. The program keeps
 * the process that was started (-D), so that signals reach it.
 */
export function tracing(output: string, calls: string[]): string[] {
  const filter = `trace=${calls.join(',')}`
  return ['strace', '-D', '-f', '-y', '-s', '64', '-e', 'signal=none', '-e', filter, '-o', output]
}

/** Strace, and permission to trace a process that it did not start. */
export async function needsStrace(): Promise<Need> {
  if (!which('strace')) return { isMet: false, otherwise: 'strace is not installed' }
  const sleeper = Bun.spawn(['sleep', '10'])
  try {
    const tracer = await attach(sleeper.pid, [])
    await tracer.detach()
    return { isMet: true, otherwise: '' }
  } catch {
    return { isMet: false, otherwise: 'strace is not permitted to trace other processes' }
  } finally {
    sleeper.kill()
  }
}

/** System calls that will fail or kill: `when` '3' is each thread's third, '3+' all from it on. */
export type Failure = {
  readonly calls: string[]
  readonly effect: 'error=EIO' | 'error=ENOSPC' | 'signal=SIGKILL'
  readonly when: string
}

/** Makes system calls fail until detach(); with `path`, only those on that file. */
export function failCalls(pid: number, failures: Failure[], path?: string) {
  const names = failures.flatMap(({ calls }) => calls).join(',')
  const injections = failures.flatMap(({ calls, effect, when }) => [
    '-e',
    `inject=${calls.join(',')}:${effect}:when=${when}`,
  ])
  return attach(pid, ['-e', `trace=${names}`, ...(path ? ['-P', path] : []), ...injections])
}

/** detach() returns the trace. */
async function attach(pid: number, words: string[]) {
  const strace = Bun.spawn(['strace', '-f', '-y', '-s', '0', ...words, '-p', String(pid)], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  let output = ''
  const attached = Promise.withResolvers<void>()
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of strace.stderr) {
      output += decoder.decode(chunk, { stream: true })
      if (/^strace: Process \d+ attached/m.test(output)) attached.resolve()
    }
    attached.reject(new Error(`strace could not attach: ${output}`))
  })()
  await attached.promise
  return {
    detach: async () => {
      strace.kill('SIGINT')
      await Promise.all([strace.exited, reading])
      return output
    },
  }
}

/** The calls of a trace written by `tracing`, in the order in which they began. */
export function readTrace(trace: string): SystemCall[] {
  const calls: SystemCall[] = []
  const open = new Map<string, { text: string; began: number }>()
  for (const [number, line] of trace.split('\n').entries()) {
    const [, thread, text] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (!thread || !text) continue
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(text)
    if (unfinished) {
      open.set(thread, { text: unfinished[1]!, began: number })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    const start = resumed ? open.get(thread) : undefined
    const whole = resumed ? (start?.text ?? '') + resumed[1] : text
    const call = /^(\w+)\((.*)\) += (.*)$/.exec(whole)
    if (!call) continue
    const [, name = '', words = '', result = ''] = call
    calls.push({ thread, name, text: words, result, began: start?.began ?? number, ended: number })
  }
  return calls.sort((a, b) => a.began - b.began)
}
