import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { dayMs, hourMs, minuteMs } from '../../src/core/time.ts'
import { localhost } from '../support/certificate.ts'
import { domain, openDomainGallery } from '../support/domain-gallery.ts'
import { describeWith } from '../support/needs.ts'
import { type Pebble, pebbleNeed, refusedDomain, startPebble } from '../support/pebble.ts'
import { freePort } from '../support/proxies.ts'
import { head, rawExchange } from '../support/raw-socket.ts'

setDefaultTimeout(120_000)

/** The authority looks for every domain there. */
const httpPort = freePort()
let pebble: Pebble

describeWith(pebbleNeed)('certificates of a gallery with its own domain', () => {
  beforeAll(async () => {
    pebble = await startPebble({ httpPort })
  })
  afterAll(() => pebble[Symbol.asyncDispose]())

  const authority = () => ({ acme: pebble.directory, acmeRoot: pebble.rootFile })

  test('the first certificate is ordered, kept private, and served at once', async () => {
    const domains = [domain, 'www.example.org']
    await using gallery = await openDomainGallery({ ...authority(), domains, httpPort })
    const root = await pebble.issuingRoot()
    await expect(gallery.served(root)).rejects.toThrow()
    const early = await gallery.http('/')
    expect(early.status).toBe(503)
    expect(early.headers.get('retry-after')).toBe('10')
    expect(await early.text()).toContain('waiting for its certificate')
    expect(gallery.fault()).toBeUndefined()

    await gallery.certificates.check()
    expect(gallery.fault()).toBeUndefined()
    expect((await gallery.served(root)).names).toBe(`DNS:${domain}, DNS:www.example.org`)
    const { status, text } = await gallery.https(root)
    expect([status, JSON.parse(text)]).toEqual([200, { address: '::ffff:127.0.0.1' }])
    for (const name of ['certificate.pem', 'account.key', 'progress.json']) {
      expect(statSync(join(gallery.data, 'certificates', name)).mode & 0o777).toBe(0o600)
    }
    expect(statSync(join(gallery.data, 'certificates')).mode & 0o777).toBe(0o700)

    const other = await gallery.https(root, 'www.example.org')
    expect([other.status, other.headers.location]).toEqual([308, `https://${domain}/`])
    expect((await gallery.https(root, 'evil.example')).status).toBe(421)
  })

  test('http redirects to the gallery’s own address only, and answers no other host', async () => {
    await using gallery = await openDomainGallery({ ...authority(), httpPort })
    await gallery.certificates.check()
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const { status, headers } = await gallery.http('/a?b=c', { method })
      expect([status, headers.get('location')]).toEqual([308, `https://${domain}/a?b=c`])
      expect(headers.get('strict-transport-security')).toBeNull()
    }
    for (const target of ['//evil.example/a', 'http://evil.example/a', '\\\\evil.example']) {
      const answer = await rawExchange(
        gallery.ports.http!,
        head('GET', target, [`Host: ${domain}`]),
      )
      expect(/^location: (.*)$/im.exec(answer)?.[1] ?? '400').toMatch(
        new RegExp(`^(400|https://${domain}/.*)$`),
      )
    }
    const named = await gallery.http('/a', { headers: { Host: `${domain.toUpperCase()}:80` } })
    expect(named.headers.get('location')).toBe(`https://${domain}/a`)
    for (const host of ['evil.example', `${domain}.evil.example`, '127.0.0.1', `${domain}@evil`]) {
      const { status, headers } = await gallery.http('/', { headers: { Host: host } })
      expect([host, [400, 421].includes(status), headers.get('location')]).toEqual([
        host,
        true,
        null,
      ])
    }
    expect((await gallery.http('/.well-known/acme-challenge/none')).status).toBe(404)
  })

  test('a certificate is renewed once, with a new key, before it expires, and no connection is lost', async () => {
    await using gallery = await openDomainGallery({ ...authority(), httpPort })
    const root = await pebble.issuingRoot()
    await gallery.certificates.check()
    const first = await gallery.served(root)
    const account = readFileSync(join(gallery.data, 'certificates/account.key'), 'utf8')
    const open = await openConnection(gallery.ports.https, root)

    gallery.advance(56 * dayMs)
    await gallery.certificates.check()
    expect((await gallery.served(root)).serial).toBe(first.serial)

    gallery.advance(5 * dayMs)
    await gallery.certificates.check()
    const second = await gallery.served(root)
    expect(second.serial).not.toBe(first.serial)
    expect(second.key).not.toBe(first.key)
    expect(readFileSync(join(gallery.data, 'certificates/account.key'), 'utf8')).toBe(account)
    // Its connection keeps the certificate it started with.
    expect(await open.ask()).toContain('200 OK')
    open.close()

    for (let hours = 0; hours < 48; hours++) {
      gallery.advance(hourMs)
      await gallery.certificates.check()
    }
    expect((await gallery.served(root)).serial).toBe(second.serial)
  })

  test('a domain that leads elsewhere is named, and asked for with growing pauses, even after restarts', async () => {
    let asked = 0
    using elsewhere = Bun.serve({
      port: httpPort,
      hostname: '127.0.0.1',
      fetch: () => {
        asked++
        return new Response('another site')
      },
    })
    const first = await openDomainGallery(authority())
    const { data } = first
    await first.certificates.check()
    const { reason, advice } = first.fault()!
    expect(reason).toContain('There is no certificate, so https does not work.')
    expect(reason).toContain(`could not find this gallery at ${domain}`)
    expect(advice).toContain('A, and AAAA')
    await first.close()
    const askedOnce = asked
    expect(askedOnce).toBeGreaterThan(0)

    // A server that is restarted every second for a minute.
    for (let second = 0; second < 55; second++) {
      const again = await openDomainGallery({ ...authority(), data, offset: second * 1000 })
      await again.certificates.check()
      expect(again.fault()?.reason).toBe(reason)
      await again.close()
    }
    expect(asked).toBe(askedOnce)

    await using last = await openDomainGallery({ ...authority(), data })
    const failures = () =>
      JSON.parse(readFileSync(join(data, 'certificates/progress.json'), 'utf8')).failures as number
    const times: number[] = []
    for (let minute = 0; minute < 60; minute++) {
      const before = failures()
      await last.certificates.check()
      if (failures() > before) times.push(minute)
      last.advance(minuteMs)
    }
    // The first try was before the first of these minutes.
    expect(times.map((time) => time - times[0]!)).toEqual([0, 2, 6, 14, 30])
    // Every other one was made on the port for https.
    expect(asked).toBe(3 * askedOnce)
    await elsewhere.stop(true)
    await pebble.forget('nowhere.example.org')
    await using nowhere = await openDomainGallery({
      ...authority(),
      domains: ['nowhere.example.org'],
    })
    await nowhere.certificates.check()
    expect(nowhere.fault()?.reason).toContain('nowhere.example.org')
  })

  test('where port 80 is closed, the domain is proved on the port for https', async () => {
    const httpsPort = freePort()
    await using other = await startPebble({ httpPort: freePort(), tlsPort: httpsPort })
    const settings = { acme: other.directory, acmeRoot: other.rootFile, httpsPort }
    await using gallery = await openDomainGallery(settings)
    await gallery.certificates.check()
    expect(gallery.fault()?.reason).toContain('connection refused')
    gallery.advance(minuteMs)
    await gallery.certificates.check()
    expect(gallery.fault()).toBeUndefined()
    const root = await other.issuingRoot()
    expect((await gallery.served(root)).names).toBe(`DNS:${domain}`)
    expect((await gallery.https(root)).status).toBe(200)
  })

  test('a refused order and a wrong authority are named, and others are tried at once', async () => {
    const refused = await openDomainGallery({ ...authority(), domains: [refusedDomain], httpPort })
    await refused.certificates.check()
    expect(refused.fault()?.reason).toContain('refused the order')
    expect(refused.fault()?.reason).toContain(refusedDomain)
    await refused.close()
    const elsewhere = { ...authority(), acme: `${authority().acme}/nope` }
    const mistyped = await openDomainGallery({ ...elsewhere, data: refused.data, httpPort })
    await mistyped.certificates.check()
    expect(mistyped.fault()?.reason).toContain('did not answer like an authority')
    await mistyped.close()
    await using gallery = await openDomainGallery({ ...authority(), data: refused.data, httpPort })
    await gallery.certificates.check()
    expect(gallery.fault()).toBeUndefined()
    expect((await gallery.served(await pebble.issuingRoot())).names).toBe(`DNS:${domain}`)
  })

  test('an authority that is away for a week and has forgotten everything costs nothing', async () => {
    const port = freePort()
    const former = await startPebble({ httpPort, port })
    const root = await former.issuingRoot()
    const gone = { acme: former.directory, acmeRoot: former.rootFile }
    await using gallery = await openDomainGallery({ ...gone, httpPort })
    await gallery.certificates.check()
    const { serial } = await gallery.served(root)
    await former.stop()

    gallery.advance(61 * dayMs)
    let attempts = 0
    const progress = () => readFileSync(join(gallery.data, 'certificates/progress.json'), 'utf8')
    for (let minute = 0; minute < 7 * 24 * 60; minute += 10) {
      const before = progress()
      await gallery.certificates.check()
      if (progress() !== before) attempts++
      gallery.advance(10 * minuteMs)
    }
    expect(attempts).toBeLessThan(20)
    expect(gallery.fault()?.reason).toMatch(/could not be renewed.*could not be reached/)
    expect((await gallery.served(root)).serial).toBe(serial)

    await using back = await startPebble({ httpPort, port })
    writeFileSync(gone.acmeRoot, localhost.cert)
    gallery.advance(dayMs)
    await gallery.certificates.check()
    expect(gallery.fault()?.reason).toMatch(/clock is 69 days ahead/)
    expect((await gallery.served(await back.issuingRoot())).serial).not.toBe(serial)
    await former[Symbol.asyncDispose]()
  })

  test('a rate limit is obeyed for as long as it asks, and a clock that is wrong is named', async () => {
    const paths: string[] = []
    using limiting = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: localhost,
      fetch: ({ url }) => {
        const { pathname, origin } = new URL(url)
        paths.push(pathname)
        const at = (name: string) => `${origin}/${name}`
        const headers = { 'Replay-Nonce': 'bm9uY2U', 'Retry-After': '7200' }
        if (pathname === '/dir') {
          const names = ['newNonce', 'newAccount', 'newOrder', 'revokeCert', 'keyChange']
          return Response.json(Object.fromEntries(names.map((name) => [name, at(name)])))
        }
        if (pathname === '/newNonce') return new Response(null, { headers })
        const type = 'urn:ietf:params:acme:error:rateLimited'
        return Response.json({ type, detail: 'too many of you' }, { status: 429, headers })
      },
    })
    const acme = `https://127.0.0.1:${limiting.port}/dir`
    await using gallery = await openDomainGallery({ ...authority(), acme, offset: -5 * hourMs })
    const requests = () => paths.filter((path) => path === '/newAccount').length
    const tried: number[] = []
    for (let minute = 0; minute < 250; minute++) {
      const before = requests()
      await gallery.certificates.check()
      if (requests() > before) tried.push(minute)
      gallery.advance(minuteMs)
    }
    expect(tried).toEqual([0, 120, 240])
    expect(requests()).toBe(3)
    expect(gallery.fault()?.reason).toContain('because of its rate limit: too many of you.')
    await limiting.stop(true)

    await using late = await openDomainGallery({ ...authority(), httpPort, offset: -5 * hourMs })
    await late.certificates.check()
    expect(late.fault()?.reason).toBe('This machine’s clock is 5 hours behind the authority’s.')
    expect((await late.served(await pebble.issuingRoot())).names).toBe(`DNS:${domain}`)
  })

  test('damaged keys are replaced, and an unknown root is named', async () => {
    const gallery = await openDomainGallery({ ...authority(), httpPort })
    await gallery.certificates.check()
    const file = (name: string) => join(gallery.data, 'certificates', name)
    for (const name of ['account.key', 'certificate.pem']) writeFileSync(file(name), 'damaged')
    await gallery.close()
    const damaged = await openDomainGallery({ ...authority(), data: gallery.data, httpPort })
    expect(damaged.certificates.current()).toBeUndefined()
    damaged.advance(2 * hourMs)
    await damaged.certificates.check()
    expect(readFileSync(file('account.key'), 'utf8')).toContain('PRIVATE KEY')
    expect((await damaged.served(await pebble.issuingRoot())).names).toBe(`DNS:${domain}`)
    await damaged.close()

    const wrongRoot = join(gallery.data, 'root.pem')
    writeFileSync(wrongRoot, await pebble.issuingRoot())
    const elsewhere = { acme: `${pebble.directory}?other`, data: gallery.data, httpPort }
    const untrusting = await openDomainGallery({ ...elsewhere, acmeRoot: wrongRoot })
    await untrusting.certificates.check()
    expect(untrusting.fault()?.reason).toContain('that this machine does not trust')
    await untrusting.close()
    const acmeRoot = join(gallery.data, 'missing.pem')
    await using missing = await openDomainGallery({ ...elsewhere, acmeRoot, offset: dayMs })
    await missing.certificates.check()
    expect(missing.fault()?.reason).toContain('cannot be read (ENOENT)')
    expect((await missing.served(await pebble.issuingRoot())).names).toBe(`DNS:${domain}`)
  })
})

/** A connection that stays open between requests. */
async function openConnection(port: number, ca: string) {
  const socket = connect({ host: '127.0.0.1', port, servername: domain, ca })
  const ready = Promise.withResolvers<void>()
  socket.once('secureConnect', ready.resolve).once('error', ready.reject)
  await ready.promise
  const ask = async (): Promise<string> => {
    const answer = Promise.withResolvers<string>()
    socket.once('data', (bytes) => answer.resolve(bytes.toString()))
    socket.once('close', () => answer.resolve('closed'))
    socket.write(`GET / HTTP/1.1\r\nHost: ${domain}\r\n\r\n`)
    return answer.promise
  }
  expect(await ask()).toContain('200 OK')
  return { ask, close: () => socket.destroy() }
}
