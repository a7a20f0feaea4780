let resolve: () => void

/** Resolves once the page is hydrated, or is about to be rendered by the browser alone. */
export const whenHydrated: Promise<void> = new Promise((done) => {
  resolve = done
})

export const markHydrated = (): void => resolve()
