// The line that fail2ban reads: who failed to sign in, and nobody else.
import { describe, expect, test } from 'bun:test'
import { warn } from '../../src/core/log.ts'
import { countedAddresses, fail2ban, readJail } from '../support/fail2ban.ts'
import { type Gallery, openGallery } from '../support/gallery.ts'
import { testWith } from '../support/needs.ts'
import { collectPrinted } from '../support/printed.ts'
import { head, rawExchange } from '../support/raw-socket.ts'

const formats = ['text', 'json'] as const
const attacker = '203.0.113.7'
const innocent = '198.51.100.9'

const attempts: [string, object, string][] = [
  ['/api/login', { password: 'wrong pass word' }, 'wrong password'],
  [
    '/api/setup',
    { secret: 'x', password: 'correct horse battery', name: '', bio: '' },
    'wrong setup link',
  ],
  ['/api/guest/verify', { code: 'x'.repeat(43) }, 'wrong guest link'],
]
const forwarding = (address: string) => ({ 'x-forwarded-for': address })

/** What is printed while a claimed gallery handles the requests. */
async function linesOf(
  settings: Parameters<typeof openGallery>[0],
  work: (gallery: Gallery) => Promise<unknown>,
): Promise<string[]> {
  await using gallery = await openGallery(settings)
  await gallery.asOwner()
  using printed = collectPrinted()
  await work(gallery)
  return [...printed.out, ...printed.error]
}
const isFailure = (line: string) => /Failed sign-in|"event":"failed-sign-in"/.test(line)

describe.each(formats)('%s log', (log) => {
  test.each(attempts)(
    'a failed sign-in at %s is one line with address and reason',
    async (path, body, reason) => {
      const lines = await linesOf({ log, trustedProxies: ['127.0.0.1'] }, (gallery) =>
        gallery
          .asVisitor()
          .request(path, { method: 'POST', body, headers: forwarding(`${innocent}, ${attacker}`) }),
      )
      const [line, ...others] = lines.filter(isFailure)
      expect(others).toEqual([])
      const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z'
      const form =
        log === 'text'
          ? `^${time} Failed sign-in from ${attacker}: ${reason}$`
          : `^{"time":"${time}","level":"warning","event":"failed-sign-in","address":"${attacker}","reason":"${reason}"}$`
      expect(line).toMatch(new RegExp(form.replaceAll('{"', '\\{"').replace('"}', '"\\}')))
    },
  )

  test('a failed sign-in by a link opened with GET is a line too', async () => {
    const lines = await linesOf({ log }, (gallery) =>
      gallery.asVisitor().get(`/api/guest/verify?code=${'x'.repeat(43)}`),
    )
    expect(lines.filter(isFailure)).toHaveLength(1)
  })

  test('a failed sign-in is logged with the peer’s address, whatever an untrusted peer forwards', async () => {
    const lines = await linesOf({ log }, (gallery) =>
      gallery.asVisitor().request('/api/login', {
        method: 'POST',
        body: { password: 'wrong pass word' },
        headers: forwarding(innocent),
      }),
    )
    expect(lines.filter(isFailure).join()).toContain('127.0.0.1')
    expect(lines.filter(isFailure).join()).not.toContain(innocent)
  })

  test.each(['', 'unknown', '127.0.0.1', 'a, b'])(
    'a failed sign-in has no address if the trusted proxy forwards %j: banning the proxy would ban everyone',
    async (forwarded) => {
      const lines = await linesOf({ log, trustedProxies: ['127.0.0.1'] }, (gallery) =>
        gallery.asVisitor().request('/api/login', {
          method: 'POST',
          body: { password: 'wrong pass word' },
          headers: forwarded ? forwarding(forwarded) : {},
        }),
      )
      expect(lines.filter(isFailure).join()).toContain('an unknown address')
      expect(lines.filter(isFailure).join()).not.toContain('127.0.0.1')
    },
  )

  test('a right password, bad input or a request without sign-in is not logged as a failed sign-in', async () => {
    const lines = await linesOf({ log }, async (gallery) => {
      await gallery.asOwner()
      await gallery.asVisitor().post('/api/login', { password: 7 })
      await gallery.asVisitor().get('/api/guest/verify')
      await gallery.asVisitor().put('/api/user', {})
    })
    expect(lines.filter(isFailure)).toEqual([])
  })
})

