import { z } from 'zod'
import { pageNames } from './vocabulary.ts'

/** A page that its owner wrote in Markdown, as HTML without anything that could run. */
export const Page = z.object({ html: z.string() })
export type Page = z.infer<typeof Page>

export const PageName = z.enum(pageNames)
export type PageName = z.infer<typeof PageName>
