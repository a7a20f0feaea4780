// Requests with too much in them get an answer that says so, from the executable itself.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { head, rawExchange, statusOf } from '../support/raw-socket.ts'

let vitrine: RunningVitrine
beforeAll(async () => {
  vitrine = await startVitrine(temporaryFolder(), { flags: ['--log', 'json'] })
})
afterAll(clearAway)

const send = (method: string, target: string, headers: string[]) =>
  rawExchange(Number(new URL(vitrine.address).port), head(method, target, ['Host: x', ...headers]))

const kib = (count: number) => 'x'.repeat(count * 1024)

describe('limits', () => {
  const refusals: [string, number, string, () => Promise<string>][] = [
    ['in cookies', 431, 'cookies', () => send('GET', '/', [`Cookie: a=${kib(17)}`])],
    [
      'in cookies of the API',
      431,
      'cookies',
      () => send('GET', '/api/user', [`Cookie: a=${kib(60)}`]),
    ],
    ['in an address', 414, 'address', () => send('GET', `/${kib(17)}`, [])],
    ['in a query', 414, 'address', () => send('GET', `/api/photos/search?q=${kib(60)}`, [])],
    ...['1048577', '9007199254740992', '100000000000000000'].map(
      (length): [string, number, string, () => Promise<string>] => [
        `in a body of ${length} bytes`,
        413,
        'larger than 16 KiB',
        () =>
          send('POST', '/api/login', [
            'Content-Type: application/json',
            `Content-Length: ${length}`,
          ]),
      ],
    ),
  ]
  test.each(refusals)(
    'a request with too much %s gets a %d with the reason, and a line in the log',
    async (_, status, word, ask) => {
      const answer = await ask()
      expect(statusOf(answer)).toBe(status)
      const [headers = '', body = ''] = answer.split('\r\n\r\n')
      expect(JSON.parse(body).error).toMatchObject({ code: status })
      expect(JSON.parse(body).error.message).toContain(word)
      expect(headers).toMatch(/content-type: application\/json/i)
      const [, id] = /x-request-id: (\S+)/i.exec(headers)!
      const [line] = await vitrine.untilPrinted(new RegExp(`.*${id}.*`))
      expect(JSON.parse(line)).toMatchObject({ status, bytes: body.length })
      expect(line.length).toBeLessThan(1000)
    },
  )

  test('a request too large for the parser gets an empty 431, and the server keeps running', async () => {
    for (const headers of [
      [`X-Large: ${kib(70)}`],
      Array.from({ length: 300 }, (_, n) => `X-Header-${n}: x`),
    ]) {
      const answer = await send('GET', '/', headers)
      expect(answer).toBe(
        'HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n',
      )
    }
    expect(statusOf(await send('GET', '/api/health', []))).toBe(200)
  })
})

test('a request below the limits is served', async () => {
  const headers = [`Cookie: a=${kib(15)}`, `X-Large: ${kib(30)}`]
  expect(statusOf(await send('GET', `/api/user?x=${kib(15)}`, headers))).toBe(200)
})
