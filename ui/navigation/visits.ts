/** How many batches the grid showed at each place of this tab's history; it survives a reload. */
const storageKey = 'vitrine:shown-batches'
/** The places that are kept, the latest. */
const keptPlaces = 50

type Shown = Record<string, number>

/** The name that react-router gives the present history entry. */
const place = (): string => String(history.state?.key ?? 'first')

function read(): Shown {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Shown
  } catch {
    return {}
  }
}

/** Keeps in mind how far the present history entry's grid goes. */
export function rememberShown(batches: number): void {
  const { [place()]: _, ...others } = read()
  const kept = Object.entries(others).slice(1 - keptPlaces)
  try {
    const shown = Object.fromEntries([...kept, [place(), batches]])
    sessionStorage.setItem(storageKey, JSON.stringify(shown))
  } catch {
    // Without storage a reload begins with the first batch.
  }
}

/** The batches to begin with, so that going back and reloading find the height they left. */
export function shownBefore(): number {
  const shown = read()[place()]
  return Number.isInteger(shown) ? Math.max(1, shown!) : 1
}
