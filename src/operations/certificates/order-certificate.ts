import type { Authorization, Client, Order } from 'acme-client'
import {
  type AcmeProblem,
  connectionFault,
  domainFault,
  type FailedDomain,
  OrderError,
  refusalFault,
  retryAfterMs,
} from './explain-failure.ts'
import type { Proofs } from './proofs.ts'
import { readRoot } from './root-file.ts'

/** A request to the authority that takes longer has failed, in ms. */
const requestLimitMs = 30_000
/** How often and how long is asked whether the authority is done, in ms: 15 times, some 2 minutes. */
const polling = { backoffAttempts: 15, backoffMin: 1000, backoffMax: 10_000 }

export type OrderRequest = {
  readonly directory: string
  /** A file with the root certificate to trust instead of the machine's. */
  readonly rootFile: string | undefined
  readonly domains: readonly string[]
  readonly accountKey: string | undefined
  /** Called before anything is signed with a new account key. */
  readonly keepAccountKey: (key: string) => Promise<void>
  readonly proofs: Pick<Proofs, 'showOverHttp' | 'showOverTls'>
  /** Whether TLS-ALPN-01 is chosen where HTTP-01 is possible, too. */
  readonly prefersTls: boolean
  /** In ms. */
  readonly now: () => number
  /** Gets the authority's time, in ms, with every response. */
  readonly noteTime: (time: number) => void
}

type Acme = typeof import('acme-client')

/**
 * Orders a certificate with a new key. Every request is sent once: the caller decides when to try
 * again. @throws OrderError
 */
export async function orderCertificate(request: OrderRequest) {
  // Takes 30 MB and a moment, for a minute every two months.
  const acme = await import('acme-client')
  const authority = new URL(request.directory).host
  const ca = request.rootFile === undefined ? undefined : await trustedRoot(request.rootFile)
  const watched = watchResponses(acme, { ...request, ca })
  try {
    return await order(acme, request, () => watched.refusal)
  } catch (error) {
    if (error instanceof OrderError) throw error
    const { refusal, failure, retryAfter } = watched
    if (failure !== undefined) {
      throw new OrderError(connectionFault(failure, authority, request.now()))
    }
    const problem = refusal ?? { detail: error instanceof Error ? error.message : String(error) }
    throw new OrderError(refusalFault(problem, authority), retryAfter)
  }
}

async function trustedRoot(path: string): Promise<string> {
  const root = await readRoot(path)
  if ('fault' in root) throw new OrderError(root.fault)
  return root.pem
}

async function order(
  acme: Acme,
  { domains, ...request }: OrderRequest,
  refusal: () => AcmeProblem | undefined,
) {
  const client = await openAccount(acme, request, refusal)
  const made = await client.createOrder({
    identifiers: domains.map((value) => ({ type: 'dns', value })),
  })
  for (const authorization of await client.getAuthorizations(made)) {
    if (authorization.status !== 'valid') await prove(acme, client, made, authorization, request)
  }
  const [key, csr] = await acme.crypto.createCsr(
    { altNames: [...domains] },
    await acme.crypto.createPrivateEcdsaKey(),
  )
  const cert = await client.getCertificate(await client.finalizeOrder(made, csr))
  return { key: key.toString(), cert }
}

/** Finds the account of the key, or creates it: an authority may have forgotten it. */
async function openAccount(
  acme: Acme,
  request: Pick<OrderRequest, 'accountKey' | 'directory' | 'keepAccountKey'>,
  refusal: () => AcmeProblem | undefined,
): Promise<Client> {
  const accountKey = request.accountKey ?? (await acme.crypto.createPrivateEcdsaKey()).toString()
  if (request.accountKey === undefined) await request.keepAccountKey(accountKey)
  const client = new acme.Client({ directoryUrl: request.directory, accountKey, ...polling })
  if (request.accountKey !== undefined) {
    try {
      // For an account that exists, acme-client would go on to send a change, which may be refused.
      await client.createAccount({ onlyReturnExisting: true })
      return client
    } catch (error) {
      if (!refusal()?.type?.endsWith(':accountDoesNotExist')) throw error
    }
  }
  await client.createAccount({ termsOfServiceAgreed: true })
  return client
}

