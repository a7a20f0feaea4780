import { createStore } from 'jotai'

/** What outlives a screen; loaders and handlers outside React use it as well. */
export const store = createStore()
