import './theme/global.css.ts'
import './layout/top-bar.css.ts'
import './layout/bottom-bar.css.ts'
import './photos/search/search-box.css.ts'
import './photos/plain-grid.css.ts'
import './photos/plain-photo.css.ts'
import './photos/plain-filter.css.ts'
import './photos/search/plain-search.css.ts'
import './albums/plain-albums.css.ts'
import './pages/plain-pages.css.ts'

/** Scripts wait for the first pictures at most this long, in ms: a picture may never come. */
const pictureWaitMs = 3000

// What is pressed meanwhile waits for the screen that knows its keys (early-keys.ts).
window.earlyKeys = []
document.addEventListener('keydown', (event) => window.earlyKeys?.push(event))

// The server's page is complete as it stands: its pictures are loaded and painted first, and what
// draws over them is asked for then. At the same time, the scripts would delay them by a second.
let isStarted = false
function start() {
  if (isStarted) return
  isStarted = true
  void import('./app.tsx')
}
/** What was drawn by then is on the screen: the second frame after it begins when it is painted. */
const startAfterPaint = () => requestAnimationFrame(() => requestAnimationFrame(start))
/** Frames may run ahead of the screen, most of all the page's first ones: those are waited for. */
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
// In a tab that is not seen there are no frames.
setTimeout(start, pictureWaitMs)
