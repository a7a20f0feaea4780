import { z } from 'zod'
import { limits } from '../limits.ts'
import { schema } from '../schema.ts'

const html = schema(() => z.string().describe('contains nothing executable'))
const isPublic = schema(() =>
  z.boolean().describe('false for a sample or an empty text, which only the owner sees'),
)

/** Written in Markdown by the owner. */
export const Page = schema(() => z.object({ html: html(), isPublic: isPublic() }))
export type Page = z.infer<ReturnType<typeof Page>>

export const RenderedText = schema(() => z.object({ html: html() }))
export type RenderedText = z.infer<ReturnType<typeof RenderedText>>

/** Each is a Markdown file in the data folder. */
export const pageNames = ['resume', 'about'] as const
export const PageName = schema(() => z.enum(pageNames))
export type PageName = z.infer<ReturnType<typeof PageName>>

/** Blanks are kept: they mean something in Markdown. */
const markdown = schema(() =>
  z
    .string()
    .max(limits.pageText)
    .refine(
      (text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text),
      'must not contain control characters',
    ),
)

/** The text of a page; `revision` changes with it. */
export const PageSource = schema(() =>
  z
    .object({
      markdown: z.string(),
      revision: z.string(),
      savedAt: z.iso.datetime().nullable().describe('null for a sample without a file'),
      isPublic: isPublic(),
    })
    .meta({ ref: 'PageSource' }),
)
export type PageSource = z.infer<ReturnType<typeof PageSource>>

export const PageChange = schema(() =>
  z.object({
    markdown: markdown(),
    revision: z.string().max(100).describe('of the text that was edited'),
  }),
)
export type PageChange = z.infer<ReturnType<typeof PageChange>>

export const PagePreview = schema(() => z.object({ markdown: markdown() }))

/** An earlier or the present text of a page. */
export const PageVersion = schema(() =>
  z
    .object({
      id: z.uuid(),
      savedAt: z.iso.datetime(),
      bytes: z.number().int(),
      source: z.enum(['account', 'file']).describe('where it was written'),
      isCurrent: z.boolean(),
    })
    .meta({ ref: 'PageVersion' }),
)
export type PageVersion = z.infer<ReturnType<typeof PageVersion>>

export const PageVersionText = schema(() =>
  z.object({ markdown: z.string(), html: z.string() }).meta({ ref: 'PageVersionText' }),
)
export type PageVersionText = z.infer<ReturnType<typeof PageVersionText>>
