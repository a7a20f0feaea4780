export const passwordMinLength = 10
export const passwordMaxLength = 1000

/** Fixed by the specification. */
export const errorTexts = { incorrectPassword: 'Incorrect Password' } as const
