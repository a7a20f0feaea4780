export const photoBackgroundColors = ['white', 'light', 'grey', 'dark', 'black'] as const
export const colorThemes = ['light', 'dark'] as const
export const photoBorderStyles = ['none', 'left-right', 'all'] as const
/** Pixels between tiles: None, Thin, Normal, Thick. */
export const photoGridSpacings = [0, 5, 10, 15] as const
