/** Domains of one provider whose addresses ignore dots. */
const gmailDomains = ['gmail.com', 'googlemail.com']

/**
 * The mailbox that an address is delivered to, so that 'ann+1@example.org' and 'ann+2@example.org'
 * have one mail limit. It limits mails only: guests are told apart by their whole address.
 */
export function mailboxOf(emailKey: string): string {
  const at = emailKey.lastIndexOf('@')
  const domain = emailKey.slice(at + 1)
  const name = emailKey.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return gmailDomains.includes(domain)
    ? `${name.replaceAll('.', '')}@${gmailDomains[0]}`
    : `${name}@${domain}`
}
