import { z } from 'zod'
import { countCharacters } from './characters.ts'
import { line } from './envelope.ts'
import { limits } from './vocabulary.ts'

export const Guest = z
  .object({
    name: z.string(),
    email: z.string(),
    verified: z
      .boolean()
      .describe('false from GET /guest/verify in a browser other than the one that registered'),
    time: z.iso.datetime().describe('when the guest was first verified; the epoch until then'),
  })
  .meta({ ref: 'Guest' })
export type Guest = z.infer<typeof Guest>

/** The answer to a registration says back what was asked, and nothing of who is known here. */
export const Registration = z.object({
  name: z.string(),
  email: z.string(),
  verified: z.literal(false),
})
export type Registration = z.infer<typeof Registration>

const invisible = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}]--[\u200c\u200d]]/gv
const blanksAndJoiners = /[\s\u2800\u200c\u200d]+/g

/**
 * One name for what looks like one: invisible characters go (an override would turn a line around),
 * and any run of blanks is one. Joiners and non-joiners stay between two characters that are seen:
 * families of emoji are made with them, and Persian and Hindi are spelt with them.
 */
const guestName = line(200)
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
  .meta({ minLength: limits.guestNameMin, maxLength: limits.guestName })

const email = line(limits.email).pipe(z.email('must be an e-mail address'))

export const NewGuest = z.object({ name: guestName, email })
export type NewGuest = z.infer<typeof NewGuest>

/** A change of the guest who is signed in; an absent key stays as it is. */
export const GuestChange = NewGuest.partial()
export type GuestChange = z.infer<typeof GuestChange>

/** What the link of a mail carries. */
export const VerificationCode = z.object({
  code: z.string().describe('from the link in the e-mail'),
})
