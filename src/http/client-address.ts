import { isIP } from 'node:net'
import { createMiddleware } from 'hono/factory'
import ipaddr from 'ipaddr.js'
import { createAddressRanges } from '../core/address-ranges.ts'
import { warn } from '../core/log.ts'
import type { Connection, Env } from './env.ts'

/** The largest IPv6 network that providers commonly assign to one customer, in bits. */
const customerBits = 48

type Client = {
  /** For the log; undefined if a trusted proxy does not say. */
  readonly address: string | undefined
  /** What rate limits count by. */
  readonly network: string
}

export type FindClient = (request: Request, server: Connection | undefined) => Client

/**
 * Finds the client of a request. The address is the peer's or, behind trusted proxies, the last one
 * in X-Forwarded-For that is not a trusted proxy; if all are, the first one in a trusted range. An
 * IPv6 network is the address's /48, so that having many addresses does not give more attempts. The
 * first request that an unknown proxy forwards is logged, because all visitors behind it count as
 * one.
 */
export function createFindClient(trustedProxies: readonly string[]): FindClient {
  const { addresses, isInRange } = createAddressRanges(trustedProxies)
  const isTrustedHop = (address: string | undefined) =>
    address !== undefined && (addresses.has(address) || isInRange(address))
  let hasWarned = false
  // Most requests come from the same address as the one before: a proxy's, or a busy visitor's.
  let last: { address: string; peer: string | undefined; isTrusted: boolean } | undefined
  return (request, server) => {
    const address = server?.requestIP(request)?.address ?? ''
    if (last?.address !== address) {
      const peer = canonical(address)
      last = { address, peer, isTrusted: isTrustedHop(peer) }
    }
    const { peer, isTrusted } = last
    const forwardedFor = request.headers.get('x-forwarded-for') ?? undefined
    const isForwarded = forwardedFor !== undefined || request.headers.has('forwarded')
    if (!isTrusted && !hasWarned && isForwarded) {
      hasWarned = true
      warn(untrustedProxyWarning(peer ?? 'an unknown address'))
    }
    const forwarded = isTrusted ? lastForwarded(forwardedFor) : undefined
    // Never the proxy's own: banning it would shut everyone out.
    return { address: isTrusted ? forwarded : peer, network: networkOf(forwarded ?? peer) }
  }

  function lastForwarded(header = ''): string | undefined {
    const hops = header.split(',').map((hop) => canonical(hop.trim()))
    const isOthers = (hop: string | undefined) => hop === undefined || !isTrustedHop(hop)
    const last = hops.findLastIndex(isOthers)
    if (last >= 0) return hops[last]
    // The first address in a trusted range may be a visitor's; a listed address is a proxy's.
    return hops.find((hop) => hop !== undefined && !addresses.has(hop))
  }
}

/** Sets the client's address for the log, and the network that rate limits count by. */
export const clientAddress = (findClient: FindClient) =>
  createMiddleware<Env>(async (c, next) => {
    const { address, network } = findClient(c.req.raw, c.env.server)
    c.set('address', address)
    c.set('clientAddress', network)
    await next()
  })

const untrustedProxyWarning = (address: string) =>
  `A request from ${address} carries forwarding headers, but ${address} is not a trusted proxy, so the headers are ignored and all visitors behind it share the same rate limits. If it is your proxy, start with --trusted-proxies ${address} (VITRINE_TRUSTED_PROXIES).`

/** Without port and brackets; IPv4-mapped IPv6 becomes IPv4. */
function canonical(text: string): string | undefined {
  const host = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  // The interface through which a link-local address is reached says nothing about the client.
  const address = host.replace(/%[\w.-]+$/, '')
  return isIP(address) ? ipaddr.process(address).toString() : undefined
}

/** Clients without an address, for example on a Unix socket, count as one. */
function networkOf(address: string | undefined): string {
  if (address === undefined) return 'local'
  if (isIP(address) === 4) return address
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${customerBits}`).toString()
}
