/**
 * The server's page is there before the scripts that know its keys: what is pressed meanwhile
 * waits for the first screen that listens.
 */
let early: KeyboardEvent[] = []
const keep = (event: KeyboardEvent) => early.push(event)

export function keepEarlyKeys(): void {
  document.addEventListener('keydown', keep)
}

/** What was pressed so far, told once; from then on the screens listen themselves. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  document.removeEventListener('keydown', keep)
  const taken = early
  early = []
  return taken
}
