import { atom } from 'jotai'
import { type DataRouter, type Location, NavigationType } from 'react-router'
import { store } from '../state/store.ts'
import { historyEntryKey, isNewVisit } from './scroll-positions.ts'

type Visit = {
  readonly name: string
  readonly address: string
  readonly shownPages?: number
  /** It started a new document, so the entry before it may belong to another site. */
  readonly isArrival?: boolean
}

type Visits = { readonly entries: readonly Visit[]; readonly index: number }

const storageKey = 'vitrine:visits'
const maxEntries = 50

const visitsAtom = atom<Visits | undefined>(undefined)

/** Undefined until the page is hydrated. */
export const routerAtom = atom<DataRouter | undefined>(undefined)

type PopStateListener = { readonly onPopState: (event: PopStateEvent) => void }

/** Gets moves in the history before the router does; set by layers.ts. */
export const popStateListenerAtom = atom<PopStateListener | undefined>(undefined)

/** The router's destination while loaders run. */
const targetAtom = atom<Location | undefined>(undefined)

export function followVisits(router: DataRouter): void {
  store.set(routerAtom, router)
  let last = router.state.location
  const { entries, index } = visits()
  const known = nearest(entries, index, isEntryOf(last))
  if (known === undefined) add({ ...visitOf(last), isArrival: true })
  else save({ entries, index: known })
  router.subscribe(({ location, historyAction, navigation }) => {
    store.set(targetAtom, navigation.location)
    if (historyEntryKey(location) === historyEntryKey(last)) return
    last = location
    enter(location, historyAction)
  })
}

/** Whether the router is at this location; what is on the screen may be out of date. */
export const isCurrentVisit = (location: Location): boolean =>
  current()?.name === historyEntryKey(location)

/** The address that going back leads to; undefined if it may be on another site. */
export function addressBefore(): string | undefined {
  const { entries, index } = visits()
  return current()?.isArrival ? undefined : entries[index - 1]?.address
}

/** State of a navigation that returns to the previous screen, like going back. */
export const returnState = { isReturn: true } as const

export const isReturnState = (state: unknown): boolean =>
  (state as Partial<typeof returnState> | null)?.isReturn === true

export function rememberShownPages(location: Location, shownPages: number): void {
  const { entries, index } = visits()
  const isTarget = isEntryOf(location)
  const changed = entries.map((entry) => (isTarget(entry) ? { ...entry, shownPages } : entry))
  save({ entries: changed, index })
}

/**
 * How many pages a grid starts with, so that going back and reloading restore its height: as many as
 * this history entry showed before. A new entry starts with as many as the previous one.
 */
export function shownPagesBefore(): number {
  const { entries, index } = visits()
  const target = store.get(targetAtom)
  const known = target && nearest(entries, index, isEntryOf(target))
  return entries[known ?? index]?.shownPages ?? 1
}

function enter(location: Location, action: NavigationType): void {
  const { entries, index } = visits()
  const visit = visitOf(location)
  if (action === NavigationType.Push) {
    add(visit)
    return
  }
  if (action === NavigationType.Replace) {
    const isArrival = entries[index]?.isArrival === true
    const replaced = entries.map((each, at) => (at === index ? { ...visit, isArrival } : each))
    save({ entries: replaced, index })
    return
  }
  const known = nearest(entries, index, isEntryOf(location))
  if (known === undefined) add({ ...visit, isArrival: true })
  else save({ entries, index: known })
}

/** A new entry replaces all entries that forward would lead to. */
function add(visit: Visit): void {
  const { entries, index } = visits()
  const next = [...entries.slice(0, index + 1), visit].slice(-maxEntries)
  save({ entries: next, index: next.length - 1 })
}

const current = (): Visit | undefined => visits().entries[visits().index]

const isEntryOf = (location: Location) => {
  const name = historyEntryKey(location)
  return (visit: Visit) => visit.name === name
}

const visitOf = (location: Location): Visit => ({
  name: historyEntryKey(location),
  address: location.pathname + location.search,
})

/** The matching entry closest to the current one. */
function nearest(
  entries: readonly Visit[],
  index: number,
  matches: (visit: Visit) => boolean,
): number | undefined {
  const matching = [...entries.keys()].filter((each) => matches(entries[each]!))
  return matching.sort((one, other) => Math.abs(one - index) - Math.abs(other - index))[0]
}

function visits(): Visits {
  const known = store.get(visitsAtom)
  if (known) return known
  const restored = restore()
  store.set(visitsAtom, restored)
  return restored
}

/** The stored visits, positioned at the entry that matches this document's address. */
function restore(): Visits {
  const { entries, index } = load()
  const address = location.pathname + location.search
  const here = nearest(entries, index, (visit) => visit.address === address)
  if (here !== undefined && !isNewVisit()) return { entries, index: here }
  const arrival = { name: address, address, isArrival: true }
  const next = [...entries.slice(0, index + 1), arrival]
  return { entries: next, index: next.length - 1 }
}

function load(): Visits {
  try {
    const text = sessionStorage.getItem(storageKey)
    if (text) return JSON.parse(text) as Visits
  } catch {
    // Without storage, a reload starts with one page, and leaving the viewer opens a new grid.
  }
  return { entries: [], index: -1 }
}

function save(changed: Visits): void {
  store.set(visitsAtom, changed)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(changed))
  } catch {
    // Works without storage, as above.
  }
}
