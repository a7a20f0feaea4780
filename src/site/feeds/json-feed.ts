import { generateJsonFeed } from 'feedsmith'
import { entryOf } from './entry.ts'
import type { Feed, Publisher } from './feed.ts'

/** JSON Feed 1.1. */
export function jsonFeed(feed: Feed, publisher: Publisher): string {
  const { publicUrl, name, pic } = publisher
  const owner = {
    name,
    url: `${publicUrl}/`,
    ...(pic && { avatar: new URL(pic, publicUrl).href }),
  }
  const entries = feed.photos.map((added) => entryOf(added, feed, publisher))
  const generated = generateJsonFeed({
    title: feed.title,
    home_page_url: publicUrl + feed.path,
    feed_url: publicUrl + feed.feedPath,
    ...(feed.description && { description: feed.description }),
    ...(owner.avatar && { icon: owner.avatar }),
    favicon: `${publicUrl}/favicon.svg`,
    authors: [owner],
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.address,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.html,
      image: entry.image.address,
      date_published: entry.published,
      date_modified: entry.updated,
      ...(entry.keywords.length > 0 && { tags: [...entry.keywords] }),
      authors: [entry.creator ? { name: entry.creator } : owner],
      attachments: [
        {
          url: entry.image.address,
          mime_type: 'image/jpeg',
          ...(entry.image.bytes && { size_in_bytes: entry.image.bytes }),
        },
      ],
    })),
  })
  // The library leaves out an empty list, which the format requires.
  return JSON.stringify(entries.length > 0 ? generated : { ...(generated as object), items: [] })
}
