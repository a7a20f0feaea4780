import { createGlobalTheme, globalStyle } from '@vanilla-extract/css'
import { color } from './contract.css.ts'
import { palette } from './palette.ts'

createGlobalTheme('html.dark', color, {
  surface: palette.night,
  raised: palette.coal,
  sunk: palette.pitch,
  text: palette.snow,
  quiet: palette.fog,
  line: palette.slate,
  edge: palette.smoke,
  accent: palette.skyBlue,
  danger: palette.coral,
  shade: 'rgba(18, 18, 20, .86)',
  shadow: 'rgba(0, 0, 0, .6)',
})

globalStyle('html.dark', { colorScheme: 'dark' })
