import { withCode } from '../contract/photos/photo-link.ts'
import type { Alternate } from './document.ts'

/** The feeds of the page at a path: '' for the home page, '/album/x'. */
export const feedsOf = (path: string, title: string, code?: string): Alternate[] => [
  {
    type: 'application/atom+xml',
    title: `${title} (Atom)`,
    path: withCode(`${path}/feed.atom`, code),
  },
  {
    type: 'application/feed+json',
    title: `${title} (JSON Feed)`,
    path: withCode(`${path}/feed.json`, code),
  },
]

/** `address` is absolute, with the code if the page needs one. */
export const oEmbedOf = (address: string, title: string): Alternate[] =>
  (['json', 'xml'] as const).map((format) => ({
    type: format === 'json' ? 'application/json+oembed' : 'text/xml+oembed',
    title,
    path: `/api/oembed?url=${encodeURIComponent(address)}&format=${format}`,
  }))
