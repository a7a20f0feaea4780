import type { FileField } from '../../../src/contract/photos/file-fields.ts'
import type { FieldChange, Reading } from '../../../src/contract/photos/read-again.ts'
import { grouped } from '../../../src/contract/text/counts.ts'

const photos = (count: number) => (count === 1 ? '1 photo' : `${grouped(count)} photos`)
const files = (count: number) => (count === 1 ? '1 file' : `${grouped(count)} files`)

const fields: Record<FileField, string> = {
  title: 'Title',
  keywords: 'Keywords',
  description: 'Description',
  alt: 'Alt text',
  creator: 'Creator',
  copyright: 'Copyright',
  rating: 'Rating',
}

export const stars = (count: number) => (count === 1 ? '1 star' : `${count} stars`)

export const texts = {
  fields,
  /** A field's value as people read it. */
  value: (value: FieldChange['before']): string => {
    if (typeof value === 'number') return stars(value)
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
    return text || 'None'
  },
  edited: 'Edited here',
  /** A button; screen readers also hear which field it is about. */
  offer: (text: string) => `Use the file’s: ${text}`,
  forField: (field: FileField) => ` (${fields[field]})`,
  one: {
    button: 'Read the file again',
    reading: 'Reading the file…',
    same: 'The file has no new metadata.',
    changed: (changes: readonly FieldChange[]) =>
      `Updated from the file: ${changes.map(({ field }) => fields[field]).join(', ')}.`,
    failed: (reason: string) => `Could not read the file: ${reason}`,
  },
  all: {
    heading: 'Read the files again',
    text: 'Reads the title, keywords and other details of every photo from its file again. You see the changes before they are applied; your edits here are kept.',
    button: 'Read all files again',
  },
  dialog: {
    title: 'Read the files again',
    progress: 'Progress',
    starting: 'Starting…',
    reading: ({ done, total }: Reading) => `${grouped(done)} of ${files(total)} read`,
    applying: ({ applied, changed }: Reading) =>
      `${grouped(applied)} of ${photos(changed)} changed`,
    none: (total: number) =>
      total === 1
        ? 'The file has no new metadata, so nothing would change.'
        : 'The files have no new metadata, so nothing would change.',
    some: (changed: number, total: number) =>
      `${changed === 1 ? '1 photo' : grouped(changed)} of ${photos(total)} would change. Your edits here are kept.`,
    table: 'What would change',
    field: 'Field',
    before: 'Now',
    after: 'In the file',
    photo: 'Photo',
    more: (count: number) => `Show ${grouped(count)} more`,
    unreadable: (count: number) => `${files(count)} could not be read`,
    failure: (name: string, reason: string) => `${name}: ${reason}`,
    andMore: (count: number) => `and ${grouped(count)} more`,
    apply: (changed: number) => `Change ${photos(changed)}`,
    cancel: 'Cancel',
    stop: 'Stop',
    close: 'Close',
    retry: 'Try again',
    outdated: 'This list is out of date. Read the files again.',
    readAgain: 'Read the files again',
    stopped: (applied: number, changed: number) =>
      `Stopped: ${grouped(applied)} of ${photos(changed)} changed.`,
    done: (count: number) =>
      count === 1
        ? '1 photo was updated from its file.'
        : `${photos(count)} were updated from their files.`,
  },
} as const
