import { z } from 'zod'
import { noticeLimits } from '../limits.ts'
import { readEmailAddress } from '../people/email-address.ts'
import { schema } from '../schema.ts'
import { channelKinds, secretOf } from './notice-kinds.ts'

const time = schema(() => z.iso.datetime())

/** Where the owner is told of problems. */
const NoticeChannel = schema(() =>
  z
    .object({
      id: z.uuid(),
      kind: z.enum(channelKinds),
      address: z.string().describe('an e-mail address, otherwise where requests are sent'),
      hasSecret: z.boolean(),
      last: z
        .object({
          at: time(),
          problem: z.string().nullable().describe('why it could not be sent; null if it was'),
        })
        .nullable()
        .describe('the last attempt to send something there; for e-mail, to queue it'),
      waiting: z.number().int().min(0).describe('notices that will be tried again'),
    })
    .meta({ ref: 'NoticeChannel' }),
)
export type NoticeChannel = z.infer<ReturnType<typeof NoticeChannel>>

/** How the owner is told of problems without visiting the gallery. */
export const Notices = schema(() =>
  z
    .object({
      hasMailServer: z.boolean().describe('without one, no e-mail reaches the owner'),
      channels: z.array(NoticeChannel()),
    })
    .meta({ ref: 'Notices' }),
)
export type Notices = z.infer<ReturnType<typeof Notices>>

/** `secret` stays as it is if it is absent, and is removed by null. */
export const NoticeChannelChange = schema(() =>
  z
    .object({
      kind: z.enum(channelKinds),
      address: z.string().trim().min(1, 'is required').max(noticeLimits.address),
      secret: z
        .string()
        .trim()
        .min(
          noticeLimits.shortestSecret,
          `must have at least ${noticeLimits.shortestSecret} characters`,
        )
        .max(noticeLimits.secret)
        .nullish(),
    })
    .superRefine(({ kind, address, secret }, context) => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      const { problem } = kind === 'email' ? readEmailAddress(address) : {}
      if (problem !== undefined) refuse('address', problem)
      if (kind !== 'email' && !isWebAddress(address)) {
        refuse('address', 'must be an address that begins with https:// or http://')
      }
      if (secretOf[kind] === 'none' && secret) refuse('secret', 'is not used here; leave it out')
    }),
)
export type NoticeChannelChange = z.infer<ReturnType<typeof NoticeChannelChange>>

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
}

/** What came of a notice that was sent to try a channel. */
export const NoticeTest = schema(() =>
  z
    .object({ problem: z.string().nullable().describe('null if it was sent') })
    .meta({ ref: 'NoticeTest' }),
)
export type NoticeTest = z.infer<ReturnType<typeof NoticeTest>>
