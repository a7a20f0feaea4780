import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Rule, Rules, RulesPreview, RulesPreviewRequest } from '../../contract/site/rules.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { Albums } from '../albums/albums.ts'
import type { Photos } from '../photos/photos.ts'
import { applyEffects } from './apply-effects.ts'
import { type AlbumEffect, createEffects, type Effect, isKeywordEffect } from './effects.ts'
import { inBatches } from './in-batches.ts'
import { createRuleRuns } from './runs.ts'
import { type RuleRow, type RuleStore, ruleStore } from './store.ts'

export type RuleService = ReturnType<typeof createRules>

/** Puts photos where the owner's rules say, without touching what was placed by hand. */
export function createRules(parts: {
  store: Store
  clock: Clock
  photos: Pick<Photos, 'read' | 'countHidden'>
  albums: Pick<Albums, 'placePhoto' | 'takePhoto' | 'ensureNamed'>
}) {
  const { store, clock, photos, albums } = parts
  const rows = ruleStore(store)
  const apply = (row: RuleRow, effects: readonly Effect[]) =>
    applyEffects({ rows, albums }, row, effects)
  const runs = createRuleRuns({ store, rows, clock, apply })
  let found: { key: string; changes: Promise<Changes> } | undefined

  /** Hidden keywords stay hidden until the owner applies the rules. Inside Store.write. */
  const run = (rowId: number, wanted: (effect: Effect) => boolean): void => {
    const rules = rows.rules()
    const row = rules.length > 0 ? rows.photo(rowId) : undefined
    if (row) apply(row, createEffects(rules, rows)(row).filter(wanted))
  }

  /** All pages of a preview share one search, unless something changes in between. */
  const changesOf = (rules: readonly Rule[]): Promise<Changes> => {
    const key = `${store.version()} ${JSON.stringify(rules)}`
    if (found?.key !== key) found = { key, changes: findChanges(rows, photos, rules) }
    return found.changes
  }

  return {
    /** Applying the rules to all photos. */
    runs,
    /** After a photo's file was added or replaced. Inside Store.write. */
    runOn: (rowId: number): void => run(rowId, ({ kind }) => kind !== 'show'),
    /** After any change that may concern its keywords. Inside Store.write. */
    hideKeywords: (rowId: number): void => run(rowId, ({ kind }) => kind === 'hide'),
    get: (): Rules => ({
      rules: rows.rules(),
      run: runs.state(),
      labels: rows.labels(),
      folders: rows.folders(),
      hasPhotostream: rows.photostream() !== undefined,
    }),
    /** @throws AppError 409 while they are being applied. */
    set: (rules: readonly Rule[]): Promise<void> =>
      store.write(() => {
        runs.refuseWhileRunning()
        rows.setRules(rules)
      }),
    preview: async ({ rules, limit, offset }: RulesPreviewRequest): Promise<RulesPreview> => {
      const wanted = rules ?? rows.rules()
      const { rowIds, madePublic, newAlbums } = await changesOf(wanted)
      const effectsOf = createEffects(wanted, rows)
      const shown = rowIds.slice(offset, offset + limit).flatMap((rowId) => {
        const row = rows.photo(rowId)
        const [photo] = photos.read([rowId], ownerViewer)
        const effects = row ? effectsOf(row).map(asSent) : []
        return photo && effects.length > 0 ? [{ photo, effects }] : []
      })
      return { total: rowIds.length, madePublic, newAlbums, offset, photos: shown }
    },
  }
}

type Changes = {
  /** The photos that would change, ascending. */
  readonly rowIds: readonly number[]
  readonly madePublic: number
  readonly newAlbums: string[]
}

/** What the rules would change. Pauses between batches. */
async function findChanges(
  rows: RuleStore,
  photos: Pick<Photos, 'countHidden'>,
  rules: readonly Rule[],
): Promise<Changes> {
  const rowIds: number[] = []
  const opened: number[] = []
  const newAlbums = new Set<string>()
  const note = (rowId: number, effects: readonly Effect[]) => {
    if (effects.length === 0) return
    rowIds.push(rowId)
    const additions = effects.filter(isAddition)
    if (additions.some(({ isOpen }) => isOpen)) opened.push(rowId)
    for (const { album, rowId: known } of additions) if (known === null) newAlbums.add(album)
  }
  await inBatches(rows, 0, (batch) => {
    const effectsOf = createEffects(rules, rows)
    for (const row of batch) note(row.row_id, effectsOf(row))
    return true
  })
  return { rowIds, madePublic: await photos.countHidden(opened), newAlbums: [...newAlbums] }
}

const isAddition = (effect: Effect): effect is AlbumEffect => effect.kind === 'add'

type SentEffect = RulesPreview['photos'][number]['effects'][number]

function asSent(effect: Effect): SentEffect {
  if (isKeywordEffect(effect)) return effect
  const { kind, album, isPhotostream } = effect
  return { kind, album, isPhotostream }
}
