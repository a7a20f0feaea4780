import type { BackupStart, Safety, SafetyChange } from '../../contract/site/safety.ts'
import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config/config.ts'
import { missingAccess } from '../../core/config/config-backup.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import { ownProgram } from '../../core/own-program.ts'
import { minuteMs } from '../../core/time.ts'
import type { Library } from '../../storage/library.ts'
import { lastDrills } from '../backup/drill-record.ts'
import { lastBackup } from '../backup/last-backup.ts'
import { createBackupKeys } from './backup-key.ts'
import { createBackupRunner } from './backup-runner.ts'
import { dueAt } from './schedule.ts'
import { type SafetyStore, safetyStore, type TargetRow } from './store.ts'
import {
  configureFolders,
  isConfiguredAs,
  outside,
  refuseNested,
  replaceFolders,
  usableFolders,
} from './target-folders.ts'
import { toTarget } from './to-api.ts'
import { type ScheduledBackups, scheduledBackups } from './troubles.ts'

/** From the start to the first backup that is due, and how often others are looked for, in ms. */
const firstMs = 10_000
const tickMs = minuteMs

export type SafetyRules = ReturnType<typeof createSafety>

type SafetyParts = {
  readonly store: Store
  readonly clock: Clock
  readonly config: Config
  readonly library: Pick<
    Library,
    'drillsPath' | 'lastBackupPath' | 'backupKeyPath' | 'writeDurably'
  >
  /** What starts this program again. */
  readonly program?: readonly string[] | undefined
}

/** Backs the gallery up by itself, into the folders and at the times that the owner chose. */
export function createSafety(parts: SafetyParts) {
  const { store, clock, config, library, program = ownProgram() } = parts
  const rows = safetyStore(store)
  const keys = createBackupKeys({ config, library })
  const runner = createBackupRunner({ store, rows, clock, config, program })
  let timers: readonly Timer[] = []
  const tick = () =>
    void runner.runDue().catch((error: unknown) => {
      warn(`Could not look for backups that are due: ${String(error)}`)
    })

  const get = safetyReader({ clock, config, library, rows, keys, runner })

  return {
    get,
    change: async ({ schedule, keep, folders }: SafetyChange): Promise<Safety> => {
      const wanted = folders && usableFolders(folders, config)
      await store.note(() => {
        const before = rows.settings()
        rows.setSettings({ schedule: schedule ?? before.schedule, keep: keep ?? before.keep })
        if (wanted) replaceFolders(rows, wanted, clock.now())
      })
      const running = runner.running()
      if (running && !rows.target(running.target)) await runner.stop()
      if (timers.length > 0) tick()
      return get()
    },
    /** @throws AppError if there is no such target, or none at all. */
    backUp: ({ target, startsOver = false }: BackupStart): Safety => {
      runner.ask(chosenTargets(rows.targets(), target), startsOver)
      tick()
      return get()
    },
    /** @throws AppError if there is a key already. */
    makeKey: keys.make,
    stopBackup: async (): Promise<Safety> => {
      await runner.stop()
      return get()
    },
    /** Takes over the folders of the command line. @throws AppError if one cannot be used. */
    configure: async (): Promise<void> => {
      for (const folder of config.backup) outside(folder, config.data)
      refuseNested(config.backup)
      if (isConfiguredAs(rows, config.backup)) return
      await store.note(() => configureFolders(rows, config.backup, clock.now()))
    },
    /** Those that wait for the owner's answer since the gallery was restored. */
    heldFolders: (): string[] => rows.targets().filter(isHeld).map(folderOf),
    /** Whether the owner can rely on the backups. */
    scheduled: (): ScheduledBackups =>
      scheduledBackups(rows.targets(), rows.settings().schedule, lastDrills(library), clock.now()),
    /** Makes the backups that are due, now. */
    runDue: runner.runDue,
    start: (): void => {
      timers = [setTimeout(tick, firstMs).unref(), setInterval(tick, tickMs).unref()]
    },
    stop: async (): Promise<void> => {
      for (const timer of timers) clearTimeout(timer)
      timers = []
      await runner.close()
    },
  }
}

type ReaderParts = Pick<SafetyParts, 'clock' | 'config' | 'library'> & {
  readonly rows: SafetyStore
  readonly keys: Pick<ReturnType<typeof createBackupKeys>, 'exists'>
  readonly runner: Pick<ReturnType<typeof createBackupRunner>, 'running' | 'isDue'>
}

/** What the owner sees of the backups. */
function safetyReader({ clock, config, library, rows, keys, runner }: ReaderParts) {
  return (): Safety => {
    const { schedule, keep } = rows.settings()
    const running = runner.running()
    const drills = lastDrills(library)
    const hasBackup = lastBackup(library) !== undefined
    const stateOf = (row: TargetRow) => ({
      isRunning: running?.target === row.id,
      isDue: runner.isDue(row),
      nextAt: Math.max(clock.now(), dueAt(row, schedule, clock.now())),
      drill: drills.find(({ folder }) => folder === row.folder),
      // As the status: a restored database knows backups of the gallery before, whose disks may be
      // with another machine.
      isVerifiedHere: hasBackup && !isHeld(row),
    })
    return {
      schedule,
      keep,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      hasBucketAccess: missingAccess(config) === undefined,
      hasBackupKey: keys.exists(),
      targets: rows.targets().map((row) => toTarget(row, stateOf(row))),
      running: running
        ? { ...running, startedAt: new Date(running.startedAt).toISOString() }
        : null,
    }
  }
}

const isHeld = (row: TargetRow): boolean => row.is_held === 1
const folderOf = (row: TargetRow): string => row.folder

/**
 * The ids of the targets to back up into now. Without a wish, not those that are held: another
 * gallery may use them, so the owner decides for each.
 * @throws AppError if there is no such target, or none at all.
 */
function chosenTargets(all: readonly TargetRow[], target: string | undefined): string[] {
  if (target !== undefined) {
    if (!all.some(({ id }) => id === target)) throw notFound()
    return [target]
  }
  if (all.length === 0) throw new AppError(409, 'choose a folder for backups first')
  const free = all.filter((row) => !isHeld(row))
  if (free.length > 0) return free.map(({ id }) => id)
  throw new AppError(
    409,
    'each folder waits for your answer since this gallery was restored: press “Back up here again” for it',
  )
}
