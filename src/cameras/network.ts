import { lookup } from 'node:dns/promises'

/** The outside world of fetch-image.ts, which decides; tests put servers of their own into it. */
export type Network = {
  /** Every address that a name leads to, in the order to try them. */
  readonly resolve: (name: string) => Promise<string[]>
  /** Where a connection to this address and port goes. */
  readonly endpoint: (address: string, port: number) => { address: string; port: number }
  /** The certificates to trust (PEM) in place of the usual ones. */
  readonly ca?: string
}

export const systemNetwork: Network = {
  resolve: async (name) => {
    // Machines without a way into IPv6 are common, those without one into IPv4 are not.
    const found = await lookup(name, { all: true, order: 'ipv4first' })
    return found.map(({ address }) => address)
  },
  endpoint: (address, port) => ({ address, port }),
}
