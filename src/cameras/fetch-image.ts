import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { AppError } from '../contract/app-error.ts'
import { type Network, systemNetwork } from './network.ts'
import { pictureBytesLimit, pictureFormat, readCapped } from './picture-bytes.ts'
import { isPublicAddress, isSameAddress } from './public-address.ts'

export type FetchLimits = {
  readonly bytes: number
  /** For everything together, redirects too. */
  readonly milliseconds: number
}

const usualLimits: FetchLimits = { bytes: pictureBytesLimit, milliseconds: 10_000 }
const maxRedirects = 3
const redirectCodes = new Set([301, 302, 303, 307, 308])
/** A name may have more addresses; the time is up before many have been tried. */
const maxAddresses = 4
const ports: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** Fetches a picture. @throws AppError 400 with the reason. */
export type FetchImage = (address: string) => Promise<Uint8Array>

/**
 * Fetches a picture from an address that somebody typed, and only from the public Internet: a name
 * is resolved here, once a request, and what is connected to is the very address that was looked
 * at, so a name that resolves to something else a moment later changes nothing. Redirects go
 * through the same door.
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
      throw refusal('the address is not a JPEG or PNG picture')
    } catch (error) {
      if (error instanceof AppError) throw error
      throw refusal(
        deadline.signal.aborted
          ? `the address took longer than the ${limits.milliseconds / 1000} s it is waited for`
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
  if (!(url.protocol in ports)) throw refusal('the address must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') {
    throw refusal('the address must not contain a user name or password')
  }
  // The URL drops a port that is the protocol's own.
  if (url.port !== '') throw refusal('the address must not contain a port')
  return url
}

/** The answer's head, from the first of the name's addresses that answers. */
async function open(url: URL, fetch: Fetch): Promise<IncomingMessage> {
  const addresses = await addressesOf(url, fetch)
  for (const [index, address] of addresses.entries()) {
    try {
      return await request(url, address, fetch)
    } catch (error) {
      if (fetch.deadline.signal.aborted || index === addresses.length - 1) throw error
    }
  }
  throw refusal(`there is nothing at ${url.hostname}`)
}

/** @throws AppError 400 when even one address of the name is not public. */
async function addressesOf(url: URL, { network, deadline }: Fetch): Promise<string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await beforeAbort(network.resolve(host), deadline.signal)
  if (!addresses.every(isPublicAddress)) {
    throw refusal(`${host} is not a public address; upload the picture instead`)
  }
  return addresses.slice(0, maxAddresses)
}

/** Connects to the address itself; the name is only said, in Host, and checked, in the certificate. */
function request(url: URL, checked: string, { network, deadline }: Fetch) {
  const isSecure = url.protocol === 'https:'
  const { address, port } = network.endpoint(checked, ports[url.protocol]!)
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
        // A server known by its address alone has no name to be asked for.
        ...(!isIP(hostOf(url)) && { servername: url.hostname }),
        ...(network.ca !== undefined && { ca: network.ca }),
      }),
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      // Nothing may stand in between, a proxy that the environment names least of all.
      if (isSameAddress(response.socket.remoteAddress, address)) return resolve(response)
      response.destroy()
      reject(refusal('the address changed while connecting'))
    })
    sent.end()
  })
}

async function read(response: IncomingMessage, limits: FetchLimits): Promise<Uint8Array> {
  if (response.statusCode !== 200) {
    response.destroy()
    throw refusal(`the address answers ${response.statusCode}`)
  }
  const bytes = await readCapped(response, limits.bytes)
  if (!bytes) throw refusal(`the picture is larger than the limit of ${limits.bytes / 2 ** 20} MiB`)
  return bytes
}

/** The name or address, an IPv6 one without its brackets. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

const refusal = (message: string) => new AppError(400, message, { field: 'url' })

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
