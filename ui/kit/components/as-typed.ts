/** For fields with names and searches, which a phone or browser must not correct or capitalize. */
export const asTyped = {
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
} as const
