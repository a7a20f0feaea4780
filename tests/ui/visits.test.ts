import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createMemoryRouter, type Location } from 'react-router'

type VisitsModule = typeof import('../../ui/kit/navigation/visits.ts')

const globals = { location: globalThis.location, sessionStorage: globalThis.sessionStorage }
const getEntriesByType = performance.getEntriesByType
let opened = 0

beforeEach(() => {
  const stored = new Map<string, string>()
  define('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
})
afterAll(() => {
  define('location', globals.location)
  define('sessionStorage', globals.sessionStorage)
  performance.getEntriesByType = getEntriesByType
})

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

/** Opens a document as a browser does: with its own modules and the tab's history. */
async function openDocument(
  address: string,
  type: 'navigate' | 'reload' | 'back_forward' = 'navigate',
  history: { entries: Partial<Location>[]; index: number } = {
    entries: [{ pathname: address, key: 'default' }],
    index: 0,
  },
) {
  const { pathname, search } = new URL(address, 'http://localhost')
  define('location', { pathname, search })
  performance.getEntriesByType = (() => [{ type }]) as never
  opened++
  const module = `../../ui/kit/navigation/visits.ts?document=${opened}`
  const visits = (await import(module)) as VisitsModule
  const beforeRouter = visits.shownPagesBefore()
  const shown: Record<string, number> = {}
  const loader = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url)
    shown[pathname + search] = visits.shownPagesBefore()
    return null
  }
  const router = createMemoryRouter([{ path: '*', loader }], {
    initialEntries: history.entries as Location[],
    initialIndex: history.index,
  })
  visits.followVisits(router)
  const idle = () => router.state.navigation.state === 'idle'
  while (!(router.state.initialized && idle())) await Bun.sleep(1)
  const go = async (to: string | number, options?: { replace: boolean }) => {
    await (typeof to === 'number' ? router.navigate(to) : router.navigate(to, options))
    while (!idle()) await Bun.sleep(1)
  }
  const show = (pages: number) => visits.rememberShownPages(router.state.location, pages)
  return { visits, router, go, show, shown, beforeRouter }
}

describe('address', () => {
  test('the previous address is unknown in a new document, also after its address is replaced', async () => {
    const { visits, go } = await openDocument('/photo/a')
    expect(visits.addressBefore()).toBeUndefined()
    await go('/photo/b', { replace: true })
    expect(visits.addressBefore()).toBeUndefined()
  })

  test('the previous address is that of the previous history entry', async () => {
    const { visits, go } = await openDocument('/')
    await go('/photo/a')
    expect(visits.addressBefore()).toBe('/')
    await go('/photo/b', { replace: true })
    expect(visits.addressBefore()).toBe('/')
    await go('/camera')
    expect(visits.addressBefore()).toBe('/photo/b')
    await go(-1)
    expect(visits.addressBefore()).toBe('/')
    await go(-1)
    expect(visits.addressBefore()).toBeUndefined()
    await go(1)
    expect(visits.addressBefore()).toBe('/')
  })

  test('the previous address is updated when the address of its entry is replaced', async () => {
    const { visits, go } = await openDocument('/')
    await go('/photo/a')
    await go(-1)
    await go('/?show=photostream', { replace: true })
    await go(1)
    expect(visits.addressBefore()).toBe('/?show=photostream')
  })

  test('the previous address survives a reload, but not a new visit', async () => {
    const { router, go } = await openDocument('/')
    await go('/photo/a')
    const here = router.state.location
    const after = await openDocument('/photo/a', 'reload', { entries: [here], index: 0 })
    expect(after.visits.addressBefore()).toBe('/')
    const visited = await openDocument('/photo/a')
    expect(visited.visits.addressBefore()).toBeUndefined()
  })
})

describe('number', () => {
  test('the number of pages shown before is that of the loaded history entry, and one at first', async () => {
    const { go, show, shown } = await openDocument('/')
    show(3)
    await go('/photo/a')
    await go('/album')
    show(2)
    await go(-2)
    expect(shown['/']).toBe(3)
    await go(2)
    expect(shown['/album']).toBe(2)
    await go(-1)
    expect(shown['/photo/a']).toBe(1)
  })

  test('the number of pages shown before is known before the router starts after a reload, but not in a new visit', async () => {
    const { show, router } = await openDocument('/')
    show(4)
    const here = router.state.location
    const reloaded = await openDocument('/', 'reload', { entries: [here], index: 0 })
    expect(reloaded.beforeRouter).toBe(4)
    expect(reloaded.shown['/']).toBe(4)
    expect((await openDocument('/')).beforeRouter).toBe(1)
  })
})

describe('location', () => {
  test('the current visit is the router’s location, whatever is on the screen', async () => {
    const { visits, router, go } = await openDocument('/')
    const before = router.state.location
    expect(visits.isCurrentVisit(before)).toBe(true)
    await go('/photo/a')
    expect(visits.isCurrentVisit(before)).toBe(false)
    expect(visits.isCurrentVisit(router.state.location)).toBe(true)
  })
})
