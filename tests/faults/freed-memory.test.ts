import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clearAway, runCommand, startVitrine, temporaryFolder } from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { type Need, testWith } from '../support/needs.ts'

setDefaultTimeout(60_000)
afterAll(clearAway)

/** The size and alignment of glibc's heaps outside the main arena. */
const heapBytes = 64 * 2 ** 20

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
const needsGlibc: Need = {
  isMet: process.platform === 'linux' && header.glibcVersionRuntime !== undefined,
  otherwise: 'the C library is not glibc',
}

// Each heap keeps what its threads once used, so their number decides what an idle gallery holds.
testWith(needsGlibc)('a server that has imported photos keeps no more than two heaps', async () => {
  const server = await startVitrine(join(temporaryFolder(), 'data'))
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(40, { first: 4000 }))
  const { text } = await runCommand(['import', folder, '--data', server.data])
  expect(text).toContain('40 imported')
  const beside = arenaHeapsOf(server.pid)
  expect(beside).toBeLessThanOrEqual(1)
  expect(await server.stop()).toBe(0)
})

// The allocator returns no memory by itself, as it may use the free pages again.
testWith(needsGlibc)(
  'a server that has imported photos returns three eighths of its peak once it is idle',
  async () => {
    const server = await startVitrine(join(temporaryFolder(), 'data'))
    const folder = join(temporaryFolder(), 'photos')
    writePhotos(folder, await makePhotos(12, { first: 5000, width: 3000, height: 2000 }))
    const { text } = await runCommand(['import', folder, '--data', server.data])
    expect(text).toContain('12 imported')
    const peak = residentOf(server.pid).peak
    const isGivenBack = async () => {
      for (let tries = 0; tries < 100; tries++) {
        if (residentOf(server.pid).now < (peak * 5) / 8) return true
        await Bun.sleep(200)
      }
      return false
    }
    expect(await isGivenBack()).toBe(true)
    expect(await server.stop()).toBe(0)
  },
)

/** Resident memory in kilobytes, as Linux counts it. */
function residentOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1])
  return { now: field('VmRSS'), peak: field('VmHWM') }
}

/** Aligned reservations of that size of which only the first part is in use. */
function arenaHeapsOf(pid: number): number {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8').trimEnd().split('\n')
  const regions = maps.map((line) => {
    const [, start, end, access] = /^(\w+)-(\w+) (\S+)/.exec(line)!
    return { start: Number.parseInt(start!, 16), end: Number.parseInt(end!, 16), access }
  })
  return regions.filter(({ start, end, access }, index) => {
    const rest = regions[index + 1]
    return (
      start % heapBytes === 0 &&
      access === 'rw-p' &&
      rest?.access === '---p' &&
      rest.start === end &&
      rest.end === start + heapBytes
    )
  }).length
}
