declare global {
  interface Window {
    /** Pressed before the scripts were there that know the screen's keys; main.ts collects them. */
    earlyKeys?: KeyboardEvent[] | undefined
  }
}

/** What was pressed so far, told once; from then on the screens listen themselves. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  const taken = window.earlyKeys ?? []
  window.earlyKeys = undefined
  return taken
}
