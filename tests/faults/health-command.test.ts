import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'

setDefaultTimeout(60_000)
afterAll(clearAway)

const start = (flags: string[] = []) => startVitrine(join(temporaryFolder(), 'data'), { flags })
const portOf = ({ address }: RunningVitrine) => new URL(address).port

describe('command', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::', 'localhost'])(
    'vitrine health finds the gallery that listens on %s',
    async (host) => {
      const server = await start(['--host', host])
      const health = () => runCommand(['health', '--host', host, '--port', portOf(server)])
      expect(await health()).toMatchObject({ code: 0, text: 'ok\n' })
      await server.stop()
      const { code, text } = await health()
      expect(code).toBe(1)
      expect(text).toMatch(/^vitrine: no answer from \S+:\d+: [^\n]+\n$/)
    },
  )

  test('vitrine health reads the address from the variables of the container', async () => {
    const server = await start()
    const environment = { VITRINE_HOST: '127.0.0.1', VITRINE_PORT: portOf(server) }
    expect(await runCommand(['health'], { environment })).toMatchObject({ code: 0 })
  })

  test('vitrine health contacts the gallery itself where a proxy is configured', async () => {
    const server = await start()
    const nowhere = 'http://127.0.0.1:9'
    const environment = { HTTP_PROXY: nowhere, http_proxy: nowhere }
    const answer = await runCommand(['health', '--port', portOf(server)], { environment })
    expect(answer).toMatchObject({ code: 0, text: 'ok\n' })
  })

  test('vitrine health fails with the reason while the data folder is not writable', async () => {
    const server = await start()
    rmSync(join(server.data, 'tmp'), { recursive: true })
    const said = async () => {
      const { code, text } = await runCommand(['health', '--port', portOf(server)])
      return [code, text]
    }
    expect(await said()).toEqual([1, 'vitrine: the data folder is not writable\n'])
    writeFileSync(join(server.data, 'tmp'), 'a file')
    expect(await said()).toEqual([1, 'vitrine: the data folder is not writable\n'])
    const answer = await fetch(`${server.address}/api/health`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({
      error: { code: 503, message: 'the data folder is not writable' },
    })
  })

  test('vitrine health fails where something else answers', async () => {
    using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('hello') })
    const { code, text } = await runCommand(['health', '--port', String(other.port)])
    expect([code, text]).toEqual([
      1,
      `vitrine: no answer from 127.0.0.1:${other.port}: it is not a gallery\n`,
    ])
  })

  test('vitrine health needs to know the port', async () => {
    const { code, text } = await runCommand(['health', '--port', '0'])
    expect([code, text]).toEqual([2, 'vitrine: health needs the port: set --port.\n'])
  })
})
