// Pebble, a real ACME server for tests, with its own DNS, where every name leads to this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localhost } from './certificate.ts'
import type { Need } from './needs.ts'
import { freePort } from './proxies.ts'

export const pebbleNeed: Need = {
  isMet: Bun.which('pebble') !== null && Bun.which('pebble-challtestsrv') !== null,
  otherwise: 'pebble is not installed',
}

export type Pebble = Awaited<ReturnType<typeof startPebble>>

/** Orders for this domain are refused. */
export const refusedDomain = 'refused.example.org'
const startLimitMs = 20_000

/**
 * Starts both programs. The authority looks for every domain at `httpPort` and `tlsPort` of this machine; it
 * remembers nothing of an earlier one, even at the same `port`.
 */
export async function startPebble({
  httpPort,
  tlsPort = 1,
  port = freePort(),
  lifetimeSeconds = 90 * 86_400,
}: {
  httpPort: number
  tlsPort?: number
  port?: number
  lifetimeSeconds?: number
}) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pebble-'))
  const [management, dns, dnsManagement] = [freePort(), freePort(), freePort()]
  const path = (name: string) => join(folder, name)
  writeFileSync(path('key.pem'), localhost.key)
  writeFileSync(path('root.pem'), localhost.cert)
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: path('root.pem'),
    privateKey: path('key.pem'),
    httpPort,
    tlsPort,
    domainBlocklist: [refusedDomain],
    certificateValidityPeriod: lifetimeSeconds,
  }
  writeFileSync(path('pebble.json'), JSON.stringify({ pebble: config }))
  const names = Bun.spawn(
    [
      ['pebble-challtestsrv', '-defaultIPv6', '', '-defaultIPv4', '127.0.0.1'],
      ['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`],
      ['-http01', '', '-https01', '', '-tlsalpn01', ''],
    ].flat(),
    { stdout: 'ignore', stderr: 'ignore' },
  )
  const authority = Bun.spawn(
    ['pebble', '-config', path('pebble.json'), '-dnsserver', `127.0.0.1:${dns}`],
    { env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' }, stdout: 'ignore', stderr: 'ignore' },
  )
  const ask = (address: string) => fetch(address, { tls: { ca: localhost.cert } })
  await until(() => ask(`https://127.0.0.1:${port}/dir`))
  await until(() => fetch(`http://127.0.0.1:${dnsManagement}/`))
  const stop = async () => {
    authority.kill()
    names.kill()
    await Promise.all([authority.exited, names.exited])
  }
  return {
    /** What --acme and --acme-root need. */
    directory: `https://127.0.0.1:${port}/dir`,
    rootFile: path('root.pem'),
    /** The root of the certificates that it issues. */
    issuingRoot: async () => (await ask(`https://127.0.0.1:${management}/roots/0`)).text(),
    /** From now on, this name leads nowhere. */
    forget: async (host: string) => {
      await fetch(`http://127.0.0.1:${dnsManagement}/set-servfail`, {
        method: 'POST',
        body: JSON.stringify({ host: `${host}.` }),
      })
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Until it answers, whatever it answers. */
async function until(ask: () => Promise<Response>): Promise<void> {
  const end = Date.now() + startLimitMs
  for (;;) {
    try {
      await (await ask()).text()
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await Bun.sleep(20)
    }
  }
}
