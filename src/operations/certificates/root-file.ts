import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Fault } from './certificate-files.ts'

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** @returns the PEM of the file of --acme-root, or why it cannot be used. */
export async function readRoot(path: string): Promise<{ pem: string } | { fault: Fault }> {
  const file = `${path}, the file of --acme-root (VITRINE_ACME_ROOT),`
  try {
    const pem = await readFile(path, 'utf8')
    if (hasCertificates(pem)) return { pem }
    const advice = 'Name a file that begins with -----BEGIN CERTIFICATE-----.'
    return { fault: { reason: `${file} contains no certificate in PEM.`, advice } }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const advice = 'Name a file that the user who runs Vitrine may read.'
    return { fault: { reason: `${file} cannot be read (${code}).`, advice } }
  }
}

/** Whether there are some, and all can be read. */
function hasCertificates(pem: string): boolean {
  const blocks = pem.match(certificate) ?? []
  try {
    for (const block of blocks) new X509Certificate(block)
    return blocks.length > 0
  } catch {
    return false
  }
}
