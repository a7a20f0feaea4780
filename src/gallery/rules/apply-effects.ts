import type { Albums } from '../albums/albums.ts'
import { type AlbumEffect, type Effect, isKeywordEffect, type KeywordEffect } from './effects.ts'
import type { RuleRow, RuleStore } from './store.ts'

type EffectTargets = {
  readonly rows: Pick<RuleStore, 'hide'>
  readonly albums: Pick<Albums, 'placePhoto' | 'takePhoto' | 'ensureNamed'>
}

/** Applies the effects of the rules to a photo. Inside Store.write. */
export function applyEffects(
  { rows, albums }: EffectTargets,
  row: RuleRow,
  effects: readonly Effect[],
): void {
  for (const effect of effects) {
    if (!isKeywordEffect(effect)) place(albums, row.row_id, effect)
  }
  const ofKeywords = effects.filter(isKeywordEffect)
  if (ofKeywords.length > 0) rows.hide(row.row_id, hiddenAfter(row, ofKeywords))
}

function place(albums: EffectTargets['albums'], photo: number, effect: AlbumEffect): void {
  const album = effect.rowId ?? albums.ensureNamed(effect.album).row_id
  if (effect.kind === 'add') albums.placePhoto(album, photo)
  else albums.takePhoto(album, photo)
}

function hiddenAfter(row: RuleRow, effects: readonly KeywordEffect[]): string[] {
  const hidden = new Set(JSON.parse(row.hidden_keywords) as string[])
  for (const { kind, keyword } of effects) {
    if (kind === 'hide') hidden.add(keyword)
    else hidden.delete(keyword)
  }
  return [...hidden]
}
