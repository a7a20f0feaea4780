import { colorThemes } from '../../../../src/contract/site/appearance.ts'
import type { UxConfig } from '../../../../src/contract/site/ux-config.ts'
import { forgetCollections } from '../../../catalogue/list/store.ts'
import { setPhotostreamTotal } from '../../../catalogue/photostream-total.ts'
import { api, codeAndMessage, unwrap } from '../../../kit/api.ts'
import { notify } from '../../../kit/state/notices.ts'
import { store } from '../../../kit/state/store.ts'
import { previewedUxConfigAtom, uxConfigAtom } from '../../../kit/state/ux-config.ts'
import { texts } from './texts.ts'

/** Applies unsaved settings to this page until endPreview(). */
export function previewConfig(config: UxConfig): void {
  store.set(previewedUxConfigAtom, config)
  applyToRoot(config)
}

export function endPreview(): void {
  store.set(previewedUxConfigAtom, undefined)
  applyToRoot(store.get(uxConfigAtom))
}

/** Loads the config and applies it; a notice reports a failure. */
export async function refreshUxConfig(): Promise<void> {
  try {
    applyUxConfig(await unwrap(api.user.config.$get()))
  } catch (error) {
    notify(texts.loadFailed(codeAndMessage(error)))
  }
}

/**
 * Saves the settings and loads them again.
 * @returns them as they are now. @throws ApiError if they were not saved
 */
export async function saveUxConfig(config: UxConfig): Promise<UxConfig> {
  applyUxConfig(await unwrap(api.user.config.$post({ json: config })))
  await refreshUxConfig()
  return store.get(uxConfigAtom)
}

function applyUxConfig(config: UxConfig): void {
  if (JSON.stringify(config) === JSON.stringify(store.get(uxConfigAtom))) return
  store.set(uxConfigAtom, config)
  applyToRoot(config)
  // Lists depend on the number of photos per load and on the photostream.
  forgetCollections()
  setPhotostreamTotal(undefined)
}

/** Sets the same classes and attributes as the server's document (src/site/document.ts). */
function applyToRoot({ colorTheme, photoBackgroundColor, photoBorders }: UxConfig): void {
  const { classList, dataset } = document.documentElement
  classList.remove(...colorThemes)
  classList.add(colorTheme)
  dataset.wall = photoBackgroundColor
  dataset.borders = photoBorders
}
