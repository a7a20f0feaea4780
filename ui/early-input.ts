declare global {
  interface Window {
    /** Key presses before hydration, collected by load-client.ts. */
    earlyKeys?: KeyboardEvent[] | undefined
  }
}

/** Returns key presses from before hydration, once; later ones go to the screens' own listeners. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  const keys = window.earlyKeys ?? []
  window.earlyKeys = undefined
  return keys
}
