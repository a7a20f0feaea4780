import { createHash } from 'node:crypto'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** An object as a line of JSON, which ends with the md5 of the line without it: `check`. */
export function formatChecked(object: object): string {
  const text = JSON.stringify(object)
  return `${text.slice(0, -1)},"check":"${md5(text)}"}\n`
}

const checkedText = /^(\{.*),"check":"([0-9a-f]{32})"\}\n$/

/** Whether the text is as it was written; undefined if it has no such end. */
export function isAsWritten(line: string): boolean | undefined {
  const [, text, check] = checkedText.exec(line) ?? []
  return text === undefined ? undefined : md5(`${text}}`) === check
}
