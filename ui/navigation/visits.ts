import { atom } from 'jotai'
import { type DataRouter, type Location, NavigationType } from 'react-router'
import { store } from '../state/store.ts'
import { entryName, isNewVisit } from './scroll-places.ts'

/** An entry of this tab's history. */
type Visit = {
  readonly name: string
  readonly address: string
  /** How many pages of a list its grid showed. */
  readonly shownPages?: number
  /** It began with a new document: the entry before it may belong to another site. */
  readonly isArrival?: boolean
}

type Visits = { readonly entries: readonly Visit[]; readonly index: number }

/** Kept for the tab, so that a reload does not forget it. */
const storageKey = 'vitrine:visits'
const mostEntries = 50

const visitsAtom = atom<Visits | undefined>(undefined)

/** Where the router is going while loaders run. */
const targetAtom = atom<Location | undefined>(undefined)

/** Keeps the visits in step with the router from now on. */
export function followVisits(router: DataRouter): void {
  let last = router.state.location
  const { entries, index } = visits()
  const present = nearest(entries, index, named(last))
  if (present === undefined) add({ ...visitOf(last), isArrival: true })
  else keep({ entries, index: present })
  router.subscribe(({ location, historyAction, navigation }) => {
    store.set(targetAtom, navigation.location)
    if (entryName(location) === entryName(last)) return
    last = location
    enter(location, historyAction)
  })
}

/** Whether the router is at this location: what is on the screen may be out of date. */
export const isCurrentVisit = (location: Location): boolean =>
  current()?.name === entryName(location)

/** The address of the entry that going back leads to; undefined if it may be another site's. */
export function addressBefore(): string | undefined {
  const { entries, index } = visits()
  return current()?.isArrival ? undefined : entries[index - 1]?.address
}

/** State of a navigation that leads back to where the visitor came from, as going back does. */
export const returnState = { isReturn: true } as const

export const isReturnState = (state: unknown): boolean =>
  (state as Partial<typeof returnState> | null)?.isReturn === true

/** Remembers how many pages of its list the grid at this location shows. */
export function rememberShownPages(location: Location, shownPages: number): void {
  const { entries, index } = visits()
  const isMeant = named(location)
  const changed = entries.map((entry) => (isMeant(entry) ? { ...entry, shownPages } : entry))
  keep({ entries: changed, index })
}

/**
 * How many pages a grid starts with, so that going back and reloading find the height that they
 * left: as many as the entry showed before. A new entry starts with those of the one before it.
 */
export function shownPagesBefore(): number {
  const { entries, index } = visits()
  const target = store.get(targetAtom)
  const known = target && nearest(entries, index, named(target))
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
    keep({ entries: entries.with(index, { ...visit, isArrival }), index })
    return
  }
  const known = nearest(entries, index, named(location))
  if (known === undefined) add({ ...visit, isArrival: true })
  else keep({ entries, index: known })
}

/** A new entry takes the place of all that one could go forward to. */
function add(visit: Visit): void {
  const { entries, index } = visits()
  const kept = [...entries.slice(0, index + 1), visit].slice(-mostEntries)
  keep({ entries: kept, index: kept.length - 1 })
}

const current = (): Visit | undefined => visits().entries[visits().index]

const named = (location: Location) => {
  const name = entryName(location)
  return (visit: Visit) => visit.name === name
}

const visitOf = (location: Location): Visit => ({
  name: entryName(location),
  address: location.pathname + location.search,
})

/** The entry that fits and has the fewest others between it and this one. */
function nearest(
  entries: readonly Visit[],
  index: number,
  isFitting: (visit: Visit) => boolean,
): number | undefined {
  const fitting = [...entries.keys()].filter((each) => isFitting(entries[each]!))
  return fitting.sort((one, other) => Math.abs(one - index) - Math.abs(other - index))[0]
}

function visits(): Visits {
  const present = store.get(visitsAtom)
  if (present) return present
  const restored = restore()
  store.set(visitsAtom, restored)
  return restored
}

/** What the tab remembers, at the entry of this document as far as its address tells. */
function restore(): Visits {
  const { entries, index } = stored()
  const address = location.pathname + location.search
  const here = nearest(entries, index, (visit) => visit.address === address)
  if (here !== undefined && !isNewVisit()) return { entries, index: here }
  const arrival = { name: address, address, isArrival: true }
  const kept = [...entries.slice(0, index + 1), arrival]
  return { entries: kept, index: kept.length - 1 }
}

function stored(): Visits {
  try {
    const text = sessionStorage.getItem(storageKey)
    if (text) return JSON.parse(text) as Visits
  } catch {
    // Without storage a reload starts with one page, and leaving the viewer opens a new grid.
  }
  return { entries: [], index: -1 }
}

function keep(changed: Visits): void {
  store.set(visitsAtom, changed)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(changed))
  } catch {
    // As above.
  }
}
