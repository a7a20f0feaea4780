import type { Photo, PhotoChange } from '../../../src/contract/photos.ts'

/** A photo's texts as their fields hold them. */
export type Draft = {
  readonly title: string
  /** Comma separated. */
  readonly keywords: string
  readonly description: string
}

type Texts = Pick<Photo, 'title' | 'keywords' | 'description'>

/** The texts that are to be saved; those that stay are absent. */
export type TextChanges = Omit<PhotoChange, 'id'>

export const draftOf = ({ title, keywords, description }: Texts): Draft => ({
  title,
  keywords: keywords.join(', '),
  description,
})

/** The words between the commas, each once. */
export const keywordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** What of the texts differs from the photo's; undefined when nothing does. */
export function changesOf(photo: Texts, draft: Draft): TextChanges | undefined {
  const before = draftOf(photo)
  const title = draft.title.trim()
  const description = draft.description.trim()
  // Compared as the field shows them: a keyword with a comma in it is no change by itself.
  const keywords = keywordsOf(draft.keywords)
  const isOther = keywords.join() !== keywordsOf(before.keywords).join()
  const changes = {
    ...(title !== before.title && { title }),
    ...(isOther && { keywords }),
    ...(description !== before.description && { description }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

type Ids = ReadonlySet<string>

/** The albums that the photo comes into or goes out of. */
export const movedBetween = (before: Ids, after: Ids): string[] => [
  ...before.symmetricDifference(after),
]
