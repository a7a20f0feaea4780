// Nothing forged in a request reaches an e-mail. Registering itself is tested in
// tests/server/guests.test.ts.
import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openGallery } from '../support/gallery.ts'
import { letters, lettersTo, linkIn } from '../support/mailbox.ts'
import { head, rawExchange, statusOf } from '../support/raw-socket.ts'

const body = JSON.stringify({ name: 'Ann', email: 'ann@example.org' })

test('the link in an e-mail is our own, however the request names its host, with or without a public address', async () => {
  for (const publicUrl of [undefined, 'https://photos.example.org']) {
    await using gallery = await openGallery({ publicUrl, trustedProxies: ['127.0.0.1'] })
    const forgeries = [
      ['Host: evil.example'],
      ['Host: evil.example:4380'],
      [`Host: 127.0.0.1:${gallery.port}`, 'X-Forwarded-Host: evil.example'],
      [`Host: localhost:${gallery.port}`, 'X-Forwarded-Proto: gopher', 'X-Forwarded-Port: 1'],
      ['Host: localhost', 'Forwarded: host=evil.example;proto=https'],
      ['Host: localhost', 'X-Original-Host: evil.example', 'X-Host: evil.example'],
      ['Host: localhost', 'Referer: https://evil.example/', 'X-Rewrite-URL: //evil.example/'],
    ]
    for (const [index, headers] of forgeries.entries()) {
      for (const target of ['/api/guest', 'http://evil.example/api/guest']) {
        const email = `ann${index}${target.length}@example.org`
        const sent = JSON.stringify({ name: 'Ann', email })
        const lines = [
          ...headers,
          'Content-Type: application/json',
          `Content-Length: ${sent.length}`,
        ]
        const answer = await rawExchange(gallery.port, head('POST', target, lines) + sent)
        expect([headers, target, statusOf(answer)]).toEqual([headers, target, 200])
        const [letter, ...others] = await lettersTo(gallery, email)
        expect(others).toEqual([])
        expect(linkIn(letter!)).toStartWith(`${gallery.address()}/guest?code=`)
        expect(letter!.text).not.toContain('evil')
      }
    }
  }
})

test('a request with two hosts is refused, and nothing is sent', async () => {
  await using gallery = await openGallery()
  const lines = [
    `Host: localhost:${gallery.port}`,
    'Host: evil.example',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  const answer = await rawExchange(gallery.port, head('POST', '/api/guest', lines) + body)
  expect(statusOf(answer)).toBe(400)
  expect(await letters(gallery)).toEqual([])
})

/** The headers of a message as written: every line is a field or continues one. */
async function fieldsOf(data: string, file: string): Promise<[name: string, value: string][]> {
  const [head = ''] = (await readFile(join(data, 'outbox', file), 'utf8')).split(/\r?\n\r?\n/)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return lines.map((line) => {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? []
    return [name, value]
  })
}

test('no name, of a guest or of the site, adds a header or a recipient to a message', async () => {
  const names = [
    'Ann" <evil@example.net>',
    'Ann, evil@example.net',
    'Ann; Bcc: evil@example.net',
    'evil@example.net,',
    '=?utf-8?q?=0D=0ABcc:_evil@example.net?=',
    '=0D=0ABcc: evil@example.net',
    '%0d%0aBcc: evil@example.net',
    '\\r\\nBcc: evil@example.net',
    'Ann\u2028Bcc: evil@example.net',
    'Ann\u0085Bcc: evil@example.net',
    '<b>evil@example.net</b>',
    'https://evil.example/guest?code=x',
  ]
  for (const siteName of names) {
    await using gallery = await openGallery({ name: siteName })
    await gallery.asOwner()
    for (const [index, name] of names.entries()) {
      const email = `ann${index}@example.org`
      const answer = await gallery.asVisitor().post('/api/guest', { name, email })
      // Two of them are too long for a name.
      if (answer.status !== 200) {
        expect([name, answer.status]).toEqual([name, 400])
        continue
      }
      const [letter, ...others] = await lettersTo(gallery, email)
      expect(others).toEqual([])
      const fields = await fieldsOf(gallery.data, letter!.file)
      const named = (wanted: string) =>
        fields.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)
      expect(fields.filter(([name]) => name === '')).toEqual([])
      expect(named('to').length).toBe(1)
      expect(named('to')[0]).toContain(email)
      for (const absent of ['bcc', 'cc', 'reply-to', 'sender']) expect(named(absent)).toEqual([])
      expect([name, named('to')[0]!.match(/<[^<>@\s"]+@[^<>\s"]+>|^[^<>\s"]+@\S+$/g)]).toEqual([
        name,
        [expect.stringContaining(email)],
      ])
    }
    gallery.clock.advance(3_600_000)
  }
}, 120_000)

test('spellings of one address, and many addresses, do not bypass the limits', async () => {
  await using gallery = await openGallery({ trustedProxies: ['127.0.0.1'] })
  const register = (email: string, from: string) =>
    gallery.asVisitor().request('/api/guest', {
      method: 'POST',
      body: { name: 'Ann', email },
      headers: { 'x-forwarded-for': from },
    })
  // From many clients at the same time, to one address.
  const spellings = ['ann@example.org', 'ANN@EXAMPLE.ORG', ' ann@example.org ', 'Ann@Example.org']
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      register(spellings[n % spellings.length]!, `198.51.${n}.1`),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await letters(gallery)).length).toBe(1)
  // From one client to many addresses, pretending to be others.
  const statuses: number[] = []
  for (let n = 0; n < 30; n++) {
    const from = `10.0.0.${n}, 203.0.113.9`
    statuses.push((await register(`guest${n}@example.org`, from)).status)
  }
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(10).fill(429)])
  expect((await letters(gallery)).length).toBe(21)
})
