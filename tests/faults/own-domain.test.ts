import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { localhost } from '../support/certificate.ts'
import { domain, servedCertificate } from '../support/domain-gallery.ts'
import { clearAway, runCommand, startCommand, temporaryFolder } from '../support/executable.ts'
import { type Need, needsRoot, testWith } from '../support/needs.ts'
import { pebbleNeed, startPebble } from '../support/pebble.ts'
import { freePort } from '../support/proxies.ts'
import { ownerPassword } from '../support/quick-claims.ts'

setDefaultTimeout(180_000)
afterAll(clearAway)

const chromium: Need = {
  isMet: Boolean(process.env.CHROMIUM),
  otherwise: 'CHROMIUM names no browser',
}
const guardedPorts: Need = {
  isMet:
    process.platform === 'linux' &&
    Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) > 80,
  otherwise: 'every user may use low ports here',
}
const curl: Need = { isMet: Bun.which('curl') !== null, otherwise: 'curl is not installed' }

type Options = { lifetimeSeconds?: number; flags?: string[] }

/** The executable with an authority of its own; `curl` and `ask` trust that authority. */
async function startAtDomain({ lifetimeSeconds = 90 * 86_400, flags = [] }: Options = {}) {
  const httpPort = freePort()
  const httpsPort = freePort()
  const pebble = await startPebble({ httpPort, lifetimeSeconds })
  const data = temporaryFolder()
  const ca = await pebble.issuingRoot()
  const rootFile = join(temporaryFolder(), 'root.pem')
  writeFileSync(rootFile, ca)
  const words = [
    ['serve', '--data', data, '--port', '0', '--domain', domain],
    ['--public-url', `https://${domain}:${httpsPort}`],
    ['--http-port', String(httpPort), '--https-port', String(httpsPort)],
    ['--acme', pebble.directory, '--acme-root', pebble.rootFile],
    flags,
  ].flat()
  const environment = { VITRINE_PASSWORD: ownerPassword }
  const server = await startCommand(words, { environment })
  const address = `https://${domain}:${httpsPort}`
  const resolve = [httpPort, httpsPort].flatMap((port) => [
    '--resolve',
    `${domain}:${port}:127.0.0.1`,
  ])
  return {
    ...server,
    pebble,
    ca,
    address,
    httpPort,
    httpsPort,
    words,
    environment,
    /** Prints the response with its head. */
    curl: (...more: string[]) =>
      $`curl --silent --show-error --include --max-time 30 --cacert ${rootFile} ${resolve} ${more}`.text(),
    /** In a connection of its own unless it is kept alive. */
    ask: (path: string, keepalive: boolean) =>
      fetch(`https://127.0.0.1:${httpsPort}${path}`, {
        keepalive,
        headers: { Host: `${domain}:${httpsPort}`, ...(!keepalive && { Connection: 'close' }) },
        tls: { ca, serverName: domain },
      }),
    [Symbol.asyncDispose]: async () => {
      server.signal('SIGTERM')
      await server.ended
      await pebble[Symbol.asyncDispose]()
    },
  }
}

testWith(pebbleNeed, curl)(
  'curl and the owner use a gallery at its own domain, whose connections name their visitors',
  async () => {
    await using gallery = await startAtDomain({ flags: ['--log', 'json'] })
    await gallery.untilPrinted(/Got a certificate for photos\.example\.org, valid until /)
    expect(gallery.printed()).toContain(`at ${gallery.address}`)
    const page = await gallery.curl(
      '--location',
      `http://${domain}:${gallery.httpPort}/account?a=b`,
    )
    expect(page).toMatch(/^HTTP\/1\.1 308 [\s\S]*location: https:\/\/photos\.example\.org:/i)
    expect(page).toMatch(/HTTP\/1\.1 200 [\s\S]*strict-transport-security: max-age=31536000/i)

    const body = JSON.stringify({ password: ownerPassword })
    const json = ['--header', 'Content-Type: application/json', '--data', body]
    const login = await gallery.curl(...json, `${gallery.address}/api/login`)
    expect(login).toMatch(/set-cookie: __Host-[^\n]*; Secure/i)
    const other = `${gallery.address}/api/health`
    const answer = await gallery.curl('--interface', '127.0.0.9', other)
    expect(answer).toContain('"status":"ok"')
    await gallery.untilPrinted(/"address":"127\.0\.0\.9"/)
    // The old protocols are refused.
    const weak = gallery.curl('--tls-max', '1.1', other)
    await expect(weak).rejects.toThrow()

    // No second server takes the ports.
    const second = await runCommand(
      gallery.words.map((word, index, all) =>
        all[index - 1] === '--data' ? temporaryFolder() : word,
      ),
    )
    expect([second.code, second.text]).toEqual([
      1,
      expect.stringContaining(`cannot listen on port ${gallery.httpPort} for http: it is in use.`),
    ])
  },
)

