/**
 * The first-start secret out of the address' fragment, or undefined. It is taken out of the address
 * bar and the history, so that nobody reads it there; from then on only memory holds it.
 */
export function takeSetupSecret(): string | undefined {
  const secret = location.hash.slice(1)
  if (secret === '') return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}
