import { variantPaths } from '../../contract/photos/variants.ts'

export const sections: readonly {
  readonly name: string
  readonly description: string
  readonly segments: readonly string[]
}[] = [
  {
    name: 'Signing in',
    description: 'Signing in and out as the owner, and setting up a new gallery.',
    segments: ['login', 'logout', 'loggedin', 'setup'],
  },
  {
    name: 'Photos',
    description:
      'The photostream and single photos: details, albums, crop, versions, upload and deletion.',
    segments: ['photos', 'photo', 'local', 'uploads'],
  },
  {
    name: 'Pictures',
    description: 'A photo’s pictures in six variants, addressed by its `fileName`.',
    segments: Object.values(variantPaths),
  },
  {
    name: 'Cards',
    description: 'Share images composed of several photos, for links to a page.',
    segments: ['cards'],
  },
  {
    name: 'Trash',
    description: 'Deleted photos, which can be restored for 30 days.',
    segments: ['trash'],
  },
  {
    name: 'Albums',
    description:
      'Ordered collections of photos; one album is the photostream, and any may have a code.',
    segments: ['albums'],
  },
  {
    name: 'Cameras',
    description: 'The cameras of the photos that the caller can see, with their specifications.',
    segments: ['cameras'],
  },
  {
    name: 'Lenses, keywords and archive',
    description: 'What the photos that the caller can list have in common.',
    segments: ['lenses', 'keywords', 'archive'],
  },
  {
    name: 'Guests',
    description:
      'Visitors who register with a name and an e-mail address, and sign in through a link sent to that address.',
    segments: ['guest'],
  },
  { name: 'Likes', description: 'Likes on photos.', segments: ['likes'] },
  { name: 'Comments', description: 'Comments on photos.', segments: ['comments'] },
  {
    name: 'Owner and display',
    description: 'The owner’s profile, the display settings and who may use the gallery.',
    segments: ['user', 'sharing'],
  },
  {
    name: 'Pages',
    description: 'Pages written by the owner in Markdown.',
    segments: ['pages'],
  },
  {
    name: 'Places',
    description: 'Where photos were taken, as far as the owner shows it.',
    segments: ['places', 'map'],
  },
  {
    name: 'Rules',
    description: 'What happens to new photos: where they belong and which keywords are hidden.',
    segments: ['rules'],
  },
  {
    name: 'Other sites',
    description: 'Photos and albums on other sites: oEmbed.',
    segments: ['oembed'],
  },
  {
    name: 'Google Drive',
    description: 'Imports from a Google Drive folder.',
    segments: ['drive'],
  },
  {
    name: 'Sources',
    description: 'Folders on the machine or in Google Drive whose photos stay in sync.',
    segments: ['sources'],
  },
  {
    name: 'Safety',
    description:
      'Backups that the gallery makes by itself, notices, and the check of the originals.',
    segments: ['safety'],
  },
  {
    name: 'Server',
    description: 'Health check, the gallery’s status, metrics and this documentation.',
    segments: ['health', 'status', 'metrics', 'openapi.json', 'docs'],
  },
]

/** @throws Error for a path that is in no section. */
export function sectionOf(path: string): string {
  const segment = path.split('/')[1] ?? ''
  const section = sections.find(({ segments }) => segments.includes(segment))
  if (!section) throw new Error(`${path} belongs to no section`)
  return section.name
}
