import { isIP } from 'node:net'
import {
  absolutePath,
  endOfValue,
  type Reader,
  ValueProblem,
  wholeNumber,
} from './config-values.ts'

/** One certificate can have a hundred names; a gallery has its own and perhaps that with www. */
const mostDomains = 20

const rule = 'must be a domain such as photos.example.org'

/** A flag is given once for each domain, a variable separates them by commas or spaces. */
const domainList: Reader<string[]> = (text) => {
  const names = text.split(endOfValue).flatMap((part) => part.split(/[\s,]+/))
  const domains = [...new Set(names.filter((name) => name !== '').map(readDomain))]
  if (domains.length > mostDomains) throw new ValueProblem(`must be at most ${mostDomains} domains`)
  return domains
}

/** As authorities and browsers write it: in lower case, and other scripts in Punycode. */
function readDomain(name: string): string {
  if (name.includes('*')) {
    throw new ValueProblem(`${rule}; a wildcard would need the DNS challenge, which is missing`)
  }
  const address = `https://${name.replace(/\.$/, '')}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isBare = url?.href === `https://${url?.host}/` && url?.port === ''
  if (!url || !isBare || name.includes(':') || name.includes('/')) throw new ValueProblem(rule)
  if (isIP(url.hostname) || !/^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(url.hostname)) {
    throw new ValueProblem(`${rule}; no certificate is given for ${name}`)
  }
  return url.hostname
}

/** The account's key signs requests, but what the authority answers is only as safe as https. */
const acmeUrl: Reader<string> = (text) => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (url?.protocol !== 'https:' || url.username || url.password || url.hash) {
    throw new ValueProblem(
      'must be the https:// address of a directory, such as https://acme-v02.api.letsencrypt.org/directory',
    )
  }
  return url.href
}

const port = wholeNumber(65_535, 'must be a port number from 0 to 65535')

/** For a gallery that gets its own certificate; see src/operations/certificates. */
export const certificateSettings = {
  domain: {
    flag: 'domain',
    value: 'NAME',
    fallback: '',
    help: 'serve https for this domain, with a certificate that is ordered and renewed; several times for several names, of which the first is the gallery’s (in the variable, separated by commas)',
    read: domainList,
    isList: true,
  },
  acme: {
    flag: 'acme',
    value: 'URL',
    fallback: 'https://acme-v02.api.letsencrypt.org/directory',
    help: 'the ACME directory of the authority that issues the certificate',
    read: acmeUrl,
  },
  acmeRoot: {
    flag: 'acme-root',
    value: 'FILE',
    fallback: undefined,
    help: "the authority's root certificate (PEM), if this machine does not know it",
    read: absolutePath('must be a file name'),
  },
  httpsPort: {
    flag: 'https-port',
    value: 'NUMBER',
    fallback: '443',
    help: 'the port for https, with --domain',
    read: port,
  },
  httpPort: {
    flag: 'http-port',
    value: 'NUMBER',
    fallback: '80',
    help: 'the port for http, with --domain: for the authority, and to redirect visitors to https',
    read: port,
  },
} as const

type Addresses = { domain: readonly string[]; publicUrl: string | undefined }

/** The public URL that follows from the domain, unless one is set. */
export const addressOf = ({ domain, publicUrl }: Addresses): string | undefined =>
  publicUrl ?? (domain[0] === undefined ? undefined : `https://${domain[0]}`)

/** @returns why the settings of certificates contradict each other, if they do. */
export function certificateProblem({ domain, publicUrl }: Addresses): string | undefined {
  if (domain.length === 0 || publicUrl === undefined) return undefined
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' && hostname === domain[0]) return undefined
  return `--public-url (VITRINE_PUBLIC_URL) must be https://${domain[0]}, the first --domain (VITRINE_DOMAIN), or be left out.`
}
