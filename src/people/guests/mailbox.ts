/** Google ignores dots in these. */
const gmailDomains = ['gmail.com', 'googlemail.com']

/** The mailbox that mail limits count by; guests are identified by the full address. */
export function mailboxOf(emailKey: string): string {
  const at = emailKey.lastIndexOf('@')
  const domain = emailKey.slice(at + 1)
  const name = emailKey.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return gmailDomains.includes(domain)
    ? `${name.replaceAll('.', '')}@${gmailDomains[0]}`
    : `${name}@${domain}`
}
