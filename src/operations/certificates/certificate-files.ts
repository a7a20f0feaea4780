import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Library } from '../../storage/library.ts'

/** A certificate with its chain, and its key, both as PEM. */
export type Certificate = {
  readonly cert: string
  readonly key: string
  /** In ms. */
  readonly validFrom: number
  readonly validUntil: number
  readonly serial: string
  readonly domains: readonly string[]
}

/** What must be remembered over a restart, so that the authority is not asked again and again. */
export type Progress = {
  /** For which domains and which authority this was written. */
  readonly domains: readonly string[]
  readonly directory: string
  /** Failed attempts since the last success, with the one that is running. */
  readonly failures: number
  /** In ms. */
  readonly triedAt: number
  readonly nextTryAt: number
  readonly fault?: Fault | undefined
  /** Whether the domain is proved by TLS-ALPN-01, because it could not be by HTTP-01. */
  readonly prefersTls?: boolean | undefined
  /** When the certificate with this serial number is renewed, in ms. */
  readonly renewal?: { readonly serial: string; readonly at: number } | undefined
}

/** Why there is no new certificate, and what to do, as sentences. */
export type Fault = { readonly reason: string; readonly advice: string }

type Place = Pick<Library, 'certificates' | 'writeDurably'>

/** The files in certificates/, which only the gallery's user may read (0600). */
export function createCertificateFiles({ certificates, writeDurably }: Place) {
  const path = (name: string) => join(certificates, name)
  const write = (name: string, text: string) =>
    writeDurably(path(name), new TextEncoder().encode(text))
  return {
    /** Undefined if there is none, or none that can be used. */
    readCertificate: () => readable(path('certificate.pem'), parseCertificate),
    /** Key and certificate are one file, so that they always fit together. */
    writeCertificate: ({ key, cert }: Pick<Certificate, 'key' | 'cert'>) =>
      write('certificate.pem', `${key.trim()}\n${cert.trim()}\n`),
    readAccountKey: () =>
      readable(path('account.key'), (text) => {
        createPrivateKey(text)
        return text
      }),
    writeAccountKey: (key: string) => write('account.key', key),
    readProgress: () => readable(path('progress.json'), (text) => JSON.parse(text) as Progress),
    writeProgress: (progress: Progress) =>
      write('progress.json', `${JSON.stringify(progress, null, 2)}\n`),
  }
}

/** A file that is missing or damaged is made anew. */
function readable<Value>(path: string, parse: (text: string) => Value): Value | undefined {
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Reads a private key followed by a certificate and its chain. @throws Error if they do not fit. */
export function parseCertificate(pem: string): Certificate {
  const end = pem.indexOf('-----BEGIN CERTIFICATE-----')
  const [key, cert] = [pem.slice(0, end), pem.slice(end)]
  const leaf = new X509Certificate(cert)
  if (!leaf.checkPrivateKey(createPrivateKey(key))) throw new Error('the key is another one')
  return {
    key,
    cert,
    validFrom: Date.parse(leaf.validFrom),
    validUntil: Date.parse(leaf.validTo),
    serial: leaf.serialNumber,
    domains: (leaf.subjectAltName ?? '').split(', ').map((name) => name.replace(/^DNS:/, '')),
  }
}
