import { type ChannelKind, secretOf } from '../../../../../src/contract/site/notice-kinds.ts'
import type {
  NoticeChannel,
  NoticeChannelChange,
} from '../../../../../src/contract/site/notices.ts'
import type { Problem } from '../../../../kit/components/use-problem.ts'
import { type SecretKind, texts } from './texts.ts'

/** A channel as it is entered. The stored secret is never shown. */
export type Draft = {
  readonly kind: ChannelKind
  readonly address: string
  readonly secret: string
  readonly removesSecret: boolean
}

export const draftOf = (channel: NoticeChannel | undefined): Draft => ({
  kind: channel?.kind ?? 'email',
  address: channel?.address ?? '',
  secret: '',
  removesSecret: false,
})

export const isSame = (one: Draft, other: Draft): boolean =>
  one.kind === other.kind &&
  one.address.trim() === other.address.trim() &&
  one.secret.trim() === other.secret.trim() &&
  one.removesSecret === other.removesSecret

export const takesSecret = (kind: ChannelKind): kind is SecretKind => secretOf[kind] !== 'none'

/** The server never sends a stored secret to another address. */
export const canKeepSecret = (
  { kind, address }: Draft,
  channel: NoticeChannel | undefined,
): boolean =>
  channel?.hasSecret === true && channel.kind === kind && channel.address === address.trim()

/** What is to be saved, or what is missing. */
export function changeOf(
  draft: Draft,
  channel: NoticeChannel | undefined,
): NoticeChannelChange | Required<Problem> {
  const { kind, removesSecret } = draft
  const address = draft.address.trim()
  const secret = draft.secret.trim()
  if (address === '') return { field: 'address', message: texts.form.addressMissing[kind] }
  if (!takesSecret(kind)) return { kind, address }
  if (secret !== '') return { kind, address, secret }
  const isKept = canKeepSecret(draft, channel)
  if (secretOf[kind] === 'required' && !isKept) {
    return { field: 'secret', message: texts.form.secretMissing[kind] }
  }
  return removesSecret && isKept ? { kind, address, secret: null } : { kind, address }
}

/** As Standard Webhooks recommends: 24 random bytes. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
