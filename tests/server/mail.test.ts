import { afterEach, beforeEach, describe, expect, type Mock, spyOn, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { smtpAddress } from '../../src/contract/people/email-address.ts'
import { openStore } from '../../src/core/database/open.ts'
import { openSecretKey } from '../../src/core/secret-key.ts'
import { type Message, verificationMessage } from '../../src/people/mail/messages.ts'
import { outboxMailer } from '../../src/people/mail/outbox.ts'
import { createMailQueue } from '../../src/people/mail/queue.ts'
import type { Mailer } from '../../src/people/mail/queued-mail.ts'
import { smtpMailer } from '../../src/people/mail/smtp.ts'
import { mailStore } from '../../src/people/mail/store.ts'
import { openLibrary } from '../../src/storage/library.ts'
import { headersOf, openSmtp, partsOf } from '../support/smtp.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const token = 'q3vTOKENmDqJ8l0yXw9n4rZk2cB7tE1sHfGaUoPiLxM'
const link = `https://photos.example.org/guest?code=${token}`
const message = verificationMessage({
  siteName: 'Ann’s Photos',
  guestName: 'Ann',
  email: 'ann@example.org',
  link,
})

let folder: string
let said: string[]
let spies: Mock<(...words: unknown[]) => void>[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  said = []
  const listen = (...words: unknown[]) => void said.push(words.join(' '))
  spies = (['log', 'error', 'warn', 'info'] as const).map((level) =>
    spyOn(console, level).mockImplementation(listen),
  )
})
afterEach(async () => {
  for (const spy of spies) spy.mockRestore()
  for (const line of said) expect(line).not.toMatch(/TOKEN|ann@|Ann|s3cret/)
  await rm(folder, { recursive: true })
})

/** A mail queue on the test's data folder; without `smtpUrl` it writes to the outbox. */
function openMail(smtpUrl: string | undefined, { from = 'photos@example.org' } = {}) {
  const library = openLibrary(folder)
  const store = openStore(library.databasePath)
  const rows = mailStore(store)
  const mailer = smtpUrl ? smtpMailer(smtpUrl, from) : outboxMailer(library, from)
  return openQueue(library, store, rows, mailer)
}

function openQueue(
  library: ReturnType<typeof openLibrary>,
  store: ReturnType<typeof openStore>,
  rows: ReturnType<typeof mailStore>,
  mailer: Mailer,
) {
  const key = openSecretKey(library.secretKeyPath)
  const clock = { now: () => time.now, elapsed: () => time.now }
  const queue = createMailQueue({ store, mailer, secretKey: key, clock })
  return {
    queue,
    library,
    store,
    rows,
    enqueue: (what: Message = message) => store.note(() => queue.enqueue(what, time.now + dayMs)),
    waiting: () =>
      store.connection.query<{ count: number }, []>('SELECT count(*) AS count FROM mail').get()!
        .count,
    [Symbol.asyncDispose]: async () => {
      await queue.stop()
      store.close()
    },
  }
}

const time = { now: Date.UTC(2026, 0, 2, 3, 4, 5) }

