export const texts = {
  lead: 'What search engines, AI crawlers and everyone else may do with the photos that visitors can see. Private photos and albums with a code are never shared.',
  search: 'Search engines',
  allowSearch: 'Allow search engines',
  allowSearchHint:
    'The gallery can be found with Google, Bing and others, which get a list of its pages and photos. If this is off, they are asked to leave out all pages and photos, which may take them some weeks. Previews of links in messages still work.',
  ai: 'Artificial intelligence',
  keepAiOut: 'Keep AI crawlers out',
  keepAiOutHint:
    'Known crawlers of AI companies are refused in robots.txt, and every page and photo says that it must not be used to train AI. Well-behaved companies respect this; it cannot stop the others.',
  keepAiOutNote:
    'A change also applies to photos already in the gallery. Each is prepared again when it is next viewed, which takes a moment.',
  licence: 'Licence',
  defaultLicence: 'Default licence',
  licenceHint:
    'Shown with every photo whose metadata does not name terms of its own, and sent to search engines.',
  licenceNote:
    'A Creative Commons licence cannot be taken back from those who already use a photo under it.',
  readLicence: 'Read this licence',
} as const
