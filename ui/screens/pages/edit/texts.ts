import { limits } from '../../../../src/contract/limits.ts'
import { grouped } from '../../../../src/contract/text/counts.ts'

const hidden = 'Visitors do not see this page until you replace the sample with your own text.'

export const texts = {
  lead: (path: string, file: string, isPublic: boolean): readonly string[] => [
    `${isPublic ? `Visitors see this page at ${path}.` : hidden} It is the Markdown file `,
    file,
    ' in the data folder, which you can also change with any other editor.',
  ],
  loading: 'Loading…',
  view: 'View',
  write: 'Write',
  preview: 'Preview',
  label: 'Text in Markdown',
  yourText: 'Your text',
  emptyPreview: 'This page is empty.',
  save: 'Save',
  saved: 'Saved',
  show: 'Show page',
  keys: (isApple: boolean) => (isApple ? 'Press ⌘S to save.' : 'Press Ctrl+S to save.'),
  tooLong: (count: number) =>
    `The text has ${grouped(count)} characters, but ${grouped(limits.pageText)} is the limit. Shorten it before saving.`,
  conflict: {
    heading: 'This page was changed elsewhere',
    lead: (saved: string | null) =>
      `Another text was saved${saved ? ` on ${saved}` : ''} while you were editing this one. Yours is still below; nothing is lost. Take over from the other text what you need and save yours, or use the other one.`,
    other: 'The other text',
    keep: 'Save my text',
    use: 'Use the other text',
    used: 'Your text was replaced by the other one.',
    undo: 'Undo',
  },
  versions: {
    heading: 'Earlier versions',
    lead: 'The last ten texts of this page, also those written with another editor.',
    none: 'There are none yet. When you save a new text, the current one is kept here.',
    failed: (reason: string) => `Could not load the earlier versions: ${reason}`,
    fromFile: 'from the file',
    view: 'View',
    text: 'Text',
    viewOf: (moment: string) => `View the version of ${moment}`,
    title: (moment: string) => `Version of ${moment}`,
    use: 'Use this version',
    losing: 'Your unsaved changes will be lost.',
    using: 'The current text becomes an earlier version, so you can return to it.',
  },
} as const
