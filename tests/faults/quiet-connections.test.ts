import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { clearAway, startVitrine, temporaryFolder } from '../support/executable.ts'

afterAll(clearAway)

/** As a visitor who looks at a photo, and then opens the next one while the machine is busy. */
const quietMs = 12_000
const busyMs = 2500

const request = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('requests after a quiet while are answered, even if the server was busy when they arrived', async () => {
  const server = await startVitrine(temporaryFolder())
  const port = Number(new URL(server.address).port)
  const connections = await Promise.all(Array.from({ length: 6 }, () => openConnection(port)))
  await Bun.sleep(quietMs - busyMs)
  process.kill(server.pid, 'SIGSTOP')
  await Bun.sleep(busyMs)
  const answers = connections.map(({ ask }) => ask())
  process.kill(server.pid, 'SIGCONT')
  const statusLine = /^HTTP\/1\.1 200 /
  expect(await Promise.all(answers)).toEqual(answers.map(() => expect.stringMatching(statusLine)))
  for (const { close } of connections) close()
})

/** A connection that has had one answer; `ask` gives the next one, or how the connection ended. */
async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1')
  const ask = () =>
    new Promise<string>((resolve) => {
      socket.once('data', (bytes) => resolve(bytes.toString('latin1')))
      socket.once('error', (error) => resolve(String(error)))
      socket.once('close', () => resolve('closed'))
      socket.write(request)
    })
  await ask()
  return { ask, close: () => socket.destroy() }
}
