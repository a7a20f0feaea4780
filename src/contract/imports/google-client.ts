import { z } from 'zod'
import { limits } from '../limits.ts'
import { schema } from '../schema.ts'

/** The gallery's OAuth client at Google. Its secret is in no response. */
export const GoogleClient = schema(() =>
  z
    .object({
      source: z
        .enum(['configuration', 'account'])
        .nullable()
        .describe('what sets it; null if there is none'),
      clientId: z.string().nullable(),
      hasSecret: z.boolean(),
      problem: z.string().nullable().describe('why it cannot be used'),
    })
    .meta({ ref: 'GoogleClient' }),
)
export type GoogleClient = z.infer<ReturnType<typeof GoogleClient>>

const secretStart = 'GOCSPX-'
const clientIdEnd = '.apps.googleusercontent.com'

/** Without a secret, the current one is kept. */
export const GoogleClientChange = schema(() =>
  z.object({
    clientId: z
      .string()
      .trim()
      .max(limits.googleClientText)
      .refine((id) => !id.startsWith(secretStart), 'is a client secret; enter the client ID here')
      .refine(
        (id) =>
          id.startsWith(secretStart) ||
          /^[\w-]+(\.[\w-]+)*\.apps\.googleusercontent\.com$/.test(id),
        `must be a client ID, which ends with ${clientIdEnd}`,
      ),
    clientSecret: z
      .string()
      .trim()
      .max(limits.googleClientText)
      .refine(
        (secret) => !secret.endsWith(clientIdEnd),
        'is a client ID; enter the client secret here',
      )
      .refine(
        (secret) => secret.endsWith(clientIdEnd) || /^[!-~]{10,}$/.test(secret),
        'must be a client secret, which has at least 10 characters and no spaces',
      )
      .optional(),
  }),
)
export type GoogleClientChange = z.infer<ReturnType<typeof GoogleClientChange>>
