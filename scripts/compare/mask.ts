/** What changes from one build to the next, or from one run to the next. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/ class="[^"]*"/g, ''],
  [/\b(assets\/[\w.-]*?)-[\w-]{8}(?=\.\w+)/g, '$1-HASH'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'UUID'],
  [/\bnonce-[\w+/=-]+|(?<=nonce=")[^"]+/g, 'NONCE'],
  [/\bsha256-[\w+/=]+/g, 'SHA256'],
  [/\?v=[\w.+-]+/g, '?v=VERSION'],
  [/(?<=\b\d+\.\d+\.\d+)\+[0-9a-f]{7,}\b/g, '+COMMIT'],
  [/\bport \d{4,5}\b|(?<=(localhost|127\.0\.0\.1)(:|%3A))\d+/g, 'PORT'],
]

/** A text of a page or of a command, as far as it must not change. */
export const mask = (text: string): string =>
  changing.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text)

/** HTML with each element on a line of its own, so that a difference is short. */
export const onePerLine = (html: string): string => html.replaceAll(/(?<=>)(?=<)/g, '\n')

/** JSON with each value on a line of its own, or the text as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return text
  }
}
