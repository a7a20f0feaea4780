import { withoutForcedDirections } from '../contract/text/directions.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const lenientUtf8 = new TextDecoder('utf-8')
const utf16 = new TextDecoder('utf-16le')
// The web's 'latin1' is Windows-1252: Latin-1 plus the curly quotes that Windows programs meant.
const latin1 = new TextDecoder('latin1')

/**
 * UTF-8 if the bytes are valid (a character cut at the field's end is dropped), otherwise Latin-1:
 * EXIF and IPTC do not reliably state the encoding.
 */
export function decodeText(bytes: Uint8Array): string {
  const whole = decodeStrictly(bytes)
  if (whole !== null) return whole
  const head = withoutCutCharacter(bytes)
  // Without another non-ASCII character before it, a stray last byte is Latin-1: 'Café'.
  const isCutUtf8 = head.length < bytes.length && head.some((byte) => byte > 0x7f)
  return (isCutUtf8 ? decodeStrictly(head) : null) ?? latin1.decode(bytes)
}

export function decodeDeclaredUtf8(bytes: Uint8Array): string {
  return lenientUtf8.decode(withoutCutCharacter(bytes))
}

/** Text of Windows' XP… tags: UTF-16, little-endian, up to the first NUL. */
export function decodeUtf16(bytes: Uint8Array): string {
  return beforeNul(utf16.decode(bytes))
}

export function beforeNul(text: string): string {
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return null
  }
}

// IPTC limits fields in bytes, so writers split the last character (RFC 3629, section 3).
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return bytes
    if (byte >= 0xc0) {
      return back < characterLength(byte) ? bytes.subarray(0, bytes.length - back) : bytes
    }
  }
  return bytes
}

/** In bytes, from a character's first byte in UTF-8. */
function characterLength(firstByte: number): number {
  if (firstByte >= 0xf0) return 4
  return firstByte >= 0xe0 ? 3 : 2
}

/** One trimmed line without control characters and forced directions, at most `limit` code points. */
export function cleanLine(text: string, limit: number): string {
  return cut(text.replace(/[\r\n\t\u2028\u2029]+/g, ' ').replace(controls, ''), limit)
}

/**
 * Trimmed text without forced directions, whose only control characters are newline and tab, at most
 * `limit` code points.
 */
export function cleanParagraphs(text: string, limit: number): string {
  return cut(text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(controls, ''), limit)
}

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

function cut(text: string, limit: number): string {
  const trimmed = withoutForcedDirections(text).trim().toWellFormed()
  if (trimmed.length <= limit) return trimmed
  // A code point has one or two units, so the first `limit` are within twice as many units.
  return Array.from(trimmed.slice(0, 2 * limit))
    .slice(0, limit)
    .join('')
    .toWellFormed()
    .trim()
}
