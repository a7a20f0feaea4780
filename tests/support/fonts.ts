import { join } from 'node:path'

/** The family that {@link fontsFile} adds for tests of the layout. */
export const narrowFont = 'Archivo Narrow'

/**
 * The fonts of the browsers under test, the same on every machine: 'wide' has a wide, tall font, and
 * 'both' has {@link narrowFont}, too, for pages that ask for it by name. A layout that works with these
 * two works with those in between.
 * @returns a value for FONTCONFIG_FILE.
 */
export const fontsFile = (set: 'wide' | 'both'): string =>
  join(import.meta.dirname, 'fonts', `${set}.conf`)
