import type { DataRouter, NavigateFunction } from 'react-router'
import { returnState } from '../../navigation/return-paths.ts'
import type { ListAddress } from '../list/address.ts'

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

/** Where the list's grid begins that one came from; undefined where one came from elsewhere. */
function offsetBefore({ grid, query }: ListAddress): number | undefined {
  const place = readPlaces()[currentPlace() - 1]
  if (place === undefined) return undefined
  const { pathname, searchParams } = new URL(place, location.origin)
  const list = new URLSearchParams(query)
  const isSame = ['q', 'cameraModel'].every((key) => searchParams.get(key) === list.get(key))
  return pathname === grid && isSame ? Number(searchParams.get('offset') ?? 0) : undefined
}

/**
 * Back to the very place in the grid if one came from there and the photo at `position` is in it,
 * else to another grid's address.
 */
export function leaveToGrid(
  navigate: NavigateFunction,
  list: ListAddress,
  position: number,
  address: string,
): void {
  const offset = offsetBefore(list)
  if (offset !== undefined && offset <= position) void navigate(-1)
  else void navigate(address, { viewTransition: true, state: returnState })
}
