import { join } from 'node:path'
import { cpuMsOf, run } from './process.ts'

/** What a load client does; it ends after `requests` or `seconds`, whichever comes first. */
export type LoadOrder = {
  readonly port: number
  /** Requested in turn, starting over after the last. */
  readonly paths: readonly string[]
  readonly headers: readonly string[]
  /** Connections, each with one request at a time. */
  readonly lanes: number
  readonly requests: number
  readonly seconds: number
  /** How long each connection waits before its next request, in ms; 0 without it. */
  readonly pauseMs?: number
}

export type LoadResult = {
  readonly requests: number
  readonly perSecond: number
  readonly bytes: number
  /** The number of responses by status. */
  readonly statuses: Record<string, number>
  readonly p50Ms: number
  readonly p99Ms: number
}

/** The result, and the server's CPU per request in ms. */
export type Loaded = LoadResult & { readonly cpuMs: number }

/** Loads the server with process `pid`. @throws Error unless every response has `status`. */
export async function load(
  pid: number,
  order: LoadOrder,
  status: string | undefined = '200',
): Promise<Loaded> {
  const cpuBefore = cpuMsOf(pid)
  const client = join(import.meta.dir, 'load-client.ts')
  const { exitCode, output } = await run([process.execPath, client], {
    stdin: JSON.stringify(order),
  })
  if (exitCode !== 0) throw new Error(`the load client failed:\n${output}`)
  const result = JSON.parse(output) as LoadResult
  // The last responses may have begun and not ended.
  const others = Object.keys(result.statuses).filter((seen) => seen !== status)
  if (status !== undefined && (others.length > 0 || result.requests === 0)) {
    throw new Error(`expected only ${status}: ${JSON.stringify(result.statuses)}`)
  }
  return { ...result, cpuMs: (cpuMsOf(pid) - cpuBefore) / result.requests }
}
