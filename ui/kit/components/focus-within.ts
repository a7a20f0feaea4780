/** Firefox before 121 has no :has(), so that a mouse's focus shows there too. */
const older = 'not selector(:has(a))'

/** Styles of an element in which the keyboard's focus is. */
export const focusWithin = <Style extends object>(style: Style) => ({
  selectors: { '&:has(:focus-visible)': style },
  '@supports': { [older]: { ':focus-within': style } },
})
