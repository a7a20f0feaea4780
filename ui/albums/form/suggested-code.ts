/** Letters and digits that nobody takes for one another when they read them out. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A code that nobody guesses: 15 characters, 74 bits, in groups of five. */
export function suggestedCode(): string {
  const groups = [pick(5), pick(5), pick(5)]
  return groups.join('-')
}

function pick(count: number): string {
  let text = ''
  while (text.length < count) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Bytes past the last whole run of the alphabet would make its first letters likelier.
    if (byte < 256 - (256 % characters.length)) text += characters[byte % characters.length]
  }
  return text
}
