import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  clearAway,
  runCommand,
  type Start,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { needsLinux, testWith } from '../support/needs.ts'
import { needsStrace } from '../support/strace.ts'

setDefaultTimeout(60_000)
afterAll(clearAway)

const socketIn = (data: string) => join(data, 'runtime/control.sock')

/** A gallery's folder that a server has used. */
async function usedFolder(): Promise<string> {
  const data = join(temporaryFolder(), 'data')
  expect(await (await startVitrine(data)).stop()).toBe(0)
  return data
}

async function expectImport(data: string, first: number, start: Start = {}): Promise<void> {
  const paths = writePhotos(join(temporaryFolder(), 'photos'), await makePhotos(1, { first }))
  const { code, text } = await runCommand(['import', ...paths, '--data', data], start)
  expect([code, text]).toEqual([0, expect.stringContaining('1 imported')])
}

/** Lets `bind` fail for sockets in the data folder, as on exFAT and on shares. */
const withoutSockets = (data: string, error: string) => [
  ...['strace', '-D', '-f', '-qq', '-o', '/dev/null', '-P', socketIn(data)],
  ...['-e', 'trace=bind', '-e', `inject=bind:error=${error}:when=1`],
]

testWith(needsLinux)(
  'a server whose socket cannot be in its folder has it elsewhere, and imports find it',
  async () => {
    const data = await usedFolder()
    mkdirSync(join(socketIn(data), 'in the way'), { recursive: true })
    const environment = { TMPDIR: temporaryFolder() }
    let server = await startVitrine(data, { environment })
    // The command's own temporary folder is another one.
    await expectImport(data, 970)
    const path = readFileSync(join(data, 'runtime/control.path'), 'utf8')
    expect(path).toStartWith(environment.TMPDIR)
    expect(lstatSync(path).mode & 0o777).toBe(0o600)
    expect(existsSync(join(socketIn(data), 'in the way'))).toBe(true)
    expect(await server.stop()).toBe(0)

    for (const [n, replace] of [
      (path: string) => symlinkSync('/nowhere/at all', path),
      (path: string) => writeFileSync(path, 'left by another program'),
    ].entries()) {
      const other = await usedFolder()
      replace(socketIn(other))
      server = await startVitrine(other, { environment })
      await expectImport(other, 971 + n)
      expect(lstatSync(socketIn(other)).isSocket()).toBe(true)
      expect(existsSync(join(other, 'runtime/control.path'))).toBe(false)
      expect(await server.stop()).toBe(0)
    }
  },
)

testWith(await needsStrace())(
  'a file system without sockets does not keep a server from starting',
  async () => {
    for (const [n, error] of ['EPERM', 'EOPNOTSUPP', 'EACCES', 'ENOSPC'].entries()) {
      const data = await usedFolder()
      const server = await startVitrine(data, { wrapper: withoutSockets(data, error) })
      expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
      if (n < 2) await expectImport(data, 974 + n)
      expect(await server.stop()).toBe(0)
    }
  },
)

test('a server without any place for its socket stops with one line, and the folder is free', async () => {
  const data = await usedFolder()
  mkdirSync(socketIn(data))
  const name = new Bun.CryptoHasher('sha256').update(data).digest('hex').slice(0, 24)
  const folder = temporaryFolder()
  for (const tmp of [folder, '/tmp']) mkdirSync(join(tmp, `vitrine-${name}.sock`))
  const { code, text } = await runCommand(['serve', '--port', '0', '--data', data], {
    environment: { TMPDIR: folder },
  })
  expect([code, text.trimEnd().split('\n')]).toEqual([
    1,
    [expect.stringMatching(/^vitrine: The socket for "vitrine import" cannot be opened: /)],
  ])
  expect(text).not.toContain('is serving')
  const server = await startVitrine(data, { environment: { TMPDIR: temporaryFolder() } }).catch(
    () => undefined,
  )
  expect(await server?.stop()).toBe(0)
  Bun.spawnSync(['rmdir', join('/tmp', `vitrine-${name}.sock`)])
})

testWith(await needsStrace())('the first SIGTERM ends a start that is stuck', async () => {
  const data = await usedFolder()
  // A folder on a disk that does not answer, at several steps of the start.
  for (const call of ['statfs', 'bind']) {
    const delayed = ['-e', `trace=${call}`, '-e', `inject=${call}:delay_enter=1500000`]
    const command = await startCommand(['serve', '--port', '0', '--data', data], {
      wrapper: ['strace', '-D', '-f', '-qq', '-o', '/dev/null', ...delayed],
    })
    await Bun.sleep(700)
    command.signal('SIGTERM')
    const { code } = await command.ended
    expect([call, [0, 143].includes(code)]).toEqual([call, true])
  }
  const server = await startVitrine(data)
  expect(await server.stop()).toBe(0)
})
