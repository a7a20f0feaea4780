/** How near to an edge of the window the page begins to scroll, in pixels. */
const edge = 88
/** Pixels a frame at the very edge. */
const fastest = 18

/** Scrolls the page while the pointer is near the window's upper or lower edge. */
export function scrollNearEdges() {
  let frame: number | undefined
  let speed = 0
  let onScroll: () => void = () => undefined

  const step = () => {
    frame = undefined
    if (speed === 0) return
    window.scrollBy(0, speed)
    onScroll()
    frame = requestAnimationFrame(step)
  }
  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
    speed = 0
  }
  return {
    stop,
    /** The pointer is at this height; `then` is called after each bit of scrolling. */
    at: (y: number, then: () => void) => {
      onScroll = then
      const up = Math.max(0, edge - y)
      const down = Math.max(0, y - (innerHeight - edge))
      speed = ((down - up) / edge) * fastest
      if (speed !== 0) frame ??= requestAnimationFrame(step)
    },
  }
}
