import { createStore } from 'jotai'

/** For state that outlives a screen; loaders and handlers outside React use it as well. */
export let store = createStore()

/**
 * On the server, gives each page a new store. Pages are rendered synchronously, so their data cannot
 * mix.
 */
export function renewStore(): void {
  store = createStore()
}
