import type { UxConfig } from '../../src/contract/ux-config.ts'
import { colorThemes } from '../../src/contract/vocabulary.ts'
import { ApiError, api, unwrap } from '../api.ts'
import { forgetCollections } from '../photos/collections.ts'
import { setPhotostreamTotal } from '../photos/photostream-total.ts'
import { notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { triedUxConfigAtom, uxConfigAtom } from '../state/ux-config.ts'
import { texts } from './ux-config-texts.ts'

/** Shows the page with settings that are not saved, until stopTrying(). */
export function tryOut(config: UxConfig): void {
  store.set(triedUxConfigAtom, config)
  dress(config)
}

/** Back to what is saved. */
export function stopTrying(): void {
  store.set(triedUxConfigAtom, undefined)
  dress(store.get(uxConfigAtom))
}

/** Reads the current config and shows it everywhere; a failure is said. */
export async function refreshUxConfig(): Promise<void> {
  try {
    applyUxConfig(await unwrap(api.user.config.$get()))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify(texts.loadFailed(error.message))
  }
}

/** Saves the settings and reads them again. @throws ApiError when they were not saved. */
export async function saveUxConfig(config: UxConfig): Promise<void> {
  applyUxConfig(await unwrap(api.user.config.$post({ json: config })))
  await refreshUxConfig()
}

function applyUxConfig(config: UxConfig): void {
  if (JSON.stringify(config) === JSON.stringify(store.get(uxConfigAtom))) return
  store.set(uxConfigAtom, config)
  dress(config)
  // Lists were read in the batches of before, and another photostream makes other photos public.
  forgetCollections()
  setPhotostreamTotal(undefined)
}

/** What the server writes on the page's root element (src/site/document.ts). */
function dress({ colorTheme, photoBackgroundColor, photoBorders }: UxConfig): void {
  const { classList, dataset } = document.documentElement
  classList.remove(...colorThemes)
  classList.add(colorTheme)
  dataset.wall = photoBackgroundColor
  dataset.borders = photoBorders
}
