import { limits } from '../contract/limits.ts'
import { withoutForcedDirections } from '../contract/text/directions.ts'
import { ConfigError } from '../core/config/config-error.ts'

/** As the album's form checks it, before anything is opened. @throws ConfigError */
export function albumNameOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // Bytes that are no text arrive as this character.
  if (text.includes('\uFFFD')) throw new ConfigError('--album must be written in UTF-8.')
  if (/[\u0000-\u001f\u007f]/.test(text)) {
    throw new ConfigError('--album must be a single line without tabs or other control characters.')
  }
  const name = withoutForcedDirections(text).trim()
  if (name === '' || name.length > limits.albumName) {
    throw new ConfigError(`--album must be a name of 1 to ${limits.albumName} characters.`)
  }
  return name
}
