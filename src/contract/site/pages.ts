import { z } from 'zod'
import { described } from '../envelope.ts'
import { limits } from '../limits.ts'

/** Written in Markdown by the owner; the HTML contains nothing executable. */
export const Page = z.object({ html: z.string() })
export type Page = z.infer<typeof Page>

/** Each is a Markdown file in the data folder. */
export const pageNames = ['resume', 'about'] as const
export const PageName = z.enum(pageNames)
export type PageName = z.infer<typeof PageName>

/** Blanks are kept: they mean something in Markdown. */
const markdown = z
  .string()
  .max(limits.pageText)
  .refine(
    (text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text),
    'must not contain control characters',
  )

/** The text of a page; `revision` changes with it. */
export const PageSource = described(() =>
  z
    .object({
      markdown: z.string(),
      revision: z.string(),
      savedAt: z.iso.datetime().nullable().describe('null for a sample without a file'),
    })
    .meta({ ref: 'PageSource' }),
)
export type PageSource = z.infer<ReturnType<typeof PageSource>>

export const PageChange = z.object({
  markdown,
  revision: z.string().max(100).describe('of the text that was edited'),
})
export type PageChange = z.infer<typeof PageChange>

export const PagePreview = z.object({ markdown })

/** An earlier or the present text of a page. */
export const PageVersion = described(() =>
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

export const PageVersionText = described(() =>
  z.object({ markdown: z.string(), html: z.string() }).meta({ ref: 'PageVersionText' }),
)
export type PageVersionText = z.infer<ReturnType<typeof PageVersionText>>
