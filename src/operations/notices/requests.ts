import { createHmac } from 'node:crypto'
import type { ChannelKind } from '../../contract/site/notice-kinds.ts'
import { type Notice, type Sender, titleOf } from './notice.ts'

/** A request that tells a service of a notice. */
export type NoticeRequest = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

type Channel = { readonly address: string; readonly secret: string | undefined }

/** On the scale of 1 to 5 of ntfy, and of 0 to 10 of Gotify. */
const priorities = {
  problem: { ntfy: 4, gotify: 8 },
  reminder: { ntfy: 4, gotify: 8 },
  solved: { ntfy: 3, gotify: 5 },
  test: { ntfy: 3, gotify: 5 },
  backup: { ntfy: 2, gotify: 2 },
} satisfies Record<Notice['event'], unknown>

/** The request of each kind of channel but e-mail; `now` is in ms. */
export function requestFor(
  kind: Exclude<ChannelKind, 'email'>,
  channel: Channel,
  { notice, sender, now }: { notice: Notice; sender: Sender; now: number },
): NoticeRequest {
  switch (kind) {
    case 'webhook':
      return webhookRequest(channel, notice, sender, now)
    case 'ntfy':
      return ntfyRequest(channel, notice, sender)
    case 'gotify':
      return gotifyRequest(channel, notice, sender)
    case 'heartbeat':
      return { url: channel.address, method: 'GET', headers: {} }
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/** Signed as Standard Webhooks 1.0 describes (standardwebhooks.com). */
function webhookRequest(
  { address, secret = '' }: Channel,
  notice: Notice,
  gallery: Sender,
  now: number,
): NoticeRequest {
  const { id, event, at, kind, text, advice, since } = notice
  const body = JSON.stringify({
    type: event,
    timestamp: new Date(at).toISOString(),
    data: { gallery, kind, text, advice, since: new Date(since).toISOString() },
  })
  const seconds = String(Math.floor(now / 1000))
  const signature = createHmac('sha256', signingKey(secret))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')
  return {
    url: address,
    method: 'POST',
    headers: {
      ...json,
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  }
}

/** After 'whsec_', the key is in base64. */
const signingKey = (secret: string): Buffer =>
  secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret)

/** As docs.ntfy.sh/publish describes 'Publish as JSON', whose texts may be in any script. */
function ntfyRequest({ address, secret }: Channel, notice: Notice, sender: Sender): NoticeRequest {
  const { href, topic } = ntfyTopic(address)
  return {
    url: href,
    method: 'POST',
    headers: { ...json, ...(secret !== undefined && { authorization: `Bearer ${secret}` }) },
    body: JSON.stringify({
      topic,
      title: sender.name,
      message: textOf(notice),
      priority: priorities[notice.event].ntfy,
      tags: [isGood(notice) ? 'white_check_mark' : 'warning'],
      click: linkOf(sender),
    }),
  }
}

/** The server's address and the topic of 'https://ntfy.example.org/my-gallery'. */
function ntfyTopic(address: string) {
  const url = new URL(address)
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const topic = decodeURIComponent(parts.at(-1) ?? '')
  url.pathname = `/${parts.slice(0, -1).join('/')}`
  return { href: url.href, topic }
}

/** As gotify.net/docs/pushmsg describes. */
function gotifyRequest(
  { address, secret = '' }: Channel,
  notice: Notice,
  sender: Sender,
): NoticeRequest {
  return {
    url: `${address.replace(/\/+$/, '')}/message`,
    method: 'POST',
    headers: { ...json, 'x-gotify-key': secret },
    body: JSON.stringify({
      title: sender.name,
      message: textOf(notice),
      priority: priorities[notice.event].gotify,
      extras: { 'client::notification': { click: { url: linkOf(sender) } } },
    }),
  }
}

const textOf = (notice: Notice): string =>
  [titleOf(notice), notice.advice].filter((part) => part !== '').join('\n')

const isGood = ({ event }: Notice): boolean => event !== 'problem' && event !== 'reminder'

/** Where the owner reads more. */
export const linkOf = ({ address }: Sender): string => `${address}/account/status`
