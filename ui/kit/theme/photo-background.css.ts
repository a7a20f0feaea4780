import { createGlobalTheme } from '@vanilla-extract/css'
import type { UxConfig } from '../../../src/contract/site/ux-config.ts'
import { wall } from './contract.css.ts'
import { palette } from './palette.ts'

/** Photo backgrounds with the colour of text on them. */
const walls: Record<UxConfig['photoBackgroundColor'], { surface: string; text: string }> = {
  white: { surface: palette.white, text: palette.softBlack },
  light: { surface: palette.paper, text: palette.softBlack },
  grey: { surface: palette.pewter, text: palette.softBlack },
  dark: { surface: palette.iron, text: palette.white },
  black: { surface: palette.black, text: palette.white },
}

for (const [name, colors] of Object.entries(walls)) {
  createGlobalTheme(`html[data-wall='${name}']`, wall, colors)
}
