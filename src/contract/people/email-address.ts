/** An address that mail servers accept, or what is wrong with it, to follow 'the address'. */
type ReadAddress =
  | { readonly address: string; readonly problem?: undefined }
  | { readonly address?: undefined; readonly problem: string }

/** In bytes, as RFC 5321 says. */
const mostInName = 64
const mostInAll = 254

/**
 * Reads an address as people type, paste and complete it: with a space after it, full-width signs,
 * a typographic apostrophe, or invisible characters. Names and domains may have letters of
 * any script.
 */
export function readEmailAddress(typed: string): ReadAddress {
  const text = tidied(typed)
  const problem = problemOf(text)
  if (problem !== undefined) return { problem }
  const { name, domain } = split(text)
  return { address: `${unquoted(name)}@${domain}` }
}

/**
 * The domain as DNS and SMTP know it: 'xn--bcher-kva.example' for 'bücher.example'; undefined if no
 * domain can have this name.
 */
function asciiDomain(domain: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N}\p{S}\u200c-\u200d_.-]+$/u.test(domain)) return undefined
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}

/** The form of an address for a mail server. */
export function smtpAddress(address: string): string {
  const { name, domain } = split(address)
  return `${name}@${asciiDomain(domain) ?? domain}`
}

/** Addresses belong to one person if their keys are equal. */
export function emailKey(address: string): string {
  const { name, domain } = split(tidied(address).normalize('NFKC'))
  const plainDomain = domain.toLowerCase()
  return `${unquoted(name).toLowerCase()}@${asciiDomain(plainDomain) ?? plainDomain}`
}

/** Zero-width joiners are part of words only between letters that are not Latin. */
const strayJoiners = /(?<![^\0-\x7f])[\u200c-\u200d]|[\u200c-\u200d](?![^\0-\x7f])/gu
const unseen = /(?![\u200c-\u200d])[\p{Default_Ignorable_Code_Point}\u2800]/gu

const tidied = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/[\uff01-\uff5e\ufe50-\ufe6b\u2024]/g, (sign) => sign.normalize('NFKC'))
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(unseen, '')
    .replace(strayJoiners, '')
    .trim()

/** A name in quotation marks can contain an @; a domain cannot. */
function split(address: string): { name: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { name: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) }
}

const dotAtom =
  /^[\w!#$%&'*+\-/=?^`{|}~\u0080-\u{10ffff}]+(\.[\w!#$%&'*+\-/=?^`{|}~\u0080-\u{10ffff}]+)*$/u
const quoted = /^"[ !#-;=?-[\]-~]*"$/

/** Quotation marks around a name that needs none do not make it another one. */
const unquoted = (name: string): string =>
  quoted.test(name) && dotAtom.test(name.slice(1, -1)) ? name.slice(1, -1) : name

const example = 'name@example.org'

function problemOf(text: string): string | undefined {
  if (text === '') return `must be an e-mail address, such as ${example}`
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufff9-\ufffb]/u.test(text))
    return 'must not contain control characters'
  if (/[<>]/.test(text) || /^mailto:/i.test(text)) {
    return `must be given without anything around it, as in ${example}`
  }
  const { name, domain } = split(text)
  if (!text.includes('@')) return `must contain an @, as in ${example}`
  return nameProblem(name) ?? domainProblem(domain) ?? lengthProblem(name, domain)
}

function nameProblem(name: string): string | undefined {
  if (name === '') return `must have a name before the @, as in ${example}`
  if (quoted.test(name) && name.length > 2) return undefined
  if (name.includes('@')) return 'must contain only one @'
  if (/\s/u.test(name)) return 'must not contain spaces'
  if (name.startsWith('.')) return 'must not begin with a dot'
  if (name.endsWith('.')) return 'must not have a dot before the @'
  if (name.includes('..')) return 'must not contain two dots in a row'
  return dotAtom.test(name) ? undefined : unwanted(name.match(/[^\w.!#$%&'*+\-/=?^`{|}~]/)![0])
}

function domainProblem(domain: string): string | undefined {
  if (domain === '') return 'must have a domain after the @, such as example.org'
  if (/\s/u.test(domain)) return 'must not contain spaces'
  if (domain.endsWith('.')) return 'must not end with a dot'
  if (domain.startsWith('.')) return 'must not have a dot after the @'
  if (domain.includes('..')) return 'must not contain two dots in a row'
  if (/^\[.*\]$|(^|\.)\d+$/.test(domain)) {
    return 'must have the name of a domain after the @, such as example.org, not a number'
  }
  if (!domain.includes('.')) return 'must have a domain with a dot after the @, such as example.org'
  const sign = /[^\p{L}\p{M}\p{N}\p{S}\u200c-\u200d_.-]|[$+<=>^`|~]/u.exec(domain)?.[0]
  if (sign !== undefined) return unwanted(sign)
  const labels = asciiDomain(domain)?.split('.')
  // A host such as 1.0xa is another way to write an IP address.
  const isHost = labels?.some((label) => label === '' || /^-|-$/.test(label)) === false
  if (!labels || !isHost || /^\d+$/.test(labels.at(-1)!)) {
    return `must have a domain that can exist after the @; “${domain}” cannot`
  }
  return labels.some((label) => label.length > 63)
    ? 'must have at most 63 characters between two dots of its domain'
    : undefined
}

const unwanted = (sign: string) => `must not contain “${sign}”`

function lengthProblem(name: string, domain: string): string | undefined {
  if (bytesOf(name) > mostInName) return `must have at most ${mostInName} characters before the @`
  return bytesOf(`${name}@${asciiDomain(domain)}`) > mostInAll
    ? `must have at most ${mostInAll} characters`
    : undefined
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
