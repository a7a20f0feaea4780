import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config/config.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import type { BackupEnd } from './backup-messages.ts'
import type { BackupProcess } from './backup-process.ts'
import { recordOfEnd, recordOfStart } from './backup-record.ts'
import { dueAt } from './schedule.ts'
import type { SafetyStore, TargetRow } from './store.ts'

export type RunningBackup = {
  readonly target: string
  readonly startedAt: number
  readonly done: number
  readonly total: number | null
  readonly bytes: number
  /** Whether the backup is done and recorded, and the restore drill runs. */
  readonly isDrill: boolean
}

type Running = {
  progress: RunningBackup
  readonly startsOver: boolean
  process?: BackupProcess
  isStopped: boolean
  /** Resolves when it has ended and that is recorded. */
  readonly ended: Promise<void>
}

type RunnerParts = {
  readonly store: Store
  readonly rows: SafetyStore
  readonly clock: Clock
  readonly config: Config
  /** What starts this program. */
  readonly program: readonly string[]
}

/** Makes the backups that are due or asked for, one after another. */
export function createBackupRunner(parts: RunnerParts) {
  const { rows, clock } = parts
  const asked = new Set<string>()
  const startingOver = new Set<string>()
  let running: Running | undefined
  let loop: Promise<void> | undefined
  let isClosing = false

  const isDue = (row: TargetRow) =>
    asked.has(row.id) || dueAt(row, rows.settings().schedule, clock.now()) <= clock.now()

  const run = async (row: TargetRow): Promise<void> => {
    const startedAt = clock.now()
    const progress = { target: row.id, startedAt, done: 0, total: null, bytes: 0, isDrill: false }
    const startsOver = startingOver.delete(row.id)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    running = { progress, startsOver, isStopped: false, ended }
    asked.delete(row.id)
    await makeBackup(row, running, { ...parts, isClosing: () => isClosing })
    running = undefined
    end()
  }

  const runAll = async (): Promise<void> => {
    // One that could not even be noted is not tried again at once.
    const tried = new Set<string>()
    while (!isClosing) {
      const next = rows
        .targets()
        .find((row) => asked.has(row.id) || (!tried.has(row.id) && isDue(row)))
      if (!next) return
      tried.add(next.id)
      await run(next)
    }
  }

  /** Resolves when nothing is due any more. */
  const runDue = (): Promise<void> => {
    loop ??= runAll().finally(() => {
      loop = undefined
    })
    return loop
  }

  return {
    runDue,
    isDue,
    running: (): RunningBackup | undefined => running?.progress,
    /** They begin soon, even if they are not due. */
    ask: (ids: readonly string[], startsOver: boolean): void => {
      for (const id of ids) {
        if (running?.progress.target === id) continue
        asked.add(id)
        if (startsOver) startingOver.add(id)
      }
    },
    /** Stops the running backup; the next one that is due begins. @throws AppError if none runs. */
    stop: async (): Promise<void> => {
      if (!running) throw new AppError(409, 'no backup is running')
      running.isStopped = true
      running.process?.kill()
      await running.ended
    },
    /** Interrupts the running backup, which the next start continues. */
    close: async (): Promise<void> => {
      isClosing = true
      running?.process?.kill()
      await loop
    },
  }
}

/** Never fails: what went wrong is recorded for the owner. */
async function makeBackup(
  { id, folder, verified_at: lastAt }: TargetRow,
  running: Running,
  { store, rows, clock, config, program, isClosing }: RunnerParts & { isClosing: () => boolean },
): Promise<void> {
  const record = (end: BackupEnd | 'stopped') =>
    store.note(() => rows.set(id, recordOfEnd(end, clock.now())))
  try {
    await store.note(() => rows.set(id, recordOfStart(running.progress.startedAt)))
    const { startBackupProcess } = await import('./backup-process.ts')
    if (isClosing()) return
    if (running.isStopped) return await record('stopped')
    running.process = startBackupProcess({
      program,
      config,
      folder,
      orders: {
        at: running.progress.startedAt,
        keep: rows.settings().keep,
        lastAt,
        startsOver: running.startsOver,
      },
      onProgress: ({ done, total, bytes, isDrill }) => {
        running.progress = { ...running.progress, done, total, bytes, isDrill }
      },
      onDrillFailed: (reason) => warn(`Restore drill of ${folder}: ${reason}`),
    })
    const end = await running.process.ended
    // Interrupted by the end of the server: the next start continues.
    if (isClosing()) return
    if (!running.isStopped && end.reason && end.outcome !== 'busy')
      warn(`Backup into ${folder}: ${end.reason}`)
    await record(running.isStopped ? 'stopped' : end)
    // The drill is part of the run: no other backup could begin meanwhile.
    await running.process.exited
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    warn(`The backup into ${folder} failed: ${reason}`)
    const end = { outcome: 'failed', reason, notes: [], addedBytes: 0 } as const
    await record(end).catch(() => undefined)
  }
}
