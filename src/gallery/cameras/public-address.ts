import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The range assigned for public use (IANA); the rest of IPv6 is special or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** RFC 6052: the IPv4 Internet as seen from an IPv6-only network. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an address is on the public Internet. An IPv6 address that embeds an IPv4 one (mapped or
 * NAT64) is judged by it; tunnels (6to4, Teredo) are not public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 4) return ipaddr.IPv4.parse(text).range() === 'unicast'
  // In hex, because ipaddr.js reads '::1.2.3.4' as '::ffff:1.2.3.4'. Addresses with a zone are
  // rejected.
  const inHex = isIP(text) === 6 && URL.parse(`http://[${text}]`)?.hostname.slice(1, -1)
  if (!inHex) return false
  const address = ipaddr.IPv6.parse(inHex)
  if (address.isIPv4MappedAddress() || address.match(nat64)) {
    return isPublicAddress(address.toByteArray().slice(-4).join('.'))
  }
  return address.range() === 'unicast' && address.match(globalUnicast)
}

export function isSameAddress(one: string | undefined, other: string): boolean {
  return one !== undefined && ipaddr.process(one).toString() === ipaddr.process(other).toString()
}
