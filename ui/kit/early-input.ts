declare global {
  interface Window {
    /** Key presses before hydration, collected by load-client.ts. */
    earlyKeys?: KeyboardEvent[] | undefined
    /** The button that was clicked last before hydration. */
    earlyClick?: HTMLElement | undefined
  }
}

/** Returns key presses from before hydration, once; later ones go to the screens' own listeners. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  const keys = window.earlyKeys ?? []
  window.earlyKeys = undefined
  return keys
}

/** Clicks the button that was clicked before hydration: once, however often it was tapped. */
export function repeatEarlyClick(): void {
  const button = window.earlyClick
  window.earlyClick = undefined
  if (button?.isConnected) button.click()
}

/**
 * Repeats the events of pictures that loaded or failed before hydration, since React missed them.
 */
export function repeatEarlyPictureEvents(): void {
  for (const picture of document.images) {
    if (picture.complete && picture.currentSrc) {
      picture.dispatchEvent(new Event(picture.naturalWidth > 0 ? 'load' : 'error'))
    }
  }
}
