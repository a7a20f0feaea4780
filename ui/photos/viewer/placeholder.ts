import { thumbHashToRGBA } from 'thumbhash'

/** Paints a photo's thumbhash; the canvas takes the hash's own few pixels, CSS stretches it. */
export function paintPlaceholder(canvas: HTMLCanvasElement, thumbhash: string): void {
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
  const { w, h, rgba } = thumbHashToRGBA(bytes)
  canvas.width = w
  canvas.height = h
  const context = canvas.getContext('2d')
  context?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0)
}
