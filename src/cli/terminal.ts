import { countOf } from '../contract/text/counts.ts'

export type TerminalOutput = {
  readonly isTTY?: boolean
  readonly columns?: number
  write: (text: string) => unknown
}

/** '1 file may be a new version of a photo', '2 files may be new versions of photos' */
export const matchNote = (files: number) =>
  `${countOf(files, 'file')} may be ${files === 1 ? 'a new version of a photo' : 'new versions of photos'}`

/** Escapes file names: they can contain control sequences and change the direction of a line. */
export const printable = (text: string) =>
  text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    '?',
  )

/** Prints a result, whose lines may name files, to standard output. */
export const print = (text: string): void => console.log(printableLines(text))

/** Prints a problem, which may name files, to standard error. */
export const printProblem = (text: string): void =>
  console.error(`vitrine: ${printableLines(text)}`)

const printableLines = (text: string) => text.split('\n').map(printable).join('\n')
