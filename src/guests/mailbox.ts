/** Google ignores dots in these. */
const gmailDomains = ['gmail.com', 'googlemail.com']

/**
 * Maps 'ann+1@example.org' and 'ann+2@example.org' to one mailbox with one mail limit. Guests are
 * still identified by the full address.
 */
export function mailboxOf(emailKey: string): string {
  const at = emailKey.lastIndexOf('@')
  const domain = emailKey.slice(at + 1)
  const name = emailKey.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return gmailDomains.includes(domain)
    ? `${name.replaceAll('.', '')}@${gmailDomains[0]}`
    : `${name}@${domain}`
}
