import { join } from 'node:path'

/**
 * The fonts of the browsers under test, the same on every machine: a layout that holds with a
 * narrow font and with a wide and tall one holds with those between them.
 * @returns a value for FONTCONFIG_FILE.
 */
export const fontsFile = (set: 'narrow' | 'wide'): string =>
  join(import.meta.dirname, 'fonts', `${set}.conf`)
