// WebKitGTK's MiniBrowser on a virtual display, driven by WebKitWebDriver (W3C WebDriver over HTTP).
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserWindow, type Size, startLimitMs } from './browser.ts'

export type WebKitPrograms = {
  readonly driver: string
  readonly miniBrowser: string
  readonly xvfb: string
}

/**
 * How long a driver may take to open a MiniBrowser, and how often to try: occasionally the driver
 * waits forever for a browser that never connects.
 */
const openLimitMs = 20_000
const openTries = 3

/** Starts the display. Each window has its own driver, which starts its own MiniBrowser. */
export async function startWebKit(programs: WebKitPrograms, fonts: string): Promise<Browser> {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-webkit-'))
  const display = await startDisplay(programs.xvfb)
  const drivers = new Set<Bun.Subprocess>()

  const startDriver = async () => {
    const port = await freePort()
    const process = Bun.spawn([programs.driver, '--host=127.0.0.1', `--port=${port}`], {
      env: {
        PATH: Bun.env.PATH,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        TMPDIR: tmpdir(),
        DISPLAY: display.name,
        FONTCONFIG_FILE: fonts,
        // There is no session bus and no accessibility bus.
        GIO_USE_VFS: 'local',
        NO_AT_BRIDGE: '1',
      },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    drivers.add(process)
    const send = sender(`http://127.0.0.1:${port}`)
    const end = async () => {
      drivers.delete(process)
      process.kill('SIGKILL')
      await process.exited
    }
    return { send, end }
  }

  const openSession = async () => {
    const options = { binary: programs.miniBrowser, args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    for (let tries = 1; ; tries++) {
      const { send, end } = await startDriver()
      try {
        await untilReady(send)
        const limit = AbortSignal.timeout(openLimitMs)
        const opened = await send<{ sessionId: string }>(
          'POST',
          '/session',
          { capabilities },
          limit,
        )
        return { send, end, session: `/session/${opened.sessionId}` }
      } catch (error) {
        await end()
        if (tries === openTries) throw error
      }
    }
  }

  return {
    openWindow: async (size) => {
      const { send, end, session } = await openSession()
      const window = openWindow((method, path, body) => send(method, session + path, body))
      await setInnerSize(send, session, window, size)
      const close = async () => {
        await window.close()
        await end()
      }
      return { ...window, close }
    },
    close: async () => {
      const all = [...drivers]
      for (const driver of all) driver.kill('SIGKILL')
      display.process.kill('SIGTERM')
      await Promise.all([...all.map(({ exited }) => exited), display.process.exited])
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Send = <Value>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  limit?: AbortSignal,
) => Promise<Value>

function openWindow(send: Send): BrowserWindow {
  const errors: string[] = []
  const evaluate: BrowserWindow['evaluate'] = async (work, argument) => {
    const script = `
      const [given, done] = arguments
      Promise.resolve(given).then(${work}).then(
        (value) => done({ value }),
        (error) => done({ error: String(error) }),
      )`
    const body = { script, args: [argument] }
    const response = await send<{ value?: unknown; error?: string }>('POST', '/execute/async', body)
    if (response.error !== undefined) throw new Error(response.error)
    return response.value as never
  }
  return {
    goTo: async (url) => {
      errors.push(...(await evaluate(loggedErrors, null)))
      await send('POST', '/url', { url })
      await evaluate(loggedErrors, null)
    },
    evaluate,
    perform: async (source) => {
      await send('POST', '/actions', { actions: [source] })
      await send('DELETE', '/actions')
    },
    swipe: (from, to) => evaluate(dispatchSwipe, { from, to }),
    chooseFiles: async (selector, paths) => {
      const found = { using: 'css selector', value: selector }
      const element = Object.values(await send<Record<string, string>>('POST', '/element', found))
      await send('POST', `/element/${element[0]}/value`, { text: paths.join('\n') })
    },
    errors: async () => [...errors, ...(await evaluate(loggedErrors, null))],
    close: async () => {
      await send('DELETE', '')
    },
  }
}

/** In the page: errors since this was first called, because WebDriver has no events. */
function loggedErrors(): string[] {
  const page = window as { seenErrors?: string[] }
  if (page.seenErrors) return page.seenErrors
  const seen: string[] = []
  page.seenErrors = seen
  window.addEventListener('error', ({ message }) => seen.push(message))
  window.addEventListener('unhandledrejection', ({ reason }) => seen.push(String(reason)))
  const { error } = console
  console.error = (...words: unknown[]) => {
    seen.push(words.map(String).join(' '))
    error(...words)
  }
  return seen
}

/**
 * In the page: simulates a finger moving between two points. WebKitGTK's driver turns touch input
 * into mouse events, and pages cannot construct a Touch, so these are imitations.
 */
function dispatchSwipe({ from, to }: { from: Point; to: Point }): void {
  const target = document.elementFromPoint(from.x, from.y) ?? document.body
  const dispatch = (type: string, { x, y }: Point, isDown: boolean) => {
    const touch = { identifier: 1, target, clientX: x, clientY: y, pageX: x, pageY: y + scrollY }
    const touches = isDown ? [touch] : []
    const event = new Event(type, { bubbles: true, cancelable: true, composed: true })
    Object.assign(event, { touches, targetTouches: touches, changedTouches: [touch] })
    target.dispatchEvent(event)
  }
  dispatch('touchstart', from, true)
  dispatch('touchmove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, true)
  dispatch('touchmove', to, true)
  dispatch('touchend', to, false)
}

type Point = { readonly x: number; readonly y: number }

/** Sets the page's size. The size of the window's frame is only known once it is open. */
async function setInnerSize(send: Send, session: string, window: BrowserWindow, size: Size) {
  const setOuter = (outer: Size) => send('POST', `${session}/window/rect`, { x: 0, y: 0, ...outer })
  await setOuter(size)
  const frame = await window.evaluate(
    ({ width, height }) => ({ width: width - innerWidth, height: height - innerHeight }),
    size,
  )
  await setOuter({ width: size.width + frame.width, height: size.height + frame.height })
}

function sender(address: string): Send {
  return async (method, path, body, signal) => {
    const response = await fetch(address + path, {
      method,
      ...(signal && { signal }),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json' },
    })
    const { value } = (await response.json()) as { value: { message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.message}`)
    return value as never
  }
}

async function untilReady(send: Send): Promise<void> {
  const limit = Date.now() + startLimitMs
  for (;;) {
    const isReady = await send('GET', '/status').then(
      () => true,
      () => false,
    )
    if (isReady) return
    if (Date.now() > limit) throw new Error('WebKitWebDriver does not answer')
    await Bun.sleep(50)
  }
}

/** Xvfb chooses the first free display and prints its number. */
async function startDisplay(xvfb: string) {
  const words = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const process = Bun.spawn([xvfb, ...words], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let text = ''
  for await (const chunk of process.stdout) {
    text += new TextDecoder().decode(chunk)
    if (text.endsWith('\n')) return { name: `:${text.trim()}`, process }
  }
  throw new Error('Xvfb did not start')
}

/** WebKitWebDriver cannot choose a port itself. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
