import type { BrowserContext, CDPSession, Page, ViewportSize } from 'playwright/test'
import { goTo } from './go-to.ts'
import { watch } from './watch.ts'

/** A page that one test after another uses. */
export type Kept = {
  readonly page: Page
  readonly session: CDPSession
  /** What {@link watch} found since the page was cleared. */
  readonly problems: string[]
  /** Takes back what the test has added to the page or its context. */
  readonly undo: (() => unknown)[]
  /** Gives it the test's options that can change while it is open. */
  readonly prepare: (options: Changeable) => Promise<void>
  /** Whether a test has done to it what cannot be undone, such as stopping its clock. */
  isSpoilt: boolean
}

type Changeable = {
  readonly viewport: ViewportSize | null
  readonly reducedMotion: 'reduce' | 'no-preference' | null | undefined
}

/** The kept pages of a worker, by those of their options that cannot change. */
export type Shelf = Map<string, Kept>

type Fixed = {
  readonly hasTouch: boolean | undefined
  readonly isMobile: boolean | undefined
  readonly javaScriptEnabled: boolean | undefined
}

export const keyOf = ({ hasTouch, isMobile, javaScriptEnabled }: Fixed): string =>
  JSON.stringify([hasTouch ?? false, isMobile ?? false, javaScriptEnabled ?? true])

/** Opens the context's page, and notes from now on what tests do to it. */
export async function openKept(context: BrowserContext): Promise<Kept> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const kept: Kept = {
    page,
    session,
    problems: watch(page),
    undo: [],
    isSpoilt: false,
    async prepare({ viewport, reducedMotion }) {
      if (viewport) await page.setViewportSize(viewport)
      await emulateMedia({ forcedColors: null, media: null, reducedMotion: reducedMotion ?? null })
    },
  }
  const emulateMedia = page.emulateMedia.bind(page)
  const { undo } = kept
  for (const target of [page, context]) {
    afterCall(target, ['on', 'once'], (_, event, listener) =>
      undo.push(() => off(target, event, listener)),
    )
    afterCall(target, ['addInitScript'], (added) => {
      undo.push(async () => (await (added as Promise<Disposable>)).dispose())
    })
  }
  afterCall(context, ['route'], () =>
    undo.push(() => context.unrouteAll({ behavior: 'ignoreErrors' })),
  )
  afterCall(context, ['grantPermissions'], () => undo.push(() => context.clearPermissions()))
  afterCall(context, ['setOffline'], () => undo.push(() => context.setOffline(false)))
  const spoil = () => {
    kept.isSpoilt = true
  }
  afterCall(context, ['newCDPSession', 'exposeFunction', 'exposeBinding'], spoil)
  afterCall(page, ['exposeFunction', 'exposeBinding', 'routeWebSocket', 'close'], spoil)
  afterCall(page.clock, ['install', 'pauseAt', 'setFixedTime'], spoil)
  return kept
}

type Disposable = { dispose(): Promise<void> }

/** Removes a listener whose event's type is known only where it was added. */
function off(target: Page | BrowserContext, event: unknown, listener: unknown): void {
  const emitter = target as unknown as { off(event: unknown, listener: unknown): void }
  emitter.off(event, listener)
}

/** Calls `note` with the result and the arguments after each call of these methods. */
function afterCall<T extends object>(
  object: T,
  names: (keyof T & string)[],
  note: (result: unknown, ...args: unknown[]) => void,
): void {
  for (const name of names) {
    const method = object[name] as (...args: unknown[]) => unknown
    Object.assign(object, {
      [name]: (...args: unknown[]) => {
        const result = method.apply(object, args)
        note(result, ...args)
        return result
      },
    })
  }
}

/**
 * Makes a page as if it were new: without cookies, storage, cache, history, mocks, listeners, other
 * windows and problems of the test before.
 * @returns whether it could.
 */
export async function clear(kept: Kept): Promise<boolean> {
  const { page, session, problems, undo } = kept
  if (kept.isSpoilt || page.isClosed()) return false
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await Promise.all(undo.splice(0).map((step) => step()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await leave(page)
  await context.clearCookies()
  await session.send('Network.clearBrowserCache')
  await session.send('Page.resetNavigationHistory')
  await page.mouse.move(-1, -1)
  problems.length = 0
  return true
}

/**
 * Leaves the gallery, which may have stopped, for a page of the same site without scripts, and clears
 * the gallery's storage. For a page of another site Chromium would start a process.
 */
export async function leave(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  if (!origin.startsWith('http')) return
  const empty = `${origin}/empty`
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: emptyPage }))
  await goTo(page, empty)
  await page.evaluate(clearStorage)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/**
 * With an icon of its own: otherwise Chromium asks for /favicon.ico, perhaps only when the next test
 * has begun.
 */
const emptyPage = '<!doctype html><title>Empty</title><link rel="icon" href="data:," />'

/** Runs in the page. */
function clearStorage(): void {
  sessionStorage.clear()
  localStorage.clear()
}

/** Closes the windows of a worker that has no more tests. */
export async function closeAll(shelf: Shelf): Promise<void> {
  for (const { page } of shelf.values()) await page.context().close()
}
