const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves once the page is hydrated, or is about to be rendered by the browser alone. */
export const whenHydrated: Promise<void> = promise

export const markHydrated = (): void => resolve()
