import { isIP } from 'node:net'
import { createMiddleware } from 'hono/factory'
import ipaddr from 'ipaddr.js'
import { warn } from '../log.ts'
import type { Env } from './env.ts'

/** The largest IPv6 network that providers commonly assign to one customer, in bits. */
const customerBits = 48

/**
 * Sets the client's address for the log and the network that rate limits count by: the peer's, or
 * behind trusted proxies the last address in X-Forwarded-For that is not a trusted proxy. IPv6
 * networks are the address's /48, so that having many addresses does not give more attempts. The
 * first request forwarded by an unknown proxy is logged, because all visitors behind it count as
 * one.
 */
export function clientAddress(trustedProxies: readonly string[]) {
  const trusted = new Set(trustedProxies.map(canonical))
  let hasWarned = false
  // Most requests come from the same address as the one before: a proxy's, or a busy visitor's.
  let last: { readonly address: string; readonly peer: string | undefined } | undefined
  return createMiddleware<Env>(async (c, next) => {
    const address = c.env.server?.requestIP(c.req.raw)?.address ?? ''
    if (last?.address !== address) last = { address, peer: canonical(address) }
    const { peer } = last
    const forwardedFor = c.req.header('x-forwarded-for')
    const isTrusted = trusted.has(peer)
    if (!isTrusted && !hasWarned && (forwardedFor ?? c.req.header('forwarded')) !== undefined) {
      hasWarned = true
      warn(untrustedProxyWarning(peer ?? 'an unknown address'))
    }
    const forwarded = isTrusted ? lastForwarded(forwardedFor) : undefined
    // Never the proxy's own: banning it would shut everyone out.
    c.set('address', isTrusted ? forwarded : peer)
    c.set('clientAddress', networkOf(forwarded ?? peer))
    await next()
  })

  function lastForwarded(header = ''): string | undefined {
    return header
      .split(',')
      .map((hop) => canonical(hop.trim()))
      .findLast((address) => !trusted.has(address))
  }
}

const untrustedProxyWarning = (address: string) =>
  `A request from ${address} carries forwarding headers, but ${address} is not a trusted proxy, so the headers are ignored and all visitors behind it share the same rate limits. If it is your proxy, start with --trusted-proxies ${address} (VITRINE_TRUSTED_PROXIES).`

/** Without port and brackets; IPv4-mapped IPv6 becomes IPv4. */
function canonical(text: string): string | undefined {
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(address) ? ipaddr.process(address).toString() : undefined
}

/** Clients without an address, for example on a Unix socket, count as one. */
function networkOf(address: string | undefined): string {
  if (address === undefined) return 'local'
  if (isIP(address) === 4) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${customerBits}`).toString()
}
