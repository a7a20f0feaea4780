import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { ownValue } from '../../contract/own-value.ts'
import { AppError } from '../../core/errors.ts'
import { pictureBytesLimit, pictureFormat, readCapped } from './picture-bytes.ts'
import { isPublicAddress, isSameAddress } from './public-address.ts'

export type FetchLimits = {
  readonly bytes: number
  /** For everything together, including redirects. */
  readonly milliseconds: number
}

const usualLimits: FetchLimits = { bytes: pictureBytesLimit, milliseconds: 10_000 }
const maxRedirects = 3
const redirectCodes = new Set([301, 302, 303, 307, 308])
/** A name may have more addresses, but time runs out before many have been tried. */
const maxAddresses = 4
const ports: Record<string, number> = { 'http:': 80, 'https:': 443 }

export type FetchImage = (address: string) => Promise<Uint8Array>

/**
 * Public addresses only. The connection is made to the very address that was checked, so a name
 * that resolves differently a moment later makes no difference. Redirects are checked in the same
 * way.
 */
export function createImageFetch(
  network: Network = systemNetwork,
  limits: FetchLimits = usualLimits,
): FetchImage {
  return async (address) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), limits.milliseconds)
    try {
      const bytes = await fetchFollowing(parseAddress(address), { network, limits, deadline })
      if (pictureFormat(bytes)) return bytes
      throw refusal('there is no JPEG or PNG picture at this address')
    } catch (error) {
      if (error instanceof AppError) throw error
      throw refusal(
        deadline.signal.aborted
          ? `the address did not respond within ${limits.milliseconds / 1000} s`
          : `could not load the address: ${messageOf(error)}`,
      )
    } finally {
      clearTimeout(timer)
      deadline.abort()
    }
  }
}

type Fetch = {
  readonly network: Network
  readonly limits: FetchLimits
  readonly deadline: AbortController
}

async function fetchFollowing(first: URL, fetch: Fetch): Promise<Uint8Array> {
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await open(url, fetch)
    const { statusCode = 0, headers } = response
    if (!redirectCodes.has(statusCode) || headers.location === undefined) {
      return read(response, fetch.limits)
    }
    response.destroy()
    url = parseAddress(headers.location, url)
  }
  throw refusal(`the address redirects more than ${maxRedirects} times`)
}

function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url) throw refusal('this is not a valid address')
  if (!Object.hasOwn(ports, url.protocol))
    throw refusal('the address must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') {
    throw refusal('the address must not contain a user name or password')
  }
  // URL drops the protocol's default port.
  if (url.port !== '') throw refusal('the address must not contain a port')
  return url
}

async function open(url: URL, fetch: Fetch): Promise<IncomingMessage> {
  const addresses = await addressesOf(url, fetch)
  for (const [index, address] of addresses.entries()) {
    try {
      return await request(url, address, fetch)
    } catch (error) {
      if (fetch.deadline.signal.aborted || index === addresses.length - 1) throw error
    }
  }
  throw refusal(`could not find the server ${url.hostname}`)
}

/** @throws AppError 400 if any address of the host is not public. */
async function addressesOf(url: URL, { network, deadline }: Fetch): Promise<string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await beforeAbort(network.resolve(host), deadline.signal)
  if (!addresses.every(isPublicAddress)) {
    throw refusal(`${host} is not a public address; upload the picture instead`)
  }
  return addresses.slice(0, maxAddresses)
}

/** Connects to the IP address; the name is only used in Host and to check the certificate. */
function request(url: URL, checked: string, { network, deadline }: Fetch) {
  const isSecure = url.protocol === 'https:'
  const { address, port } = network.endpoint(checked, ownValue(ports, url.protocol)!)
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = (isSecure ? https : http).request({
      host: address,
      port,
      path: `${url.pathname}${url.search}`,
      headers: {
        Host: url.host,
        Accept: 'image/jpeg, image/png',
        'Accept-Encoding': 'identity',
        'User-Agent': 'Vitrine',
      },
      agent: false,
      signal: deadline.signal,
      ...(isSecure && {
        rejectUnauthorized: true,
        // A server addressed by IP has no name to ask for.
        ...(!isIP(hostOf(url)) && { servername: url.hostname }),
        ...(network.ca !== undefined && { ca: network.ca }),
      }),
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      // The connection may have been redirected, for example by a proxy in the environment.
      if (isSameAddress(response.socket.remoteAddress, address)) return resolve(response)
      response.destroy()
      reject(refusal('the connection was redirected to a different IP address'))
    })
    sent.end()
  })
}

async function read(response: IncomingMessage, limits: FetchLimits): Promise<Uint8Array> {
  if (response.statusCode !== 200) {
    response.destroy()
    throw refusal(`the server at this address returned status ${response.statusCode}`)
  }
  const bytes = await readCapped(response, limits.bytes)
  if (!bytes) throw refusal(`the picture is larger than the limit of ${limits.bytes / 2 ** 20} MiB`)
  return bytes
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

const refusal = (message: string) => new AppError(400, message, { field: 'url' })

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

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
