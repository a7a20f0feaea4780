import { generateAtomFeed } from 'feedsmith'
import { xmlText } from '../xml-text.ts'
import { entryOf } from './entry.ts'
import { type Feed, lastChangeOf, type Publisher } from './feed.ts'

/** RFC 4287. */
export function atomFeed(feed: Feed, publisher: Publisher): string {
  const { publicUrl } = publisher
  const owner = { name: xmlText(publisher.name), uri: `${publicUrl}/` }
  const entries = feed.photos.map((added) => entryOf(added, feed, publisher))
  return generateAtomFeed(
    {
      id: feed.id,
      title: { value: xmlText(feed.title), type: 'text' },
      ...(feed.description && { subtitle: { value: xmlText(feed.description), type: 'text' } }),
      updated: lastChangeOf(feed),
      authors: [owner],
      links: [
        { rel: 'self', type: 'application/atom+xml', href: publicUrl + feed.feedPath },
        { rel: 'alternate', type: 'text/html', href: publicUrl + feed.path },
      ],
      icon: `${publicUrl}/favicon.svg`,
      generator: { text: 'Vitrine' },
      entries: entries.map((entry) => ({
        id: entry.id,
        title: { value: entry.title, type: 'text' },
        published: entry.published,
        updated: entry.updated,
        authors: [entry.creator ? { name: entry.creator } : owner],
        ...(entry.rights && { rights: { value: entry.rights, type: 'text' } }),
        categories: entry.keywords.map((term) => ({ term })),
        links: [
          { rel: 'alternate', type: 'text/html', href: entry.address },
          {
            rel: 'enclosure',
            type: 'image/jpeg',
            href: entry.image.address,
            ...(entry.image.bytes && { length: entry.image.bytes }),
          },
        ],
        summary: { value: entry.summary, type: 'text' },
        content: { value: entry.html, type: 'html' },
      })),
    },
    { strict: true },
  )
}
