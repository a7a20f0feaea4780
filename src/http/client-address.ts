import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'

/**
 * The client's address: the peer's, or behind trusted proxies the last address of X-Forwarded-For
 * that is no trusted proxy itself. IPv6 counts by its /64, which is what one client is given.
 */
export function clientAddress(trustedProxies: readonly string[]) {
  const trusted = new Set(trustedProxies.map(plain))
  return createMiddleware<Env>(async (c, next) => {
    const peer = plain(c.env.server?.requestIP(c.req.raw)?.address ?? 'local')
    c.set(
      'clientAddress',
      network(trusted.has(peer) ? forwarded(c.req.header('x-forwarded-for'), peer) : peer),
    )
    await next()
  })

  function forwarded(header: string | undefined, peer: string): string {
    const hops = (header ?? '').split(',').map((hop) => plain(hop.trim()))
    return hops.findLast((hop) => hop !== '' && !trusted.has(hop)) ?? peer
  }
}

/** IPv4 in IPv6 as IPv4. */
const plain = (address: string) => address.replace(/^::ffff:/i, '')

function network(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  if (tail === undefined) return groups.slice(0, 4).join(':')
  const rest = tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}
