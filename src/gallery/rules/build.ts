import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { Albums } from '../albums/albums.ts'
import type { OnPhotoChanged } from '../photos/events.ts'
import type { Photos } from '../photos/photos.ts'
import { createCarryOut, type PlacedPhotos } from './carry-out.ts'
import { createRules } from './rules.ts'
import { createRuleRuns } from './runs.ts'
import { ruleStore } from './store.ts'

/** The rules. Albums and photos come later, because they tell of what changes. */
export function buildRules({
  store,
  clock,
  albums,
  fillAlbums,
  later,
}: {
  store: Store
  clock: Clock
  albums: PlacedPhotos
  fillAlbums: OnPhotoChanged
  later: () => { albums: Pick<Albums, 'ensureNamed'>; photos: Pick<Photos, 'read' | 'countHidden'> }
}) {
  const rows = ruleStore(store)
  const carryOut = createCarryOut({
    rows,
    albums,
    ensureAlbum: (name) => later().albums.ensureNamed(name),
  })
  const ruleRuns = createRuleRuns({ store, rows, clock, carryOut })
  const rules = createRules({
    ...{ store, rows, carryOut, runs: ruleRuns },
    read: (rowIds, viewer) => later().photos.read(rowIds, viewer),
    countHidden: (rowIds) => later().photos.countHidden(rowIds),
  })
  return {
    rules,
    ruleRuns,
    onChanged: (photo: number): void => {
      fillAlbums(photo)
      rules.hideKeywords(photo)
    },
  }
}
