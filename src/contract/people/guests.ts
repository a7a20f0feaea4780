import { z } from 'zod'
import { line } from '../envelope.ts'
import { limits } from '../limits.ts'
import { schema } from '../schema.ts'
import { countCharacters } from '../text/characters.ts'
import { readEmailAddress } from './email-address.ts'

export const Guest = schema(() =>
  z
    .object({
      name: z.string(),
      email: z.string(),
      verified: z
        .boolean()
        .describe('false from GET /guest/verify in a browser other than the one used to register'),
      time: z.iso.datetime().describe('when the guest was first verified; the epoch until then'),
    })
    .meta({ ref: 'Guest' }),
)
export type Guest = z.infer<ReturnType<typeof Guest>>

/** Echoes the request and does not reveal who is registered. */
export const Registration = schema(() =>
  z.object({
    name: z.string(),
    email: z.string(),
    verified: z.literal(false),
  }),
)
export type Registration = z.infer<ReturnType<typeof Registration>>

const invisible = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}]--[\u200c\u200d]]/gv
const blanksAndJoiners = /[\s\u2800\u200c\u200d]+/g

/**
 * Names that look the same become the same: invisible characters are removed (a bidi override would
 * reverse a line) and runs of blanks collapsed. Joiners and non-joiners stay between visible
 * characters, because emoji families, Persian and Hindi need them.
 */
const guestName = schema(() =>
  line(200)
    .transform((name) =>
      name
        .replace(invisible, '')
        .replace(blanksAndJoiners, (run) => (/[\s\u2800]/.test(run) ? ' ' : run.charAt(0)))
        .replace(/^[ \u200c\u200d]|[ \u200c\u200d]$/g, ''),
    )
    .refine(
      (name) =>
        countCharacters(name) >= limits.guestNameMin && countCharacters(name) <= limits.guestName,
      `must have ${limits.guestNameMin} to ${limits.guestName} characters`,
    )
    .meta({ minLength: limits.guestNameMin, maxLength: limits.guestName }),
)

/** Longer than an address can be, because of characters that are not part of it. */
const longestTyped = 2 * limits.email
const email = schema(() =>
  line(longestTyped)
    .transform((typed, context) => {
      const { address, problem } = readEmailAddress(typed)
      if (problem === undefined) return address
      context.addIssue(problem)
      return z.NEVER
    })
    .meta({ maxLength: limits.email }),
)

export const NewGuest = schema(() => z.object({ name: guestName(), email: email() }))
export type NewGuest = z.infer<ReturnType<typeof NewGuest>>

export const GuestChange = schema(() => NewGuest().partial())
export type GuestChange = z.infer<ReturnType<typeof GuestChange>>

export const VerificationCode = schema(() =>
  z.object({
    code: z.string().describe('from the link in the e-mail'),
  }),
)
