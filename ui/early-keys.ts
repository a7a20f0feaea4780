declare global {
  interface Window {
    /** Pressed before hydration; load-client.ts collects them. */
    earlyKeys?: KeyboardEvent[] | undefined
  }
}

/** The keys pressed before hydration, once; from then on the screens listen themselves. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  const taken = window.earlyKeys ?? []
  window.earlyKeys = undefined
  return taken
}
