import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>
type Range = readonly [network: Address, bits: number]

/** Names for the addresses of the machine itself, and of private networks. */
const named: Readonly<Record<'loopback' | 'private', readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const isName = (text: string): text is keyof typeof named => Object.hasOwn(named, text)

/** What is wrong with an entry of a list of addresses and ranges, to follow its text. */
export function rangeProblem(text: string): string | undefined {
  if (isName(text)) return undefined
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) {
    return 'is not an IP address, a range such as 10.0.0.0/8, loopback or private'
  }
  if (bits === undefined) return undefined
  const most = version === 4 ? 32 : 128
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most
    ? undefined
    : `must end with a number of bits from 0 to ${most}`
}

/**
 * Which addresses a list means: its own (`addresses`, written as ipaddr.process writes them), and
 * those in its ranges. IPv4 addresses and ranges that are mapped to IPv6 are those of IPv4.
 */
export function createAddressRanges(list: readonly string[]) {
  const entries = list.flatMap((text) => (isName(text) ? named[text] : text))
  const addresses = new Set<string>()
  const ranges: Range[] = []
  for (const entry of entries) {
    if (entry.includes('/')) ranges.push(rangeOf(entry))
    else addresses.add(ipaddr.process(entry).toString())
  }
  return {
    addresses,
    isInRange: (address: string): boolean => {
      if (ranges.length === 0) return false
      const parsed = ipaddr.process(address)
      return ranges.some(
        ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
      )
    },
  }
}

/** The bits of the prefix of IPv6 addresses that are IPv4 ones. */
const mappedBits = 96

function rangeOf(text: string): Range {
  const [network, bits] = ipaddr.parseCIDR(text)
  return network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= mappedBits
    ? [network.toIPv4Address(), bits - mappedBits]
    : [network, bits]
}
