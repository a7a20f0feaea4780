import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { $, which } from 'bun'
import { clearAway, executable, type Start, temporaryFolder } from '../support/executable.ts'
import { type Need, testWith } from '../support/needs.ts'
import { needsStrace, readTrace } from '../support/strace.ts'
import { importsAndServes } from './imports-and-serves.ts'

setDefaultTimeout(120_000)
afterAll(clearAway)

const source = join(import.meta.dir, '../../packaging/vitrine.service')
const unit = readFileSync(source, 'utf8')
const settings = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

const systemd: Need = {
  isMet: which('systemd-analyze') !== null,
  otherwise: 'systemd-analyze is not installed',
}

const strace = await needsStrace()

describe('unit', () => {
  testWith(systemd)('the systemd unit is valid', async () => {
    const { exitCode, stderr } = await $`systemd-analyze verify ${await installed()}`.nothrow()
    expect(stderr.toString()).toBe('')
    expect(exitCode).toBe(0)
  })

  testWith(systemd)('the systemd unit is hardened: exposure of at most 2 of 10', async () => {
    const path = await installed()
    const checked =
      await $`systemd-analyze security --offline=yes --threshold=20 --no-pager ${path}`
        .quiet()
        .nothrow()
    expect(checked.stdout.toString()).toContain('Overall exposure level')
    expect(checked.exitCode).toBe(0)
  })

  test('the systemd unit lets JavaScript be compiled, and protects everything but the data folder', () => {
    expect(settings('MemoryDenyWriteExecute')).toEqual([])
    expect(settings('ProtectSystem')).toEqual(['strict'])
    expect(settings('ReadWritePaths')).toEqual([])
    expect(settings('StateDirectory')).toEqual(['vitrine'])
    expect(settings('Environment').join(' ')).toContain('VITRINE_DATA=%S/vitrine')
  })

  test('the systemd unit allows ports 80 and 443, and no other right of root', () => {
    for (const name of ['AmbientCapabilities', 'CapabilityBoundingSet']) {
      expect(settings(name)).toEqual(['CAP_NET_BIND_SERVICE'])
    }
    expect(settings('User')).toEqual(['vitrine'])
  })

  testWith(systemd, strace)(
    'the systemd unit allows every system call of an import and of visits',
    async () => {
      const { start, folder, trace } = await traced()
      await importsAndServes(start, folder)
      const calls = readTrace(readFileSync(trace, 'utf8'))
      const names = [...new Set(calls.map(({ name }) => name))]
      expect(names.length).toBeGreaterThan(40)
      const allowed = await allowedCalls()
      expect(names.filter((name) => !allowed.has(name))).toEqual([])
      const sockets = calls.filter(({ name }) => name === 'socket')
      const families = new Set(settings('RestrictAddressFamilies')[0]!.split(' '))
      expect(sockets.length).toBeGreaterThan(0)
      expect(sockets.filter(({ text }) => !families.has(text.split(',')[0]!))).toEqual([])
    },
  )
})

/** The unit with an executable that exists on this machine. */
async function installed(): Promise<string> {
  const path = join(temporaryFolder(), 'vitrine.service')
  writeFileSync(path, unit.replace('/usr/local/bin/vitrine', await executable()))
  return path
}

/** Starts the executable under strace and, like the unit, never as root. */
async function traced(): Promise<{ start: Start; folder: string; trace: string }> {
  const folder = temporaryFolder()
  const trace = join(folder, 'trace')
  const program = await executable()
  const tracer = ['strace', '-D', '-f', '-e', 'signal=none', '-o', trace]
  if (process.getuid!() !== 0) return { start: { wrapper: tracer }, folder, trace }
  const id = 1234
  for (const path of [folder, dirname(program)]) chmodSync(path, 0o755)
  chownSync(folder, id, id)
  const asUser = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups']
  return { start: { wrapper: [...asUser, ...tracer] }, folder, trace }
}

/** What SystemCallFilter leaves, with systemd's groups resolved. */
async function allowedCalls(): Promise<Set<string>> {
  const groups = await groupsOfCalls()
  const resolve = (name: string): string[] =>
    name.startsWith('@') ? (groups.get(name) ?? []).flatMap(resolve) : [name]
  const allowed = new Set<string>()
  for (const filter of settings('SystemCallFilter')) {
    const names = filter.replace('~', '').split(' ').flatMap(resolve)
    for (const name of names) filter.startsWith('~') ? allowed.delete(name) : allowed.add(name)
  }
  return allowed
}

async function groupsOfCalls(): Promise<Map<string, string[]>> {
  const text = await $`systemd-analyze syscall-filter --no-pager`
    .env({ SYSTEMD_COLORS: '0' })
    .text()
  const groups = new Map<string, string[]>()
  let members: string[] = []
  for (const line of text.split('\n')) {
    if (/^@/.test(line)) {
      members = []
      groups.set(line.trim(), members)
    } else if (/^ +[@\w]/.test(line)) members.push(line.trim())
  }
  return groups
}
