/** A browser under test. Each window belongs to a new visitor without cookies or cache. */
export type Browser = {
  readonly openWindow: (size: Size) => Promise<BrowserWindow>
  readonly close: () => Promise<void>
}

export type Size = { readonly width: number; readonly height: number }

/** The browser functions that the journeys are built from. */
export type BrowserWindow = {
  /** Goes to an address and waits until the page has loaded. */
  readonly goTo: (address: string) => Promise<void>
  /** Runs a function in the page. Only its source is sent, so it cannot use its surroundings. */
  readonly evaluate: <Argument, Result>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => Promise<Result>
  /** Real input, in the form that WebDriver and WebDriver BiDi share. */
  readonly perform: (source: InputSource) => Promise<void>
  /** Moves one finger. */
  readonly swipe: (from: Point, to: Point) => Promise<void>
  /** Chooses files in the field that the CSS selector finds. */
  readonly chooseFiles: (selector: string, paths: readonly string[]) => Promise<void>
  /** The errors that pages of this window have logged or not caught so far. */
  readonly errors: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

export type Point = { readonly x: number; readonly y: number }

/** See 'Perform Actions' in the WebDriver specification. */
type InputSource =
  | {
      readonly type: 'key'
      readonly id: string
      readonly actions: readonly { readonly type: 'keyDown' | 'keyUp'; readonly value: string }[]
    }
  | {
      readonly type: 'pointer'
      readonly id: string
      readonly parameters: { readonly pointerType: 'mouse' | 'touch' }
      readonly actions: readonly PointerAction[]
    }

type PointerAction =
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }
  | ({ readonly type: 'pointerMove'; readonly duration: number } & Point)

/** Starting a browser on a busy machine may take this long. */
export const startLimitMs = 60_000
