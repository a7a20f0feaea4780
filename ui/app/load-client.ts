import '../kit/theme/global.css.ts'
import '../kit/theme/incomplete.css.ts'
import '../kit/theme/print.css.ts'

// This file also runs in browsers too old for the rest, so it has no newer syntax than modules
// themselves (scripts/build/entry-syntax.ts checks it), and the rest is loaded by an element.

/** The longest wait for the first pictures, in ms, since one may never load. */
const pictureWaitMs = 3000

const texts = {
  incomplete:
    'Some features of this page could not be loaded. Your connection or a content blocker may be the reason.',
  retry: 'Try again',
  tooOld: 'This browser is too old for this page. Update it, or use another one.',
}

/** As text, because a browser that does not know it could not parse this file. */
const lookbehind = '(?<=a)b'

/**
 * Whether the browser can run the scripts: lookbehind came with Safari 16.4, color-mix() with Chrome
 * 111 and Firefox 113. An older one keeps the server's page.
 */
function isSupported(): boolean {
  try {
    return (
      new RegExp(lookbehind).test('ab') && CSS.supports('color', 'color-mix(in srgb, red, red)')
    )
  } catch (error) {
    return !error
  }
}

/** Without its scripts, the server's page can still be read; says so, once. */
function showIncomplete(): void {
  const page = document.documentElement
  if (page.hasAttribute('data-incomplete')) return
  page.setAttribute('data-incomplete', '')
  const bar = document.createElement('div')
  const text = document.createElement('p')
  const button = document.createElement('button')
  bar.className = 'incomplete'
  text.setAttribute('role', 'alert')
  text.textContent = texts.incomplete
  button.textContent = texts.retry
  button.onclick = () => {
    // Offline, reloading would replace the page with the browser's error.
    fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
      () => location.reload(),
      () => undefined,
    )
  }
  bar.appendChild(text)
  bar.appendChild(button)
  document.body.appendChild(bar)
}

/**
 * In a browser that is too old for the scripts, a screen that needs them has its heading and says so
 * instead of 'Loading…'. With JavaScript on, what is for browsers without it is text.
 */
function showTooOld(): void {
  document.documentElement.setAttribute('data-too-old', '')
  const without = document.querySelector('#content > noscript')
  if (!without) return
  const page = new DOMParser().parseFromString(without.textContent || '', 'text/html')
  const notice = page.querySelector('section')
  const text = page.querySelector('section p')
  const loading = without.nextElementSibling
  if (!notice || !text || !loading) return
  text.textContent = texts.tooOld
  without.insertAdjacentElement('beforebegin', notice)
  loading.remove()
}

// The server's page is complete without code, so its pictures are loaded and painted first. Loading
// the code at the same time would delay them by a second.
let isStarted = false
function start() {
  if (isStarted) return
  isStarted = true
  const entry = document.querySelector('script[data-client]')
  const script = document.createElement('script')
  script.type = 'module'
  // biome-ignore lint/complexity/useOptionalChain: too new for this file
  script.src = (entry && entry.getAttribute('data-client')) || ''
  script.onerror = showIncomplete
  document.head.appendChild(script)
}
/** The second frame from now begins once the current one has been painted. */
const startAfterPaint = () => requestAnimationFrame(() => requestAnimationFrame(start))
/** Animation frames may run before the first paint. */
function whenPainted() {
  if (PerformanceObserver.supportedEntryTypes.indexOf('paint') < 0) return startAfterPaint()
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    startAfterPaint()
  })
  observer.observe({ type: 'paint', buffered: true })
}

// Pictures that were never scrolled to are printed too.
window.addEventListener('beforeprint', () => {
  document.querySelectorAll<HTMLImageElement>('img[loading=lazy]').forEach((image) => {
    image.loading = 'eager'
  })
})

if (isSupported()) {
  // Input before hydration is kept for the screen that handles it (early-input.ts).
  const early: KeyboardEvent[] = []
  window.earlyKeys = early
  document.addEventListener('keydown', (event) => {
    if (window.earlyKeys) window.earlyKeys.push(event)
  })
  document.addEventListener('click', ({ target }) => {
    // Links and the search form work by themselves.
    const button = target instanceof Element ? target.closest('button') : null
    if (window.earlyKeys && button && !button.form) window.earlyClick = button
  })
  document.addEventListener('incomplete', showIncomplete)
  if (document.readyState === 'complete') whenPainted()
  else window.addEventListener('load', whenPainted, { once: true })
  // Background tabs have no frames.
  setTimeout(start, pictureWaitMs)
} else {
  showTooOld()
}
