import { expect } from 'playwright/test'
import { photoTitle } from '../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { BrowserWindow, Point } from './browser.ts'

/** HTML selectors for the roles that the journeys use. */
const selectors = {
  alert: '[role=alert]',
  alertdialog: '[role=alertdialog]',
  button: 'button, [role=button]',
  dialog: '[role=dialog]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  textbox: 'input:not([type=checkbox], [type=file], [type=hidden]), textarea',
} as const

export type Role = keyof typeof selectors

/** Keys without a character; see 'Keyboard Actions' in the WebDriver specification. */
const keys = {
  Tab: '\ue004',
  Enter: '\ue007',
  Control: '\ue009',
  Escape: '\ue00c',
  ArrowLeft: '\ue012',
  ArrowRight: '\ue014',
} as const

export type Visitor = ReturnType<typeof createVisitor>

/** A person's actions and expectations in a browser window. */
export function createVisitor(window: BrowserWindow) {
  const { evaluate, perform } = window

  const found = (role: Role, name?: string | RegExp, within?: Role): Promise<Found[]> =>
    evaluate(find, {
      selector: selectors[role],
      within: within ? selectors[within] : 'body',
      ...(name !== undefined && {
        name: typeof name === 'string' ? `^${RegExp.escape(name)}$` : name.source,
      }),
    })

  const expectVisible = (role: Role, name?: string | RegExp) =>
    eventually(async () => (await found(role, name)).length, 1, `${role} ${name}`)

  /** Waits until it is visible, hydrated, not moving and not covered. */
  const pointAt = async (role: Role, name?: string | RegExp, within?: Role): Promise<Point> => {
    let point: Point | undefined
    const look = async () => {
      const [first] = await found(role, name, within)
      if (first?.isReady) point = first.centre
      return first?.isReady
    }
    await eventually(look, true, `a ${role} ${name} to click on`)
    return point!
  }

  const clickAt = (point: Point) =>
    perform({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', duration: 0, ...point },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    })

  const click = async (role: Role, name?: string | RegExp, within?: Role) =>
    clickAt(await pointAt(role, name, within))

  const type = async (text: string) => {
    const strokes = [...text].flatMap((value) => [
      { type: 'keyDown', value } as const,
      { type: 'keyUp', value } as const,
    ])
    await perform({ type: 'key', id: 'keyboard', actions: strokes })
  }

  const press = async (key: keyof typeof keys | 'f' | '?') => {
    await evaluate(twoFrames, null)
    await type(key in keys ? keys[key as keyof typeof keys] : key)
  }

  const fill = async (label: string | RegExp, text: string) => {
    await click('textbox', label)
    await perform({
      type: 'key',
      id: 'keyboard',
      actions: [
        { type: 'keyDown', value: keys.Control },
        { type: 'keyDown', value: 'a' },
        { type: 'keyUp', value: 'a' },
        { type: 'keyUp', value: keys.Control },
      ],
    })
    await type(text)
    await eventually(async () => (await found('textbox', label))[0]?.value, text, `${label}`)
  }

  return {
    ...window,
    click,
    /** Replaces what is in a field. */
    fill,
    press,
    /** Expects exactly one visible element. */
    expectVisible,
    /** Expects no such element, even hidden: a dialog that is fading out still handles keys. */
    expectNone: (role: Role) =>
      eventually(() => evaluate(countOf, selectors[role]), 0, `no ${role} any more`),
    /** Expects visible text that contains this. */
    expectText: (text: string) =>
      eventually(() => evaluate(hasText, text), true, `shows '${text}'`),
    expectFocus: (role: Role, name: string) =>
      eventually(async () => (await found(role, name))[0]?.isFocused, true, `focus on ${name}`),
    expectPath: (path: string) =>
      eventually(() => evaluate(() => location.pathname + location.search, null), path),
    goBack: () => evaluate(() => history.back(), null),
    /** Expects the viewer to show this photo: its address, its title and the pixels of its picture. */
    expectPhoto: (photo: Photo) =>
      eventually<unknown>(() => evaluate(shownPhoto, null), {
        path: `/photo/${photo.id}`,
        title: photoTitle(photo),
        picture: expect.stringContaining(photo.fileName),
      }),
  }
}

/** Polls more often than Playwright, since journeys have many short steps. */
export async function eventually<Seen>(
  look: () => Seen | Promise<Seen>,
  expected: Seen,
  message?: string,
): Promise<void> {
  await expect.poll(look, { intervals: [50], ...(message && { message }) }).toEqual(expected)
}

type Found = {
  readonly centre: Point
  /** Whether a click at its centre reaches it and its listeners. */
  readonly isReady: boolean
  readonly isFocused: boolean
  readonly value: string | undefined
}

/** In the page: visible elements with that accessible name; scrolls to it if there is only one. */
async function find(query: { selector: string; within: string; name?: string }): Promise<Found[]> {
  const textOf = (element: Element | null) =>
    [
      element?.textContent ?? '',
      ...[...(element?.querySelectorAll('img') ?? [])].map((image) => image.alt),
    ].join(' ')
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = (element as HTMLInputElement).labels ?? []
    const name =
      ids.map((id) => textOf(document.getElementById(id))).join(' ') ||
      element.getAttribute('aria-label') ||
      [...labels].map(textOf).join(' ') ||
      textOf(element)
    return name.replace(/\s+/g, ' ').trim()
  }
  const rectOf = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  }
  // Background pages have no frames, and a test should fail rather than hang.
  const frame = () =>
    Promise.race([
      new Promise((resolve) => requestAnimationFrame(resolve)),
      new Promise((resolve) => setTimeout(resolve, 1000)),
    ])
  const scope = document.querySelector(query.within)
  const elements = [...(scope?.querySelectorAll(query.selector) ?? [])].filter(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]') &&
      (query.name === undefined || new RegExp(query.name).test(nameOf(element))),
  )
  const [only] = elements
  if (only && elements.length === 1) {
    const { top, bottom } = only.getBoundingClientRect()
    if (top < 60 || bottom > innerHeight) only.scrollIntoView({ block: 'center' })
  }
  const before = elements.map(rectOf)
  await frame()
  await frame()
  return elements.map((element, index) => {
    const rect = rectOf(element)
    const centre = {
      x: Math.round(rect.x + rect.width / 2),
      y: Math.round(rect.y + rect.height / 2),
    }
    const isAtRest = JSON.stringify(rect) === JSON.stringify(before[index])
    const hit = document.elementFromPoint(centre.x, centre.y)
    // Elements do nothing before React has hydrated them, except those created by PhotoSwipe.
    const isHydrated =
      element.closest('.pswp') !== null ||
      Object.keys(element).some((key) => key.startsWith('__reactProps$'))
    return {
      centre,
      isReady:
        isAtRest && isHydrated && element.contains(hit) && !(element as HTMLButtonElement).disabled,
      isFocused: document.activeElement === element,
      value: (element as HTMLInputElement).value,
    }
  })
}

/** In the page. */
const countOf = (selector: string): number => document.querySelectorAll(selector).length

/** In the page: waits until effects have run and new listeners are in place. */
async function twoFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) {
    await Promise.race([
      new Promise((resolve) => requestAnimationFrame(resolve)),
      new Promise((resolve) => setTimeout(resolve, 1000)),
    ])
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** In the page: whether visible text contains this. */
function hasText(text: string): boolean {
  return [...document.querySelectorAll('body :not(script, style)')].some(
    (element) =>
      element.textContent?.includes(text) && element.checkVisibility({ visibilityProperty: true }),
  )
}

/** In the page: what the viewer shows; `path` is '' for a picture without pixels. */
function shownPhoto() {
  const picture = document.querySelector<HTMLImageElement>("[data-picture='current'] img")
  return {
    path: location.pathname,
    title: document.querySelector('h1')?.textContent ?? '',
    picture: picture?.complete && picture.naturalWidth > 0 ? picture.currentSrc : '',
  }
}
