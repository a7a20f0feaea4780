// Firefox, driven directly over WebDriver BiDi: JSON over one WebSocket.
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserWindow, startLimitMs } from './browser.ts'

/** Traffic to other machines goes to a proxy that does not exist. */
const preferences = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'signon.rememberSignons': false,
  // Off by default on machines without a touch screen.
  'dom.w3c_touch_events.enabled': 1,
}

/** Starts a headless Firefox with a new profile, which is removed at the end. */
export async function startFirefox(executable: string, fonts: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'vitrine-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const process = Bun.spawn(
    [executable, '--headless', '--new-instance', '--profile', profile, '--remote-debugging-port=0'],
    {
      env: { PATH: Bun.env.PATH, HOME: profile, TMPDIR: tmpdir(), FONTCONFIG_FILE: fonts },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    },
  )
  const end = async () => {
    process.kill('SIGKILL')
    await process.exited
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const connection = await connect(await addressIn(process.stderr))
    await connection.send('session.new', { capabilities: {} })
    await connection.send('session.subscribe', { events: ['log.entryAdded'] })
    return {
      openWindow: async (size) => {
        const { userContext } = await connection.send('browser.createUserContext', {})
        const tab = { type: 'tab', userContext }
        const { context } = await connection.send('browsingContext.create', tab)
        await connection.send('browsingContext.setViewport', { context, viewport: size })
        const close = () => connection.send('browser.removeUserContext', { userContext })
        return openWindow(connection, String(context), close)
      },
      close: async () => {
        connection.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

type Answer = Record<string, unknown>

type Connection = {
  readonly send: (method: string, params: object) => Promise<Answer>
  /** Errors that pages have logged, each with the window's context. */
  readonly logged: readonly { readonly context: string; readonly text: string }[]
  readonly close: () => void
}

function openWindow(
  { send, logged }: Connection,
  context: string,
  close: () => Promise<unknown>,
): BrowserWindow {
  const perform: BrowserWindow['perform'] = async (source) => {
    await send('input.performActions', { context, actions: [source] })
    await send('input.releaseActions', { context })
  }
  return {
    goTo: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (work, argument) => {
      // JSON in a string avoids BiDi's own notation for values.
      const response = (await send('script.callFunction', {
        functionDeclaration: `async (given) => JSON.stringify([await (${work})(...JSON.parse(given))])`,
        arguments: [{ type: 'string', value: JSON.stringify([argument]) }],
        awaitPromise: true,
        target: { context },
      })) as { result?: { value: string }; exceptionDetails?: { text: string } }
      if (!response.result) throw new Error(response.exceptionDetails?.text)
      return JSON.parse(response.result.value)[0]
    },
    perform,
    swipe: (from, to) =>
      perform({
        type: 'pointer',
        id: 'finger',
        parameters: { pointerType: 'touch' },
        actions: [
          { type: 'pointerMove', duration: 0, ...from },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerMove', duration: 100, ...to },
          { type: 'pointerUp', button: 0 },
        ],
      }),
    chooseFiles: async (selector, files) => {
      const locator = { type: 'css', value: selector }
      const { nodes } = await send('browsingContext.locateNodes', { context, locator })
      const [node] = nodes as { sharedId: string }[]
      if (!node) throw new Error(`nothing is ${selector}`)
      const element = { sharedId: node.sharedId }
      await send('input.setFiles', { context, element, files })
    },
    errors: async () => logged.filter((entry) => entry.context === context).map(({ text }) => text),
    close: async () => {
      await close()
    },
  }
}

/** Finds the address in Firefox's output, and keeps reading so that Firefox does not block. */
async function addressIn(output: ReadableStream<Uint8Array>): Promise<string> {
  const found = Promise.withResolvers<string>()
  const read = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of output) {
      text += decoder.decode(chunk, { stream: true })
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? []
      if (address) found.resolve(address)
    }
    found.reject(new Error(`Firefox did not start: ${text}`))
  }
  void read()
  const late = setTimeout(() => found.reject(new Error('Firefox takes too long')), startLimitMs)
  return found.promise.finally(() => clearTimeout(late))
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(`${address}/session`)
  const logged: { context: string; text: string }[] = []
  const waiting = new Map<number, ReturnType<typeof Promise.withResolvers<Answer>>>()
  let count = 0
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('Firefox refused the connection'))
  })
  socket.onmessage = ({ data }) => {
    const { id, result, message, method, params } = JSON.parse(String(data))
    if (method === 'log.entryAdded' && params.level === 'error') {
      logged.push({ context: params.source.context, text: params.text })
    }
    if (result) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(message))
    waiting.delete(id)
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'))
  }
  return {
    send: (method, params) => {
      const response = Promise.withResolvers<Answer>()
      waiting.set(++count, response)
      socket.send(JSON.stringify({ id: count, method, params }))
      return response.promise
    },
    logged,
    close: () => socket.close(),
  }
}
