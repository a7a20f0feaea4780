/**
 * Repeats the events of pictures that had loaded or failed before hydration: React listens to them
 * only from then on.
 */
export function repeatEarlyPictureEvents(): void {
  for (const picture of document.images) {
    if (picture.complete && picture.currentSrc) {
      picture.dispatchEvent(new Event(picture.naturalWidth > 0 ? 'load' : 'error'))
    }
  }
}
