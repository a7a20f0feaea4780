/** Characters that no shell gives a meaning, even at the beginning of a word. */
const plain = /^[\w@%+=:,./][\w@%+=:,./-]*$/
const plainOnWindows = /^[\w@+=:,./\\][\w@+=:,./\\-]*$/
/** Control characters and direction marks, which would change the line or how it looks. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/u

/**
 * A word of a command that a person copies: quoted for a POSIX shell, or for the command prompt of
 * Windows, if it is not plain. A word that begins with a dash is taken to be a path.
 */
export function shellWord(word: string, isWindows = process.platform === 'win32'): string {
  const text = word.startsWith('-') ? `./${word}` : word
  if ((isWindows ? plainOnWindows : plain).test(text)) return text
  // There, a quotation mark cannot be part of a path, and a backslash before one would escape it.
  if (isWindows) return `"${text.replace(/\\+$/, '$&$&')}"`
  if (unprintable.test(text)) return `$'${[...text].map(escaped).join('')}'`
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function escaped(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`
  if (!unprintable.test(character)) return character
  const bytes = new TextEncoder().encode(character)
  return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
