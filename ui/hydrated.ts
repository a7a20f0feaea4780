const { promise, resolve } = Promise.withResolvers<void>()

/** Ends once the page is hydrated, or is about to be drawn by the browser alone. */
export const whenHydrated: Promise<void> = promise

export const markHydrated = (): void => resolve()
