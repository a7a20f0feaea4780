import type { DataRouter, NavigateFunction } from 'react-router'
import { paths } from '../../paths.ts'

/** Which path stands at each place of this tab's history; it survives a reload. */
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
    try {
      const places = { ...readPlaces(), [currentPlace()]: router.state.location.pathname }
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

/** Back to the very place in the grid if one came from there, else to the grid's start. */
export function leaveToGrid(navigate: NavigateFunction): void {
  if (readPlaces()[currentPlace() - 1] === paths.home()) void navigate(-1)
  else void navigate(paths.home(), { viewTransition: true })
}
