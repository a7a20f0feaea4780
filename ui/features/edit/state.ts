import type { FileField } from '../../../src/contract/photos/file-fields.ts'
import type { Photo, PhotoChange } from '../../../src/contract/photos/photos.ts'
import { keywordsOf, keywordText } from '../../kit/keyword-text.ts'

/** A photo's texts as shown in the form: keywords are separated by commas, no rating is ''. */
export type Draft = { readonly [Field in FileField]: string }

type Texts = Pick<Photo, FileField | 'edited'>

/** The texts to save; unchanged ones are absent. */
export type TextChanges = Omit<PhotoChange, 'id'>

export const draftOf = (photo: Texts): Draft => ({
  title: photo.title,
  keywords: keywordText(photo.keywords),
  description: photo.description,
  alt: photo.alt ?? '',
  creator: photo.creator ?? '',
  copyright: photo.copyright ?? '',
  rating: String(photo.rating ?? ''),
})

const fields = (draft: Draft) => Object.keys(draft) as FileField[]

/** What the photo's file says; undefined until it is known which texts were edited here. */
const inFile = (photo: Texts): Texts | undefined =>
  photo.edited ? { ...photo, ...(photo.edited as Partial<Texts>) } : undefined

/** What the file says of this text, if it is known and not what the form says. */
export function otherInFile(field: FileField, photo: Texts, draft: Draft): string | undefined {
  const file = inFile(photo)
  const fileValue = file && draftOf(file)[field]
  return fileValue === undefined || isSame(field, fileValue, draft[field]) ? undefined : fileValue
}

const isSame = (field: FileField, one: string, other: string) =>
  field === 'keywords'
    ? keywordText(keywordsOf(one)) === keywordText(keywordsOf(other))
    : one.trim() === other.trim()

/** The texts that differ from the photo's; undefined if none do. */
export function changesOf(photo: Texts, draft: Draft): TextChanges | undefined {
  const before = draftOf(photo)
  const changed = fields(draft).filter((field) => !isSame(field, draft[field], before[field]))
  if (changed.length === 0) return undefined
  return Object.fromEntries(
    changed.map((field) => {
      const text = draft[field].trim()
      if (field === 'rating') return [field, text === '' ? null : Number(text)]
      return [field, field === 'keywords' ? keywordsOf(text) : text]
    }),
  )
}

/** The form after the photo's file was read again: texts that nobody has changed follow it. */
export function followed(draft: Draft, before: Photo, after: Photo): Draft {
  const old = draftOf(before)
  const read = draftOf(after)
  const follow = (field: FileField) => (draft[field] === old[field] ? read : draft)[field]
  return Object.fromEntries(fields(draft).map((field) => [field, follow(field)])) as Draft
}

type Ids = ReadonlySet<string>

/** The albums that the photo is added to or removed from. */
export const movedBetween = (before: Ids, after: Ids): string[] => [
  ...[...before].filter((id) => !after.has(id)),
  ...[...after].filter((id) => !before.has(id)),
]
