import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Originals, PutBack, PutBackResult } from '../../contract/site/originals.ts'
import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config/config.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import { ownProgram } from '../../core/own-program.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import { lastBackup } from '../backup/last-backup.ts'
import type { SafetyRules } from '../safety/safety.ts'
import type { Damage } from '../status/damage.ts'
import type { DamagedOriginals } from '../status/original-problem.ts'
import { createOriginalsCheck } from './originals-check.ts'
import { originalsStore } from './store.ts'

export type OriginalsRules = ReturnType<typeof createOriginals>

type OriginalsParts = {
  readonly store: Store
  readonly clock: Clock
  readonly config: Config
  readonly library: Library
  readonly media: Media
  readonly photos: Pick<Photos, 'read'>
  readonly damage: Pick<Damage, 'requireOriginals'>
  readonly safety: Pick<SafetyRules, 'scheduled'>
  /** What starts this program again. */
  readonly program?: readonly string[] | undefined
}

/** How many are named in the status. */
const namedCount = 3

/** Reads every original again and again, and puts damaged ones back from backups. */
export function createOriginals(parts: OriginalsParts) {
  const { store, config, library, media, photos, damage, safety, program = ownProgram() } = parts
  const rows = originalsStore(store)
  /** Of backups. */
  const folders = (): string[] => {
    const last = lastBackup(library)?.folder
    return [...new Set([...safety.scheduled().folders, ...(last === undefined ? [] : [last])])]
  }
  const check = createOriginalsCheck({ ...parts, rows, folders, program })
  let puttingBack: { readonly kill: () => void } | undefined

  const get = async (): Promise<Originals> => {
    const { toCheck, toDamaged } = await import('./to-api.ts')
    const { originalsLimits } = await import('../../contract/limits.ts')
    const damaged = rows.damaged(originalsLimits.shown).flatMap((row) => {
      const [photo] = photos.read([row.photo], ownerViewer)
      return photo ? [toDamaged(row, photo)] : []
    })
    const { total: damagedCount, saved: savedCount } = rows.damagedCount()
    const isChecking = check.isRunning()
    return { ...toCheck(rows.check()), isChecking, damaged, damagedCount, savedCount }
  }

  return {
    get,
    /** @throws AppError 409 while others are put back, StoreError 503 if all originals are missing. */
    putBack: async ({ ids }: PutBack): Promise<PutBackResult> => {
      if (puttingBack)
        throw new AppError(409, 'originals are being put back already; wait a little')
      damage.requireOriginals()
      const { originalsLimits } = await import('../../contract/limits.ts')
      const saved = () => rows.damaged(originalsLimits.putBack).filter(({ copy }) => copy !== null)
      const wanted = ids?.filter(rows.isDamaged) ?? saved().map(({ original }) => original)
      if (wanted.length === 0) return { putBack: [], failed: [], originals: await get() }
      const { putOriginalsBack } = await import('./put-originals-back.ts')
      if (puttingBack)
        throw new AppError(409, 'originals are being put back already; wait a little')
      const process = putOriginalsBack(wanted, folders(), { store, rows, config, media, program })
      puttingBack = process
      const result = await process.done.finally(() => {
        puttingBack = undefined
      })
      return { ...result, originals: await get() }
    },
    /** Reads the damaged ones again, in the background. */
    checkDamaged: async (): Promise<Originals> => {
      void check.run('damaged').catch((error: unknown) => warn(`The check failed: ${error}`))
      return get()
    },
    /** Reads the share of today. Resolves when it has ended. */
    checkShare: () => check.run('share'),
    /** For the status, which names some. */
    damaged: (): DamagedOriginals => {
      const { total, saved } = rows.damagedCount()
      const named = total === 0 ? [] : rows.damaged(namedCount)
      const names = named.map(({ title, source_name }) => title || source_name)
      return { total, saved, names }
    },
    stop: async (): Promise<void> => {
      puttingBack?.kill()
      await check.stop()
    },
  }
}