describe('SMTP', () => {
  test('an e-mail over SMTP reaches its one recipient as text and as HTML with the link', async () => {
    await using smtp = await openSmtp()
    await using mail = openMail(smtp.url)
    await mail.enqueue()
    await mail.queue.flush()

    expect(smtp.deliveries).toHaveLength(1)
    const { from, to, raw } = smtp.deliveries[0]!
    expect({ from, to }).toEqual({ from: 'photos@example.org', to: ['ann@example.org'] })
    const headers = headersOf(raw)
    expect(headers.get('to')).toEqual(['ann@example.org'])
    expect(headers.get('from')![0]).toEndWith('<photos@example.org>')
    expect(headers.get('auto-submitted')).toEqual(['auto-generated'])
    expect(headers.get('date')).toEqual(['Fri, 02 Jan 2026 03:04:05 +0000'])
    for (const name of ['cc', 'bcc', 'reply-to']) expect(headers.has(name)).toBe(false)
    const parts = partsOf(raw)
    expect(Object.keys(parts)).toEqual(['text/plain', 'text/html'])
    expect(parts['text/plain']).toBe(message.text)
    expect(parts['text/html']).toBe(message.html)
    expect(mail.waiting()).toBe(0)
    expect(said).toEqual([])
  })

  test.each(['starttls', 'from the start'] as const)(
    'an e-mail is sent over TLS after signing in (%s)',
    async (tls) => {
      await using smtp = await openSmtp({ tls })
      const url = smtp.url.replace('//', '//ann%40example.org:s3cret%2Fword@')
      await using mail = openMail(`${url}/?tls.rejectUnauthorized=false&requireTLS=true`)
      await mail.enqueue()
      await mail.queue.flush()
      expect(smtp.deliveries).toMatchObject([
        { to: ['ann@example.org'], login: 'ann@example.org:s3cret/word', isSecure: true },
      ])
    },
  )

  test.each([
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['Ann@例え.テスト', 'Ann@xn--r8jz45g.xn--zckzah'],
    ['ann@faß.de', 'ann@xn--fa-hia.de'],
    ["o'brien+photos_1@example.ie", "o'brien+photos_1@example.ie"],
    ['"ann,b"@example.org', '"ann,b"@example.org'],
    ['müller@bücher.example', 'müller@bücher.example'],
    ['用户@例子.广告', '用户@例子.广告'],
  ])(
    'an e-mail to %s is sent to the address that mail servers accept',
    async (email, recipient) => {
      await using smtp = await openSmtp()
      await using mail = openMail(smtp.url, { from: 'photos@bücher.example' })
      await mail.enqueue({ ...message, to: email })
      await mail.queue.flush()
      const [delivery] = smtp.deliveries
      // The server that receives it here shows domains in their own script again.
      expect(delivery?.to.map(smtpAddress)).toEqual([smtpAddress(email)])
      expect(smtpAddress(delivery!.from)).toBe('photos@xn--bcher-kva.example')
      const headers = headersOf(delivery!.raw)
      expect(headers.get('to')).toEqual([recipient.startsWith('"') ? `<${recipient}>` : recipient])
      expect(headers.get('from')![0]).toEndWith('<photos@xn--bcher-kva.example>')
      expect(headers.get('message-id')![0]).toEndWith('@xn--bcher-kva.example>')
    },
  )

  test('an e-mail to a name in another script is given up where the mail server refuses such names', async () => {
    await using smtp = await openSmtp({ recipient: () => ({ code: 553, text: 'no müller here' }) })
    await using mail = openMail(smtp.url)
    await mail.enqueue({ ...message, to: 'müller@example.org' })
    await mail.queue.flush()
    expect([mail.waiting(), smtp.deliveries]).toEqual([0, []])
    expect(said.join()).toContain('it may not send to names with letters such as ü before the @')
    expect(said.join()).not.toContain('müller')
  })

  test('an e-mail waits when the sign-in is refused, which is logged without the password', async () => {
    await using smtp = await openSmtp({ tls: 'starttls', isLogin: () => false })
    const url = smtp.url.replace('//', '//ann%40example.org:s3cret@')
    await using mail = openMail(`${url}/?tls.rejectUnauthorized=false`)
    await mail.enqueue()
    await mail.queue.flush()
    expect(smtp.deliveries).toEqual([])
    expect(mail.waiting()).toBe(1)
    expect(said).toEqual([
      expect.stringContaining('the mail server responded to AUTH PLAIN with 535'),
    ])
  })

  test('an e-mail to another machine without TLS is never sent with a password', async () => {
    let logins = 0
    await using smtp = await openSmtp({ tls: 'never', isLogin: () => ++logins > 0 })
    // Another spelling of the loopback, so that it counts as another machine.
    const far = smtp.url.replace('127.0.0.1', '0x7f.0.0.1')
    await using mail = openMail(far.replace('//', '//ann:s3cret@'))
    await mail.enqueue()
    await mail.queue.flush()
    expect(logins).toBe(0)
    expect(smtp.deliveries).toEqual([])
    expect(mail.waiting()).toBe(1)
    expect(said).toEqual([expect.stringContaining('to STARTTLS')])
  })

  test('an e-mail to a server on this machine is sent with the password even without TLS', async () => {
    await using smtp = await openSmtp({ tls: 'never' })
    await using mail = openMail(smtp.url.replace('//', '//ann:s3cret@'))
    await mail.enqueue()
    await mail.queue.flush()
    expect(smtp.deliveries).toMatchObject([{ login: 'ann:s3cret', isSecure: false }])
  })

  test('an e-mail is never sent to a server with an untrusted certificate', async () => {
    await using smtp = await openSmtp({ tls: 'from the start' })
    await using mail = openMail(smtp.url)
    await mail.enqueue()
    await mail.queue.flush()
    expect(smtp.deliveries).toEqual([])
    expect(mail.waiting()).toBe(1)
    expect(said).toEqual([expect.stringContaining('certificate')])
  })

  test('an e-mail waits one minute, then two, while the server is down, and is sent once it is up', async () => {
    const closed = await openSmtp()
    await closed.close()
    await using mail = openMail(closed.url)
    await mail.enqueue()
    await mail.queue.flush()
    expect(said).toEqual([expect.stringContaining('will be retried')])

    time.now += minuteMs - 1
    await mail.queue.flush()
    expect(said).toHaveLength(1)
    time.now += minuteMs / 4 + 1
    await mail.queue.flush()
    expect(said).toHaveLength(2)

    await using smtp = await openSmtp({ port: closed.port })
    time.now += 2 * minuteMs - 1
    await mail.queue.flush()
    expect(smtp.deliveries).toEqual([])
    time.now += minuteMs / 2 + 1
    await mail.queue.flush()
    expect(smtp.deliveries).toHaveLength(1)
    expect(mail.waiting()).toBe(0)
  })

  test('an e-mail is retried at least every 75 minutes and given up when its link has expired', async () => {
    let tries = 0
    await using smtp = await openSmtp({
      recipient: (address) => ({ code: 450, text: `${++tries}: <${address}> is greylisted` }),
    })
    await using mail = openMail(smtp.url)
    await mail.enqueue()
    const end = time.now + dayMs
    const times: number[] = []
    while (time.now < end) {
      const before = tries
      await mail.queue.flush()
      if (tries > before) times.push(time.now)
      time.now += minuteMs
    }
    const pauses = times.slice(1).map((at, index) => (at - times[index]!) / minuteMs)
    expect(Math.max(...pauses)).toBeWithin(60, 77)
    expect(tries).toBeWithin(23, 32)
    expect(mail.waiting()).toBe(1)

    time.now = end + 2 * 60 * minuteMs
    const before = tries
    await mail.queue.flush()
    expect(tries).toBe(before)
    expect(mail.waiting()).toBe(0)
    expect(said.at(-1)).toBe('Gave up on an e-mail: its link has expired.')
  })

  test('an e-mail that the server rejects for good is given up at once, and the others are sent', async () => {
    await using smtp = await openSmtp({
      recipient: (address) =>
        address === 'ann@example.org'
          ? { code: 550, text: `<${address}> is not known here` }
          : undefined,
    })
    await using mail = openMail(smtp.url)
    await mail.enqueue()
    await mail.enqueue({ ...message, to: 'other@example.org' })
    await mail.queue.flush()
    expect(smtp.deliveries.map(({ to }) => to)).toEqual([['other@example.org']])
    expect(mail.waiting()).toBe(0)
    expect(said).toEqual(['Gave up on an e-mail: the mail server responded to RCPT TO with 550.'])
  })

  test('an e-mail delays no requests while the server is slow, and is sent after the one before it', async () => {
    const held = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    await using smtp = await openSmtp({
      accept: () => {
        arrived.resolve()
        return held.promise
      },
    })
    await using mail = openMail(smtp.url)
    await mail.enqueue()
    const flushed = mail.queue.flush()
    await arrived.promise
    await mail.enqueue({ ...message, to: 'other@example.org' })
    expect(mail.queue.flush()).toBe(flushed)
    expect(smtp.deliveries).toEqual([])
    expect(mail.waiting()).toBe(2)

    held.resolve()
    await flushed
    expect(smtp.deliveries.map(({ to }) => to[0])).toEqual(['ann@example.org', 'other@example.org'])
    expect(smtp.mostConnections()).toBe(1)
  })

  test('an e-mail in progress when the process died is sent by the next process as the same e-mail', async () => {
    const arrived = Promise.withResolvers<void>()
    const never = Promise.withResolvers<void>()
    await using dying = await openSmtp({
      accept: () => {
        arrived.resolve()
        return never.promise
      },
    })
    const first = openMail(dying.url)
    await first.enqueue()
    const lost = first.queue.flush()
    await arrived.promise
    first.store.close()

    await using smtp = await openSmtp()
    await using next = openMail(smtp.url)
    next.queue.start()
    await next.queue.flush()
    expect(smtp.deliveries).toEqual([])
    time.now += 2 * minuteMs
    await next.queue.flush()
    expect(smtp.deliveries).toHaveLength(1)
    expect(next.waiting()).toBe(0)
    never.resolve()
    await lost
    expect(next.waiting()).toBe(0)
  })

  test('an e-mail from a rolled-back transaction is never sent', async () => {
    await using smtp = await openSmtp()
    await using mail = openMail(smtp.url)
    const refused = mail.store.note(() => {
      mail.queue.enqueue(message, time.now + dayMs)
      throw new Error('the registration failed')
    })
    await expect(refused).rejects.toThrow('the registration failed')
    await mail.queue.flush()
    expect(smtp.deliveries).toEqual([])
    expect(mail.waiting()).toBe(0)
  })

  test('an e-mail is sent at startup without a new request, and not after the stop', async () => {
    const arrived = Promise.withResolvers<void>()
    await using smtp = await openSmtp({
      accept: async () => arrived.resolve(),
    })
    await using mail = openMail(smtp.url)
    await mail.enqueue()
    mail.queue.start()
    await arrived.promise
    await mail.queue.stop()
    expect(smtp.deliveries).toHaveLength(1)
    expect(mail.waiting()).toBe(0)
    await mail.enqueue()
    await mail.queue.flush()
    expect(smtp.deliveries).toHaveLength(1)
    expect(mail.waiting()).toBe(1)
  })

  test('an e-mail keeps its Message-ID when it is resent', async () => {
    const sent: string[] = []
    const library = openLibrary(folder)
    const store = openStore(library.databasePath)
    const failing: Mailer = {
      send: async ({ id }) => {
        sent.push(id)
        if (sent.length === 1) throw new Error('the line broke')
      },
    }
    await using mail = openQueue(library, store, mailStore(store), failing)
    await mail.enqueue()
    await mail.queue.flush()
    time.now += 2 * minuteMs
    await mail.queue.flush()
    expect(sent).toHaveLength(2)
    expect(sent[0]).toBe(sent[1]!)
  })
})

