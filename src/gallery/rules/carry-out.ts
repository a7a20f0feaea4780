import type { Albums } from '../albums/albums.ts'
import type { Effect } from './effects.ts'
import type { RuleRow, RuleStore } from './store.ts'

/** Changes a photo as the rules want. Inside Store.write. */
export type CarryOut = (row: RuleRow, effects: readonly Effect[]) => void

export function createCarryOut(parts: {
  rows: Pick<RuleStore, 'hide'>
  albums: Pick<Albums, 'placePhoto' | 'takePhoto' | 'ensureNamed'>
}): CarryOut {
  return (row, effects) => {
    const hidden = new Set(JSON.parse(row.hidden_keywords) as string[])
    for (const effect of effects) {
      if ('keyword' in effect) {
        if (effect.kind === 'hide') hidden.add(effect.keyword)
        else hidden.delete(effect.keyword)
      } else {
        const album = effect.rowId ?? parts.albums.ensureNamed(effect.album).row_id
        if (effect.kind === 'add') parts.albums.placePhoto(album, row.row_id)
        else parts.albums.takePhoto(album, row.row_id)
      }
    }
    if (effects.some((effect) => 'keyword' in effect)) {
      parts.rows.hide(row.row_id, [...hidden])
    }
  }
}