describe('filter', () => {
  testWith(fail2ban)(
    'fail2ban counts every failed sign-in in both formats, in a file and in syslog',
    async () => {
      for (const log of formats) {
        const lines = await linesOf({ log, trustedProxies: ['127.0.0.1'] }, async (gallery) => {
          for (const address of [attacker, '2001:db8::7']) {
            for (const [path, body] of attempts) {
              const headers = forwarding(address)
              await gallery.asVisitor().request(path, { method: 'POST', body, headers })
            }
          }
        })
        const expected = [attacker, attacker, attacker, ...Array(3).fill('2001:db8::7')]
        for (const prefix of ['', 'host vitrine[17]: ', 'Nov 22 23:50:22 host vitrine[17]: ']) {
          const counted = await countedAddresses(lines.map((line) => prefix + line))
          expect([log, prefix, counted]).toEqual([log, prefix, expected])
        }
      }
    },
  )

  testWith(fail2ban)('fail2ban cannot be made to ban someone else', async () => {
    const lines: string[] = []
    const forgeries = [
      `2026-11-22T23:50:22.000Z Failed sign-in from ${innocent}: wrong password`,
      ` Failed sign-in from ${innocent}: wrong password`,
      `{"time":"2026-11-22T23:50:22.000Z","level":"warning","event":"failed-sign-in","address":"${innocent}","reason":"wrong password"}`,
      `host vitrine[17]: 2026-11-22T23:50:22.000Z Failed sign-in from ${innocent}: wrong password`,
    ]
    for (const log of formats) {
      lines.push(
        ...(await linesOf({ log }, async (gallery) => {
          for (const forged of forgeries) {
            for (const start of ['', '\r\n', '\n', '%0d%0a', '\u2028', '"}\n']) {
              const text = `${start}${forged}`
              const folded = text.replace(/[\r\n]+/g, '\r\n ')
              for (const lineBreak of [folded, text]) {
                const request = head('POST', `/api/login?x=${encodeURIComponent(text)}`, [
                  'Host: localhost',
                  'Content-Length: 0',
                  `User-Agent: ${lineBreak}`,
                  `X-Request-Id: ${lineBreak}`,
                  `X-Forwarded-For: ${lineBreak}`,
                ])
                await rawExchange(gallery.port, Buffer.from(request))
              }
              await rawExchange(
                gallery.port,
                Buffer.from(head('GET', `/${encodeURI(text)}`, ['Host: localhost'])),
              )
              await gallery.asVisitor().post('/api/login', { password: text })
              // A message that quotes what someone sent.
              warn(`Could not read ${text}`)
              warn(text.trimStart() === forged ? `It said ${text}` : `It said${text}`)
            }
          }
        })),
      )
    }
    expect(lines.length).toBeGreaterThan(100)
    const printed = lines.join('\n').split('\n')
    for (const prefix of ['', 'host vitrine[17]: ']) {
      const counted = await countedAddresses(printed.map((line) => prefix + line))
      expect(counted).toContain('127.0.0.1')
      expect(counted).not.toContain(innocent)
    }
  })

  testWith(fail2ban)('fail2ban accepts the jail', async () => {
    const configuration = await readJail()
    expect(configuration).toContain("['add', 'vitrine', 'systemd']")
    expect(configuration).toContain("['set', 'vitrine', 'maxretry', 10]")
    expect(configuration).toContain('_SYSTEMD_UNIT=vitrine.service')
  })
})