describe('waiting', () => {
  test('a waiting e-mail cannot be read from the database alone', async () => {
    await using mail = openMail('smtp://127.0.0.1:1')
    await mail.enqueue()
    const files = await readdir(folder)
    const bytes = await Promise.all(
      files
        .filter((name) => name.startsWith('vitrine.db'))
        .map((name) => readFile(join(folder, name))),
    )
    const all = Buffer.concat(bytes)
    expect(all.includes('CREATE TABLE mail')).toBe(true)
    for (const secret of [token, 'ann@example.org', 'photos.example.org', 'Ann’s']) {
      expect(all.includes(secret)).toBe(false)
    }
    expect(mail.waiting()).toBe(1)
  })

  test('a waiting e-mail is given up if secret.key has changed', async () => {
    await using smtp = await openSmtp()
    await (async () => {
      await using mail = openMail(smtp.url)
      await mail.enqueue()
    })()
    await rm(join(folder, 'secret.key'))
    await using mail = openMail(smtp.url)
    await mail.queue.flush()
    expect(smtp.deliveries).toEqual([])
    expect(mail.waiting()).toBe(0)
    expect(said).toEqual(['Gave up on an e-mail: it was encrypted with another secret.key.'])
  })
})

describe('outbox', () => {
  test('an e-mail without a mail server becomes an outbox file that any mail program opens, with its link in one piece', async () => {
    await using mail = openMail(undefined)
    await mail.enqueue({ ...message, text: `Grüße, Änn\n${message.text}` })
    await mail.enqueue({ ...message, to: 'other@example.org' })
    await mail.queue.flush()

    const names = await readdir(join(folder, 'outbox'))
    expect(names).toHaveLength(2)
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{8}\.eml$/)
      expect((await stat(join(folder, 'outbox', name))).mode & 0o777).toBe(0o600)
    }
    const files = await Promise.all(
      names.map((name) => readFile(join(folder, 'outbox', name), 'utf8')),
    )
    const raw = files.find((file) => headersOf(file).get('to')![0] === 'ann@example.org')!
    expect(raw).not.toMatch(/[^\r]\n/)
    expect(raw.split('\r\n')).toContain(link)
    expect(headersOf(raw).get('mime-version')).toEqual(['1.0'])
    expect(headersOf(raw).get('subject')).toHaveLength(1)
    const parts = partsOf(raw)
    expect(parts['text/plain']).toBe(`Grüße, Änn\n${message.text}`)
    expect(parts['text/html']).toBe(message.html)
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
    expect(mail.waiting()).toBe(0)
    expect(said).toEqual([expect.stringContaining('--smtp-url')])
  })

  test('an e-mail without a mail server waits while the outbox cannot be written', async () => {
    await using mail = openMail(undefined)
    await rm(join(folder, 'tmp'), { recursive: true })
    await mail.enqueue()
    await mail.queue.flush()
    expect(mail.waiting()).toBe(1)
    openLibrary(folder)
    time.now += 2 * minuteMs
    await mail.queue.flush()
    expect(await readdir(join(folder, 'outbox'))).toHaveLength(1)
    expect(mail.waiting()).toBe(0)
  })
})

