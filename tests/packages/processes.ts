import { existsSync, readFileSync } from 'node:fs'

/** The process named `name` that `ancestor` has started, directly or not. */
export function descendant(ancestor: number, name: string): number {
  const waiting = [ancestor]
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name) return pid
    const threads = new Bun.Glob('*/children').scanSync({ cwd: `/proc/${pid}/task` })
    for (const path of threads) {
      const children = readFileSync(`/proc/${pid}/task/${path}`, 'utf8').trim()
      if (children) waiting.push(...children.split(' ').map(Number))
    }
  }
  throw new Error(`${ancestor} has started no ${name}`)
}

/** The fields of /proc/PID/status: 'Uid' → '1234 1234 1234 1234'. */
export function statusOf(pid: number): Map<string, string> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [name = '', ...values] = line.split(/:?\s+/)
      return [name, values.join(' ')]
    }),
  )
}

/** How the process sees the mount at `path`: 'ro,relatime', for example. */
export function mountOptions(pid: number, path: string): string[] {
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trim().split('\n')
  const line = mounts.findLast((mount) => mount.split(' ')[4] === path)
  return line?.split(' ')[5]?.split(',') ?? []
}

/** Whether the process ends in time. */
export async function endsWithin(pid: number, limitMs: number): Promise<boolean> {
  const limit = performance.now() + limitMs
  while (existsSync(`/proc/${pid}`) && performance.now() < limit) await Bun.sleep(20)
  return !existsSync(`/proc/${pid}`)
}
