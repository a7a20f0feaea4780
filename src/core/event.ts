/** Something that happens, and those that act on it. */
export type AppEvent<Values extends unknown[]> = ReturnType<typeof createEvent<Values>>

/**
 * Listeners are called at once and in the order in which they were added, so that those of one
 * database transaction are part of it. What one throws, the caller of `emit` gets.
 */
export function createEvent<Values extends unknown[]>() {
  const listeners: ((...values: Values) => void)[] = []
  return {
    on: (...added: ((...values: Values) => void)[]): void => {
      listeners.push(...added)
    },
    emit: (...values: Values): void => {
      for (const listener of listeners) listener(...values)
    },
  }
}
