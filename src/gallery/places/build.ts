import type { Store } from '../../core/database/open.ts'
import type { Photos } from '../photos/photos.ts'
import { createPlaceRules, createPlaces } from './places.ts'
import { placeStore } from './store.ts'

/** The rule comes first, because photos are shown by it; the lists of places need the photos. */
export function buildPlaces(store: Store) {
  const rows = placeStore(store)
  const rules = createPlaceRules(store, rows)
  return {
    shown: rules.shown,
    withPhotos: (photos: Photos) => createPlaces({ store, rows, rules, photos }),
  }
}
