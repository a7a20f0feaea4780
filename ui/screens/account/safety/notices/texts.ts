import type { ChannelKind } from '../../../../../src/contract/site/notice-kinds.ts'
import type { NoticeChannel } from '../../../../../src/contract/site/notices.ts'
import { countOf } from '../../../../../src/contract/text/counts.ts'
import { asSentence } from '../../../../kit/api.ts'

type OfKind = Readonly<Record<ChannelKind, string>>
/** Of the kinds that have a secret. */
export type SecretKind = Exclude<ChannelKind, 'email' | 'heartbeat'>
type OfSecret = Readonly<Record<SecretKind, string>>

const kinds: OfKind = {
  email: 'E-mail',
  webhook: 'Webhook',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  heartbeat: 'After each good backup',
}
const noMailServer = 'There is no mail server, so no e-mail can be sent.'

export const texts = {
  heading: 'Notices',
  lead: 'The gallery can notify you when backups fail, are missing or late, when a restore drill fails, when sources or Google Drive cannot be read, when a certificate is not renewed, and when the disk is almost full: once, again after a day, and when the problem is solved.',
  none: 'There are no notices yet: problems are shown on the account pages only.',
  most: (count: number) => `There can be at most ${count}. Remove one to add another.`,
  kinds,
  nameOf: (kind: ChannelKind, address: string) => `${kinds[kind]}, ${address}`,
  add: 'Add a notice',
  edit: 'Edit',
  remove: 'Remove',
  /** A heartbeat says that all is well; there is no other request to try it with. */
  test: (kind: ChannelKind) => (kind === 'heartbeat' ? 'Call it now' : 'Send a test'),
  of: (action: string, channel: string) => `${action}: ${channel}`,
  failed: (reason: string) => `That did not work: ${reason}`,
  changes: {
    added: (channel: string) => `Added: ${channel}`,
    saved: (channel: string) => `Saved: ${channel}`,
    removed: (channel: string) => `Removed: ${channel}`,
  },
  noMailServer: `${noMailServer} Start the gallery with --smtp-url.`,
  last: {
    never: (kind: ChannelKind) => (kind === 'heartbeat' ? 'Not called yet' : 'Nothing sent yet'),
    sent: (kind: ChannelKind, ago: string) => {
      // Whether it arrives, only the mail server knows.
      if (kind === 'email') return `Put in the mail queue ${ago}`
      return kind === 'heartbeat' ? `Called ${ago}` : `Sent ${ago}`
    },
    failed: (kind: ChannelKind, ago: string, reason: string) =>
      `Could not be ${kind === 'heartbeat' ? 'called' : 'sent'} ${ago}. ${asSentence(reason)}`,
    waiting: (count: number) =>
      `${countOf(count, 'notice')} ${count === 1 ? 'is' : 'are'} waiting to be sent`,
  },
  testing: {
    busy: (kind: ChannelKind) => (kind === 'heartbeat' ? 'Calling…' : 'Sending a test…'),
    sent: (kind: ChannelKind) => {
      if (kind === 'email') return 'The test is in the mail queue. It should arrive in a minute.'
      return kind === 'heartbeat' ? 'The address was called.' : 'The test was sent.'
    },
    failed: (kind: ChannelKind, reason: string) =>
      `${kind === 'heartbeat' ? 'The address could not be called' : 'The test could not be sent'}. ${asSentence(reason)}`,
  },
  removal: {
    title: (kind: ChannelKind) =>
      kind === 'heartbeat' ? 'Stop calling this address?' : 'Stop these notices?',
    text: ({ kind, address, hasSecret }: NoticeChannel) =>
      [
        kind === 'heartbeat'
          ? `${address} will no longer be called after backups.`
          : `Problems will no longer be sent to ${address}.`,
        ...(hasSecret ? ['The stored secret is deleted too.'] : []),
        'This cannot be undone.',
      ].join(' '),
    ok: 'Remove',
  },
  form: {
    addTitle: 'Add a notice',
    editTitle: 'Edit notice',
    add: 'Add',
    save: 'Save',
    kind: 'Kind',
    kindHints: {
      email: 'An e-mail for each problem.',
      webhook: 'A request with the problem as JSON, for a program or a service of yours.',
      ntfy: 'A notification on your phone or computer, by the ntfy app.',
      gotify: 'A notification from your own Gotify server.',
      heartbeat:
        'An address that is called after each good backup, for services such as Healthchecks. They notify you if a call is missing, even when the whole machine is off.',
    } satisfies OfKind,
    noMailServer: `${noMailServer} Start the gallery with --smtp-url first.`,
    address: {
      email: 'E-mail address',
      webhook: 'Address',
      ntfy: 'Address of the topic',
      gotify: 'Address of the server',
      heartbeat: 'Address',
    } satisfies OfKind,
    addressHints: {
      email: undefined,
      webhook: 'Such as https://example.org/notices',
      ntfy: 'Such as https://ntfy.sh/my-gallery. On a public server, anyone who guesses the topic can read it.',
      gotify: 'Such as https://gotify.example.org',
      heartbeat: 'The service shows it, such as https://hc-ping.com/ with a long code.',
    } satisfies Record<ChannelKind, string | undefined>,
    addressMissing: {
      email: 'Enter an e-mail address',
      webhook: 'Enter an address',
      ntfy: 'Enter the address of a topic',
      gotify: 'Enter the address of the server',
      heartbeat: 'Enter an address',
    } satisfies OfKind,
    secret: {
      webhook: 'Secret',
      ntfy: 'Access token (optional)',
      gotify: 'App token',
    } satisfies OfSecret,
    secretHints: {
      webhook:
        'It signs each request as Standard Webhooks describes. Copy it to the receiver now: it is not shown again.',
      ntfy: 'Only for a topic that is protected.',
      gotify: 'Gotify shows it under Apps.',
    } satisfies OfSecret,
    secretKept: {
      webhook: 'Leave it empty to keep the stored secret.',
      ntfy: 'Leave it empty to keep the stored token.',
      gotify: 'Leave it empty to keep the stored token.',
    } satisfies OfSecret,
    secretDropped: {
      webhook: 'Enter a secret again: the stored one is only used with the stored address.',
      ntfy: 'Enter the token again if this topic needs one: the stored one is only used with the stored address.',
      gotify: 'Enter a token again: the stored one is only used with the stored address.',
    } satisfies OfSecret,
    secretMissing: {
      webhook: 'Enter a secret, or generate one',
      ntfy: 'Enter the token',
      gotify: 'Enter the token',
    } satisfies OfSecret,
    removeSecret: 'Remove the stored token',
    generate: 'Generate',
  },
} as const
