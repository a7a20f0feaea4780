import { z } from 'zod'
import { paragraph, wholeNumber } from '../envelope.ts'
import { commentsPerPage, limits } from '../limits.ts'
import { schema } from '../schema.ts'
import { countCharacters } from '../text/characters.ts'

/** Whether a comment has visible characters; spaces and invisible ones alone would show nothing. */
const isSeen = (body: string) => /[^\p{Default_Ignorable_Code_Point}\p{Z}\s]/u.test(body)

export const Comment = schema(() =>
  z
    .object({
      id: z.uuid(),
      photoId: z.uuid(),
      name: z.string().describe('the author’s current name'),
      body: z.string(),
      time: z.iso.datetime(),
      isOwner: z.boolean().describe('whether the owner wrote it'),
      mine: z.boolean().describe('whether the caller wrote it'),
    })
    .meta({ ref: 'Comment' }),
)
export type Comment = z.infer<ReturnType<typeof Comment>>

export const CommentListQuery = schema(() =>
  z.object({
    limit: wholeNumber()
      .pipe(z.number().int().min(1).max(commentsPerPage))
      .default(commentsPerPage)
      .describe('number of comments'),
    before: z.uuid().optional().describe('returns the comments before this one'),
  }),
)
export type CommentListQuery = z.infer<ReturnType<typeof CommentListQuery>>

export const NewComment = schema(() =>
  z.object({
    // Surrounding blanks and the carriage returns of forms do not count towards the limit.
    body: paragraph(100_000)
      .transform((body) => body.replace(/\r\n?/g, '\n'))
      .refine(
        (body) => isSeen(body) && countCharacters(body) <= limits.comment,
        `must have 1 to ${limits.comment} characters`,
      )
      .meta({ minLength: 1, maxLength: limits.comment }),
  }),
)
export type NewComment = z.infer<ReturnType<typeof NewComment>>
