import { join } from 'node:path'

/**
 * The fonts of the browsers under test, the same on every machine: a layout that works with a
 * narrow font and with a wide, tall one works with those in between.
 * @returns a value for FONTCONFIG_FILE.
 */
export const fontsFile = (set: 'narrow' | 'wide'): string =>
  join(import.meta.dirname, 'fonts', `${set}.conf`)
