import { lookup } from 'node:dns/promises'

/** The network as seen by fetch-image.ts; tests substitute their own servers. */
export type Network = {
  readonly resolve: (name: string) => Promise<string[]>
  readonly endpoint: (address: string, port: number) => { address: string; port: number }
  /** Certificates (PEM) to trust instead of the usual ones. */
  readonly ca?: string
}

export const systemNetwork: Network = {
  resolve: async (name) => {
    // Machines without IPv6 are common, those without IPv4 are not.
    const found = await lookup(name, { all: true, order: 'ipv4first' })
    return found.map(({ address }) => address)
  },
  endpoint: (address, port) => ({ address, port }),
}
