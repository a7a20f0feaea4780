import './theme/global.css.ts'
import './layout/top-bar.css.ts'
import './photos/plain-grid.css.ts'
import './photos/plain-photo.css.ts'
import './pages/plain-pages.css.ts'
import { paths } from './paths.ts'
import { readShellData } from './shell-data.ts'

// The server's pages are complete as they come; only the screens below are drawn by scripts, and
// React is loaded with the first of them.
const screens: Record<string, () => Promise<typeof import('./account/mount.tsx')>> = {
  [paths.setup()]: () => import('./account/mount.tsx'),
  [paths.account()]: () => import('./account/mount.tsx'),
}

const loadScreen = screens[location.pathname]
const content = document.getElementById('content')
if (loadScreen && content) void drawScreen(loadScreen, content)

async function drawScreen(load: NonNullable<typeof loadScreen>, content: HTMLElement) {
  content.ariaBusy = 'true'
  try {
    const { mount } = await load()
    mount(content, location.pathname, readShellData())
  } catch (error) {
    console.error(error)
    // Most often a page that was open while the server was brought up to date.
    content.textContent = 'This screen could not be loaded. Load the page again.'
    content.className = 'notice'
  } finally {
    content.ariaBusy = 'false'
  }
}
