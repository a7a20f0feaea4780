import { plainPage } from '../../http/plain-page.ts'
import type { Certificates } from './certificates.ts'
import type { Answer } from './https-listener.ts'

const challengePath = '/.well-known/acme-challenge/'
/** An order takes some seconds. */
const retrySeconds = 10

const commonHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

type Site = {
  /** With https. */
  readonly publicUrl: string
  readonly domains: readonly string[]
}

/**
 * What the port for http answers: the authority's challenges, and to everyone else the address with
 * https. Nothing of the gallery is sent without encryption. Only this gallery's own address is ever
 * redirected to, whatever the request's Host is.
 */
export function answerHttp({
  publicUrl,
  domains,
  certificates,
}: Site & { certificates: Pick<Certificates, 'proofs' | 'current'> }) {
  return (request: Request): Response => {
    const { pathname, search } = partsOf(request)
    if (pathname.startsWith(challengePath)) {
      const answer = certificates.proofs.answerFor(pathname.slice(challengePath.length))
      return respond(answer ?? 'no such challenge\n', answer === undefined ? 404 : 200, plainText)
    }
    if (!domains.includes(hostOf(request))) return otherHost(publicUrl)
    if (!certificates.current()) return certificateComing()
    return redirect(publicUrl + pathname + search)
  }
}

/** Lets requests for the gallery's own address through; its other names redirect there. */
export function atOwnAddress({ publicUrl, domains }: Site, answer: Answer): Answer {
  const own = new URL(publicUrl).hostname
  return (request, connection) => {
    const host = hostOf(request)
    if (host === own) return answer(request, connection)
    if (!domains.includes(host)) return otherHost(publicUrl)
    const { pathname, search } = partsOf(request)
    return redirect(publicUrl + pathname + search)
  }
}

/** 308, because a form that is sent must not become a GET. */
const redirect = (address: string) =>
  new Response(null, { status: 308, headers: { ...commonHeaders, Location: address } })

const otherHost = (publicUrl: string) =>
  respond(
    plainPage('Another address', `The gallery on this server is at ${publicUrl}.`),
    421,
    'text/html; charset=utf-8',
  )

function certificateComing(): Response {
  const title = 'Back in a moment'
  const text =
    'This gallery is waiting for its certificate, without which nothing is sent. The page reloads by itself.'
  return respond(plainPage(title, text, retrySeconds), 503, 'text/html; charset=utf-8', {
    'Retry-After': String(retrySeconds),
  })
}

const plainText = 'text/plain; charset=utf-8'

const respond = (body: string, status: number, type: string, more: Record<string, string> = {}) =>
  new Response(body, { status, headers: { ...commonHeaders, 'Content-Type': type, ...more } })

/** The host in lower case and without its port; '' if there is none. */
const hostOf = ({ headers }: Request): string =>
  (headers.get('host') ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/** Path and query of a request, whose address may name any host. */
function partsOf({ url }: Request): { pathname: string; search: string } {
  return URL.canParse(url) ? new URL(url) : { pathname: '/', search: '' }
}
