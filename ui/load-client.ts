import './theme/global.css.ts'
import './theme/notice.css.ts'

/** How long the interface waits for the first pictures, in ms: one may never load. */
const pictureWaitMs = 3000

// Keys pressed before hydration wait for the screen that handles them (early-keys.ts).
window.earlyKeys = []
document.addEventListener('keydown', (event) => window.earlyKeys?.push(event))

// The server's page is complete: its pictures load and are painted first, and only then the code
// that hydrates it is requested. At the same time, it would delay them by a second.
let isStarted = false
function start() {
  if (isStarted) return
  isStarted = true
  void import('./client.tsx')
}
/** The second frame from now begins when what is rendered by now has been painted. */
const startAfterPaint = () => requestAnimationFrame(() => requestAnimationFrame(start))
/** A page's first frames may run ahead of the screen: they are waited for. */
function whenPainted() {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return startAfterPaint()
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    startAfterPaint()
  })
  observer.observe({ type: 'paint', buffered: true })
}
if (document.readyState === 'complete') whenPainted()
else window.addEventListener('load', whenPainted, { once: true })
// In a background tab there are no frames.
setTimeout(start, pictureWaitMs)