test('a gallery without a certificate serves its other port, and its status says why', async () => {
  const [port, httpPort, httpsPort, nowhere] = [freePort(), freePort(), freePort(), freePort()]
  const words = [
    ['serve', '--data', temporaryFolder(), '--port', String(port), '--domain', domain],
    ['--http-port', String(httpPort), '--https-port', String(httpsPort)],
    ['--acme', `https://127.0.0.1:${nowhere}/dir`],
  ].flat()
  const server = await startCommand(words, { environment: { VITRINE_PASSWORD: ownerPassword } })
  await server.untilPrinted(/Could not get a certificate for photos\.example\.org\./)
  const base = `http://localhost:${port}`
  expect(server.printed()).toContain(`On this machine you can sign in at ${base}, too`)
  const login = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: base },
    body: JSON.stringify({ password: ownerPassword }),
  })
  expect(login.headers.get('set-cookie')).not.toContain('Secure')
  const Cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  const status = await fetch(`${base}/api/status`, { headers: { Cookie } })
  const { data } = (await status.json()) as { data: { problems: { kind: string; text: string }[] } }
  const problem = data.problems.find(({ kind }) => kind === 'certificate')
  expect(problem?.text).toContain('There is no certificate, so https does not work.')
  expect(problem?.text).toContain(`127.0.0.1:${nowhere} could not be reached`)
  expect((await runCommand(['health', '--port', String(port)])).text).toStartWith('ok')

  // Nothing of the gallery is sent without encryption.
  const early = await fetch(`http://127.0.0.1:${httpPort}/api/health`, {
    headers: { Host: domain },
  })
  expect([early.status, await early.text()]).toEqual([
    503,
    expect.stringContaining('waiting for its certificate'),
  ])
  server.signal('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

testWith(pebbleNeed)('1,000 requests while the certificate is renewed all succeed', async () => {
  await using gallery = await startAtDomain({ lifetimeSeconds: 15 })
  await gallery.untilPrinted(/Got a certificate/)
  const first = await servedCertificate(gallery.httpsPort, gallery.ca)
  let [asked, failed] = [0, 0]
  const serials = new Set([first.serial])
  const visit = async (keepalive: boolean) => {
    while (asked < 1000 || serials.size < 2) {
      asked++
      const isAnswered = await gallery
        .ask('/api/health', keepalive)
        .then(async (response) => response.ok && (await response.text()).includes('"ok"'))
        .catch(() => false)
      if (!isAnswered) failed++
    }
  }
  const look = async () => {
    while (serials.size < 2) {
      serials.add((await servedCertificate(gallery.httpsPort, gallery.ca)).serial)
    }
  }
  await Promise.all([visit(true), visit(true), visit(false), visit(false), look()])
  expect(asked).toBeGreaterThanOrEqual(1000)
  expect(failed).toBe(0)
})

testWith(pebbleNeed, chromium)('Chromium shows a gallery at its own domain', async () => {
  await using gallery = await startAtDomain()
  await gallery.untilPrinted(/Got a certificate/)
  const { key } = await servedCertificate(gallery.httpsPort, gallery.ca)
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${temporaryFolder()}`,
    `--host-resolver-rules=MAP ${domain} 127.0.0.1`,
    `--ignore-certificate-errors-spki-list=${key}`,
    '--dump-dom',
  ]
  const address = `http://${domain}:${gallery.httpPort}/about`
  const shown = await $`${process.env.CHROMIUM} ${flags} ${address}`.quiet().nothrow()
  expect(shown.stdout.toString()).toMatch(/<html[\s\S]*Vitrine/)
})

testWith(needsRoot, guardedPorts)(
  'a user who may not use low ports is told what to do',
  async () => {
    const data = temporaryFolder()
    const words = ['serve', '--data', join(data, 'gallery'), '--port', '0', '--domain', domain]
    await $`chmod 777 ${data}`
    const { code, text } = await runCommand(words, { user: 65_534 })
    expect(code).toBe(1)
    expect(text).toContain('cannot listen on port 80 for http: this user may not use ports below')
    expect(text).toContain('CAP_NET_BIND_SERVICE')
  },
)

test('a root certificate that cannot be used is refused before anything is opened', async () => {
  const folder = temporaryFolder()
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const cannotBeRead = 'cannot be read'
  const noCertificate = 'contains no certificate in PEM.'
  for (const [path, reason] of [
    [join(folder, 'missing.pem'), `${cannotBeRead} (ENOENT)`],
    [folder, `${cannotBeRead} (EISDIR)`],
    [file('empty.pem', ''), noCertificate],
    [file('key.pem', localhost.key), noCertificate],
    [file('damaged.pem', localhost.cert.replace('MIIB', 'AAAA')), noCertificate],
  ] as const) {
    const data = join(folder, 'gallery')
    const words = ['serve', '--data', data, '--port', '0', '--domain', domain]
    const { code, text } = await runCommand([...words, '--acme-root', path])
    expect([code, text.trim().split('\n').length]).toEqual([2, 1])
    expect(text).toContain(`${path}, the file of --acme-root (VITRINE_ACME_ROOT), ${reason}`)
    expect(existsSync(data)).toBe(false)
  }
})
