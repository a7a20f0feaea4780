import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What the Internet gives out (IANA); the rest of IPv6 is special or not given out yet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** RFC 6052: the IPv4 Internet as a network of IPv6 alone sees it. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an address is one of the public Internet. An IPv6 address that is only another way to
 * write an IPv4 one is what that one is; tunnels that carry one inside (6to4, Teredo) are not public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 4) return ipaddr.IPv4.parse(text).range() === 'unicast'
  // In hex: ipaddr.js takes '::1.2.3.4' for '::ffff:1.2.3.4'. What has a zone is no address here.
  const inHex = isIP(text) === 6 && URL.parse(`http://[${text}]`)?.hostname.slice(1, -1)
  if (!inHex) return false
  const address = ipaddr.IPv6.parse(inHex)
  if (address.isIPv4MappedAddress() || address.match(nat64)) {
    return isPublicAddress(address.toByteArray().slice(-4).join('.'))
  }
  return address.range() === 'unicast' && address.match(globalUnicast)
}

/** Whether two texts are the same address, however each is written. */
export function isSameAddress(one: string | undefined, other: string): boolean {
  return one !== undefined && ipaddr.process(one).toString() === ipaddr.process(other).toString()
}