type Way = Pick<OrderRequest, 'proofs' | 'prefersTls'>

/** Shows the authority that this server is the domain's. */
async function prove(
  acme: Acme,
  client: Client,
  made: Order,
  authorization: Authorization,
  way: Way,
): Promise<void> {
  const { challenges } = authorization
  const kinds = way.prefersTls ? ['tls-alpn-01', 'http-01'] : ['http-01', 'tls-alpn-01']
  const challenge = kinds.flatMap((kind) => challenges.filter(({ type }) => type === kind))[0]
  if (!challenge) {
    const detail = `it offers neither HTTP-01 nor TLS-ALPN-01 for ${authorization.identifier.value}`
    throw new OrderError(refusalFault({ detail }, 'The authority'))
  }
  const answer = await client.getChallengeKeyAuthorization(challenge)
  const hide =
    challenge.type === 'http-01'
      ? way.proofs.showOverHttp(challenge.token, answer)
      : await showOverTls(acme, authorization, answer, way)
  try {
    await client.completeChallenge(challenge)
    await client.waitForValidStatus(challenge).catch(async (error: unknown) => {
      const failed = (await client.getAuthorizations(made)).map(failureOf).find(Boolean)
      throw failed ? new OrderError(domainFault(failed), 0, true) : error
    })
  } finally {
    await hide()
  }
}

async function showOverTls(
  { crypto }: Acme,
  authorization: Authorization,
  answer: string,
  { proofs }: Way,
) {
  const [key, cert] = await crypto.createAlpnCertificate(
    authorization,
    answer,
    // Its key usage lacks signatures, without which BoringSSL accepts no ECDSA key.
    await crypto.createPrivateRsaKey(),
  )
  return proofs.showOverTls({ key: key.toString(), cert: cert.toString() })
}

/** What acme-client's types leave out of a challenge. */
type Checked = {
  readonly error?: AcmeProblem
  readonly validationRecord?: readonly { readonly addressUsed?: string }[]
}

function failureOf({ identifier, challenges }: Authorization): FailedDomain | undefined {
  const { error, validationRecord } =
    (challenges as Checked[]).find(({ error }) => error !== undefined) ?? {}
  if (error === undefined) return undefined
  const address = validationRecord?.map(({ addressUsed }) => addressUsed).findLast(Boolean)
  return { domain: identifier.value, problem: error, address }
}

/**
 * Lets acme-client's one HTTP client use fetch, and keeps what its errors do not say: the type of a
 * problem, the time to wait, the authority's clock, and why no answer came.
 */
function watchResponses(
  { axios }: Acme,
  { ca, now, noteTime }: Pick<OrderRequest, 'now' | 'noteTime'> & { ca: string | undefined },
) {
  const watched = {
    refusal: undefined as AcmeProblem | undefined,
    retryAfter: 0,
    /** The error of a request without a response. */
    failure: undefined as unknown,
  }
  // It would repeat requests by itself, even those that were refused by a rate limit.
  Object.assign(axios.defaults, { acmeSettings: { retryMaxAttempts: 0 } })
  axios.defaults.adapter = async (config) => {
    try {
      const response = await fetch(config.url!, {
        method: config.method!.toUpperCase(),
        headers: Object.entries(config.headers.toJSON(true)).map(([name, value]) => [
          name,
          String(value),
        ]),
        body: config.data,
        signal: AbortSignal.timeout(requestLimitMs),
        ...(ca !== undefined && { tls: { ca } }),
      })
      const headers = Object.fromEntries(response.headers)
      const time = Date.parse(headers.date ?? '')
      if (!Number.isNaN(time)) noteTime(time)
      const text = await response.text()
      watched.refusal = response.ok ? undefined : problemOf(text)
      watched.retryAfter = retryAfterMs(headers['retry-after'], time || now())
      watched.failure = undefined
      const { status, statusText } = response
      return { status, statusText, headers, data: text, config }
    } catch (error) {
      watched.failure = error
      throw error
    }
  }
  return watched
}

function problemOf(text: string): AcmeProblem {
  try {
    return JSON.parse(text) as AcmeProblem
  } catch {
    return {}
  }
}
