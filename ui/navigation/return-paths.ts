/** State of a navigation that leads back to where the visitor came from, as going back does. */
export const returnState = { isReturn: true } as const

export const isReturnState = (state: unknown): boolean =>
  (state as Partial<typeof returnState> | null)?.isReturn === true
