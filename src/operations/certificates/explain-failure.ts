import { hourMs } from '../../core/time.ts'
import type { Fault } from './certificate-files.ts'

/** A problem as the authority describes it (RFC 8555, section 6.7). */
export type AcmeProblem = { readonly type?: string; readonly detail?: string }

/** What the authority found wrong with one domain. */
export type FailedDomain = {
  readonly domain: string
  readonly problem: AcmeProblem
  /** The address that it asked, if it says so. */
  readonly address?: string | undefined
}

/** The order failed. */
export class OrderError extends Error {
  constructor(
    readonly fault: Fault,
    /** How long the authority wants to be left alone, in ms. */
    readonly retryAfterMs = 0,
    /** Whether the authority asked for the domain's proof and did not get it. */
    readonly isUnproved = false,
  ) {
    super(fault.reason)
  }
}

/** A clock that differs from the authority's by more makes certificates look expired. */
const toleratedMs = hourMs

/** The clock's fault, if it differs much from the authority's; both in ms. */
export function clockFault(own: number, authority: number): Fault | undefined {
  const ahead = own - authority
  if (Math.abs(ahead) <= toleratedMs) return undefined
  const hours = Math.round(Math.abs(ahead) / hourMs)
  const span =
    hours < 48 ? `${hours} hour${hours === 1 ? '' : 's'}` : `${Math.round(hours / 24)} days`
  return {
    reason: `This machine’s clock is ${span} ${ahead > 0 ? 'ahead of' : 'behind'} the authority’s.`,
    advice:
      'Set the clock, and let it be kept right (for example with systemd-timesyncd): certificates are renewed by it.',
  }
}

/** The domain leads elsewhere, or port 80 is closed. */
export function domainFault({ domain, problem, address }: FailedDomain): Fault {
  const asked = address === undefined ? '' : ` (it asked ${address})`
  const isName = problem.type?.endsWith(':dns')
  return {
    reason: isName
      ? `The authority could not find an address of ${domain}: ${sentence(problem)}`
      : `The authority could not find this gallery at ${domain}${asked}: ${sentence(problem)}`,
    advice: `The DNS records of ${domain} (A, and AAAA if there is one) must lead to this machine, and its ports 80 and 443 must be reachable from the internet.`,
  }
}

/** Any other answer that is not a success. */
export function refusalFault(problem: AcmeProblem, authority: string): Fault {
  if (problem.type?.endsWith(':rateLimited')) {
    return {
      reason: `${authority} accepts no more orders for now, because of its rate limit: ${sentence(problem)}`,
      advice: 'Wait: the next try is after the time that it asks for.',
    }
  }
  if (problem.type === undefined && problem.detail === undefined) {
    return {
      reason: `${authority} did not answer like an authority for certificates.`,
      advice: 'Check --acme (VITRINE_ACME): it must name the authority’s ACME directory.',
    }
  }
  return {
    reason: `${authority} refused the order: ${sentence(problem)}`,
    advice: 'Check --domain (VITRINE_DOMAIN) and --acme (VITRINE_ACME).',
  }
}

/** Why no answer came; `code` is that of the error. */
export function connectionFault(error: unknown, authority: string, now: number): Fault {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (/CERT_NOT_YET_VALID|CERT_HAS_EXPIRED/.test(code)) {
    return {
      reason: `The certificate of ${authority} itself is not valid at ${new Date(now).toISOString()}, the time of this machine.`,
      advice: 'Check the clock of this machine.',
    }
  }
  if (/CERT|ISSUER|VERIFY|ALTNAME/.test(code)) {
    return {
      reason: `${authority} has a certificate that this machine does not trust (${code}).`,
      advice: 'Name the file with its root certificate with --acme-root (VITRINE_ACME_ROOT).',
    }
  }
  return {
    reason: `${authority} could not be reached (${code || message}).`,
    advice: 'Check this machine’s connection to the internet and --acme (VITRINE_ACME).',
  }
}

const sentence = ({ detail, type }: AcmeProblem): string =>
  `${(detail ?? type ?? 'it gave no reason').trim().replace(/\.$/, '')}.`

/** The header's seconds or date as ms from `now`; 0 without one. */
export function retryAfterMs(header: unknown, now: number): number {
  const text = String(header ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
