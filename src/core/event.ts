/** An event and its listeners. */
export type AppEvent<Values extends unknown[]> = ReturnType<typeof createEvent<Values>>

/**
 * Listeners are called synchronously, in the order in which they were added, so that they are part
 * of the caller's transaction. An error that one throws is thrown by `emit`.
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
