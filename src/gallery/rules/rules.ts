import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Rule, Rules, RulesPreview, RulesPreviewRequest } from '../../contract/site/rules.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { Albums } from '../albums/albums.ts'
import type { Photos } from '../photos/photos.ts'
import { createCarryOut } from './carry-out.ts'
import { createEffects, type Effect } from './effects.ts'
import { createRuleRuns } from './runs.ts'
import { eachSlice } from './slices.ts'
import { ruleStore } from './store.ts'

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
  const carryOut = createCarryOut({ rows, albums })
  const runs = createRuleRuns({ store, rows, clock, carryOut })
  let found: { key: string; changes: Promise<Changes> } | undefined

  /** What is hidden stays so until the owner applies the rules. Inside Store.write. */
  const run = (rowId: number, wanted: (effect: Effect) => boolean): void => {
    const rules = rows.rules()
    const row = rules.length > 0 ? rows.photo(rowId) : undefined
    if (row) carryOut(row, createEffects(rules, rows)(row).filter(wanted))
  }

  const findChanges = async (rules: readonly Rule[]): Promise<Changes> => {
    const rowIds: number[] = []
    const opened: number[] = []
    const newAlbums = new Set<string>()
    await eachSlice(rows, 0, (slice) => {
      const effectsOf = createEffects(rules, rows)
      for (const row of slice) {
        const effects = effectsOf(row)
        if (effects.length === 0) continue
        rowIds.push(row.row_id)
        if (effects.some((effect) => effect.kind === 'add' && effect.isOpen)) {
          opened.push(row.row_id)
        }
        for (const effect of effects) {
          if (effect.kind === 'add' && effect.rowId === null) newAlbums.add(effect.album)
        }
      }
      return true
    })
    return { rowIds, madePublic: await photos.countHidden(opened), newAlbums: [...newAlbums] }
  }

  /** Pages of one preview are of one search, unless something changes in between. */
  const changesOf = (rules: readonly Rule[]): Promise<Changes> => {
    const key = `${store.version()} ${JSON.stringify(rules)}`
    if (found?.key !== key) found = { key, changes: findChanges(rules) }
    return found.changes
  }

  return {
    /** Applying the rules to all photos. */
    runs,
    /** After a photo's file was added or replaced. Inside Store.write. */
    runOn: (rowId: number): void => run(rowId, ({ kind }) => kind !== 'show'),
    /** After its keywords may have changed in whatever way. Inside Store.write. */
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

/** By row id, ascending. */
type Changes = {
  readonly rowIds: readonly number[]
  readonly madePublic: number
  readonly newAlbums: string[]
}

function asSent(effect: Effect): RulesPreview['photos'][number]['effects'][number] {
  if ('keyword' in effect) return effect
  const { kind, album, isPhotostream } = effect
  return { kind, album, isPhotostream }
}
