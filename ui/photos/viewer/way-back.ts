import type { DataRouter, NavigateFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { returnState } from '../first-batch.ts'

/** Which address stands at each place of this tab's history; it survives a reload. */
const storageKey = 'vitrine:places'

type Places = Record<number, string>

/** The place that react-router gives the present history entry. */
const currentPlace = (): number => {
  const place: unknown = window.history.state?.idx
  return typeof place === 'number' ? place : 0
}

function readPlaces(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Places
  } catch {
    return {}
  }
}

/** Keeps in mind where the visitor has been, so that leaving the viewer can go back there. */
export function rememberPlaces(router: DataRouter): void {
  const note = () => {
    const { pathname, search } = router.state.location
    try {
      const places = { ...readPlaces(), [currentPlace()]: pathname + search }
      sessionStorage.setItem(storageKey, JSON.stringify(places))
    } catch {
      // Without storage the way back is a new visit of the grid.
    }
  }
  note()
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') note()
  })
}

/** Where the grid begins that one came from; undefined where one came from elsewhere. */
function offsetBefore(): number | undefined {
  const place = readPlaces()[currentPlace() - 1]
  const { pathname, searchParams } = new URL(place ?? paths.photos(), location.origin)
  return pathname === paths.home() ? Number(searchParams.get('offset') ?? 0) : undefined
}

/**
 * Back to the very place in the grid if one came from there and the photo at `position` is in it,
 * else to another grid's address.
 */
export function leaveToGrid(navigate: NavigateFunction, position: number, address: string): void {
  const offset = offsetBefore()
  if (offset !== undefined && offset <= position) void navigate(-1)
  else void navigate(address, { viewTransition: true, state: returnState })
}
