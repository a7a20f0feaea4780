import type { Photo, PhotoChange } from '../../../src/contract/photos.ts'

/** A photo's texts as shown in the form. */
export type Draft = {
  readonly title: string
  /** Separated by commas. */
  readonly keywords: string
  readonly description: string
}

type Texts = Pick<Photo, 'title' | 'keywords' | 'description'>

/** The texts to save; unchanged ones are absent. */
export type TextChanges = Omit<PhotoChange, 'id'>

export const draftOf = ({ title, keywords, description }: Texts): Draft => ({
  title,
  keywords: keywords.join(', '),
  description,
})

/** The distinct keywords of a comma-separated text. */
export const keywordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** The texts that differ from the photo's; undefined if none do. */
export function changesOf(photo: Texts, draft: Draft): TextChanges | undefined {
  const before = draftOf(photo)
  const title = draft.title.trim()
  const description = draft.description.trim()
  // Compared as shown in the field, so that a keyword with a comma does not count as a change.
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

/** The albums that the photo is added to or removed from. */
export const movedBetween = (before: Ids, after: Ids): string[] => [
  ...before.symmetricDifference(after),
]
