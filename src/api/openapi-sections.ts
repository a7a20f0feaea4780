import { variantPaths } from '../contract/vocabulary.ts'

/** The nouns of the route table, in the order to read them, by the first segment of their paths. */
export const sections: readonly {
  readonly name: string
  readonly description: string
  readonly segments: readonly string[]
}[] = [
  {
    name: 'Signing in',
    description: 'The owner comes in with the password; the first one claims the site.',
    segments: ['login', 'logout', 'loggedin', 'setup'],
  },
  {
    name: 'Photos',
    description: 'The photostream and every photo: texts, albums, crop, upload and removal.',
    segments: ['photos', 'photo', 'local'],
  },
  {
    name: 'Pictures',
    description: "A photo's pixels by its `fileName`, in six shapes.",
    segments: Object.values(variantPaths),
  },
  {
    name: 'Albums',
    description: 'Photos in an order; one album is the photostream, and any may have a code.',
    segments: ['albums'],
  },
  {
    name: 'Cameras',
    description: 'The cameras of the photos that the caller can see, with their specifications.',
    segments: ['cameras'],
  },
  {
    name: 'Guests',
    description: 'Visitors who register with name and e-mail, and sign in by the link of a mail.',
    segments: ['guest'],
  },
  { name: 'Likes', description: 'Who likes a photo.', segments: ['likes'] },
  { name: 'Comments', description: 'What was said of a photo.', segments: ['comments'] },
  {
    name: 'Owner and display',
    description: "The owner's profile, and how the gallery shows itself.",
    segments: ['user'],
  },
  {
    name: 'Pages',
    description: 'The pages that the owner writes in Markdown.',
    segments: ['pages'],
  },
  {
    name: 'Google Drive',
    description: 'Photos from a folder of Google Drive.',
    segments: ['drive'],
  },
  {
    name: 'The product',
    description: 'Its health, and this description of it.',
    segments: ['health', 'openapi.json', 'docs'],
  },
]

/** The section of '/photos/:id'. @throws Error for a path of no section. */
export function sectionOf(path: string): string {
  const segment = path.split('/')[1] ?? ''
  const section = sections.find(({ segments }) => segments.includes(segment))
  if (!section) throw new Error(`${path} belongs to no section`)
  return section.name
}
