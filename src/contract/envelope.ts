import { z } from 'zod'
import { schema } from './schema.ts'
import { withoutForcedDirections } from './text/directions.ts'

/** The body of every error: `code` is the HTTP status, `message` is for a person. */
export const ErrorBody = schema(() =>
  z
    .object({
      error: z.object({
        code: z.number().int(),
        message: z.string(),
        details: z.record(z.string(), z.unknown()).optional(),
      }),
    })
    .meta({ ref: 'Error' }),
)
export type ErrorBody = z.infer<ReturnType<typeof ErrorBody>>

export function dataBody<T extends z.ZodType>(data: T) {
  return z.object({ data })
}

/** A whole number in a query. */
export const wholeNumber = (digits = 9) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number, 0 or more')
    .max(digits, `must have at most ${digits} digits`)
    .transform(Number)

/** `limit` 0 or absent means all; `around` names a photo instead of an `offset`. */
export const PageQuery = schema(() =>
  z
    .object({
      limit: wholeNumber().optional().describe('number of photos; all if 0 or absent'),
      offset: wholeNumber().optional().describe('number of photos before this page'),
      around: z
        .uuid()
        .optional()
        .describe('instead of offset: returns the page that contains this photo'),
    })
    .refine((page) => page.around === undefined || (page.limit ?? 0) > 0, {
      path: ['limit'],
      message: 'is required with around',
    })
    .refine((page) => page.around === undefined || page.offset === undefined, {
      path: ['offset'],
      message: 'cannot be given with around',
    }),
)
export type PageQuery = z.infer<ReturnType<typeof PageQuery>>

/** Anything else in a path gets the same 404 as an unknown id. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)

/**
 * A single line, trimmed, without control characters and forced directions. `max` counts UTF-16
 * units.
 */
export function line(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), 'must not contain control characters')
    .transform((text) => withoutForcedDirections(text).trim())
}

/**
 * Several lines, trimmed, without forced directions and control characters other than line break
 * and tab.
 */
export function paragraph(max: number) {
  return z
    .string()
    .max(max)
    .refine(
      (text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text),
      'must not contain control characters',
    )
    .transform((text) => withoutForcedDirections(text).trim())
}