describe('verification', () => {
  test('the verification e-mail says how long its link is valid and that it can be ignored', () => {
    expect(message).toMatchObject({ sender: 'Ann’s Photos', to: 'ann@example.org' })
    expect(message.subject).toBe('Confirm your e-mail address for Ann’s Photos')
    for (const text of [message.text, message.html]) {
      expect(text).toContain('Hello Ann,')
      expect(text).toContain(link)
      expect(text).toContain('24 hours')
      expect(text).toContain('ignore this e-mail')
    }
  })

  test('the verification e-mail names the site by its address if it has no name', () => {
    const { sender, subject } = verificationMessage({
      siteName: ' ',
      guestName: 'Ann',
      email: 'ann@example.org',
      link,
    })
    expect(sender).toBe('photos.example.org')
    expect(subject).toEndWith('photos.example.org')
  })

  test.each(['cheap.example.com', 'http://evil', 'me@evil.example'])(
    'the verification e-mail contains no link from a stranger called %s',
    (guestName) => {
      const { text, html } = verificationMessage({ siteName: 'S', guestName, email: 'a@b.c', link })
      expect(text).not.toContain(guestName)
      expect(html).not.toContain(guestName)
    },
  )

  test('the verification e-mail escapes any name', () => {
    const { html } = verificationMessage({
      siteName: '<b>S</b>',
      guestName: '<img src=x onerror="x">&',
      email: 'a@b.c',
      link,
    })
    expect(html).not.toMatch(/<img|<b>/)
    expect(html).toContain('&lt;img src=x onerror=&quot;x&quot;&gt;&amp;,')
  })

  test('the verification e-mail has one recipient and one set of headers, whatever the name and the address contain', async () => {
    await using mail = openMail(undefined)
    const nasty = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc
        .array(fc.constantFrom('a@b.c', '\r\n', '\n', '\r', 'Bcc: x@y.z', ',', '<', '>', '"', ' '))
        .map((parts) => parts.join('')),
    )
    const address = fc.oneof(fc.constant('ann@example.org'), nasty)
    await fc.assert(
      fc.asyncProperty(nasty, nasty, address, async (siteName, guestName, email) => {
        await mail.enqueue(verificationMessage({ siteName, guestName, email, link }))
        await mail.queue.flush()
        expect(mail.waiting()).toBe(0)
      }),
      { numRuns: 200 },
    )
    const plain = ['date', 'from', 'to', 'subject', 'message-id', 'mime-version', 'content-type']
    const names = await readdir(join(folder, 'outbox'))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const headers = headersOf(await readFile(join(folder, 'outbox', name), 'utf8'))
      expect([...headers.keys()].sort()).toEqual([...plain, 'auto-submitted'].sort())
      for (const [, values] of headers) expect(values).toHaveLength(1)
      expect(headers.get('to')![0]).not.toMatch(/[,;\s]/)
    }
    said = said.filter((line) => !line.includes('the recipient is not a single valid address'))
    expect(said.length).toBeLessThanOrEqual(1)
  })
})
