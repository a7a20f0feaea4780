import { z } from 'zod'
import { pageNames } from './vocabulary.ts'

/** Written in Markdown by the owner; the HTML contains nothing executable. */
export const Page = z.object({ html: z.string() })
export type Page = z.infer<typeof Page>

export const PageName = z.enum(pageNames)
export type PageName = z.infer<typeof PageName>
