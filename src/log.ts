/** How many warnings are kept for the account page. */
const keptWarnings = 50

type Warning = { readonly at: number; readonly text: string }

const warnings: Warning[] = []

/**
 * Prints something that the operator should know to standard error, and remembers it. Further
 * lines, such as a stack, are indented, and control characters are escaped: text that a client sent
 * can neither look like a line of its own nor change the terminal.
 */
export function warn(text: string): void {
  const said = printable(text)
  warnings.unshift({ at: Date.now(), text: said })
  if (warnings.length > keptWarnings) warnings.pop()
  console.error(said)
}

/** The last 50 warnings since the start, newest first; `at` is in ms. */
export const recentWarnings = (): readonly Warning[] => [...warnings]

/** An error with its stack. Printing the error itself would add pages of the bundled source. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : String(error)

function printable(text: string): string {
  return text
    .trimEnd()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\n(?! {2})/g, '\n  ')
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, escaped)
}

const escaped = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
