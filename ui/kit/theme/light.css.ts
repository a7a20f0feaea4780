import { createGlobalTheme, globalStyle } from '@vanilla-extract/css'
import { color } from './contract.css.ts'
import { palette } from './palette.ts'

createGlobalTheme('html.light', color, {
  surface: palette.white,
  raised: palette.white,
  sunk: palette.chalk,
  text: palette.ink,
  quiet: palette.stone,
  line: palette.mist,
  edge: palette.ash,
  accent: palette.deepBlue,
  danger: palette.brick,
  shade: 'rgba(255, 255, 255, .86)',
  shadow: 'rgba(0, 0, 0, .16)',
})

globalStyle('html.light', { colorScheme: 'light' })
