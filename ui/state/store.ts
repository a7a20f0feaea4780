import { createStore } from 'jotai'

/** State that outlives a screen; loaders and handlers outside React use it as well. */
export let store = createStore()

/**
 * On the server: a new store for each page. A page is rendered synchronously, so that no other
 * page's data can get into it.
 */
export function renewStore(): void {
  store = createStore()
}
