import { z } from 'zod'
import { wholeNumber } from '../../contract/envelope.ts'
import { schema } from '../../contract/schema.ts'

const length = schema(() => wholeNumber(6))

/** oEmbed 1.0, https://oembed.com. */
export const OEmbedQuery = schema(() =>
  z.object({
    url: z.string().min(1).max(2000).describe('the address of a photo’s or an album’s page'),
    maxwidth: length().optional().describe('the most pixels that the page has room for'),
    maxheight: length().optional(),
    format: z.string().max(20).optional().describe('`json`, the default, or `xml`'),
  }),
)
export type OEmbedQuery = z.infer<ReturnType<typeof OEmbedQuery>>
