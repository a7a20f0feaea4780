import './theme/global.css.ts'
import './theme/notice.css.ts'

/** The longest wait for the first pictures, in ms, since one may never load. */
const pictureWaitMs = 3000

// Input before hydration is kept for the screen that handles it (early-input.ts).
window.earlyKeys = []
document.addEventListener('keydown', (event) => window.earlyKeys?.push(event))
document.addEventListener('click', ({ target }) => {
  // Links and the search form work by themselves.
  const button = target instanceof Element ? target.closest('button') : null
  if (window.earlyKeys && button && !button.form) window.earlyClick = button
})

// The server's page is complete without code, so its pictures are loaded and painted first. Loading
// the code at the same time would delay them by a second.
let isStarted = false
function start() {
  if (isStarted) return
  isStarted = true
  void import('./client.tsx')
}
/** The second frame from now begins once the current one has been painted. */
const startAfterPaint = () => requestAnimationFrame(() => requestAnimationFrame(start))
/** Animation frames may run before the first paint. */
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
// Background tabs have no frames.
setTimeout(start, pictureWaitMs)
