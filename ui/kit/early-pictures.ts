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
