import type { Config } from '../core/config/config.ts'
import { timeOf } from '../operations/backup/backup-folder.ts'
import type { BackupReport } from '../operations/backup/backup-report.ts'
import { drilledCount } from '../operations/backup/drill-photos.ts'
import { lastDrills, noteDrill } from '../operations/backup/drill-record.ts'
import { BackupRunning } from '../operations/backup/gallery-source.ts'
import { TargetError } from '../operations/backup/target-error.ts'
import type {
  BackupEnd,
  BackupMessage,
  BackupOrders,
} from '../operations/safety/backup-messages.ts'
import { isDrillDue } from '../operations/safety/schedule.ts'
import { libraryAt } from '../storage/library.ts'
import { backUpInto, targetNotes, warningsOf } from './backup.ts'
import { type BackupTarget, backupTarget } from './backup-target.ts'
import { drillIn } from './drill.ts'
import { workForServer } from './for-server.ts'

/** How often the server is told how far it is, in ms. */
const progressMs = 250
/** The server tries again later if another backup is running, in ms. */
const lockWaitMs = 5000
/** How many sentences of each kind the server is told. */
const toldCount = 20

/** Makes a backup as the server that started this process ordered, and tells it how that ended. */
export async function backUpForServer(
  config: Config,
  [folder = '']: readonly string[],
  orders: string,
): Promise<number> {
  const { at, keep, lastAt, startsOver } = JSON.parse(orders) as BackupOrders
  const { tell, told, giveWay, end: endWork } = workForServer<BackupMessage>()
  const end = await outcomeOf(
    async () =>
      backUpInto(config, await backupTarget(config, folder), {
        keep,
        hasSecret: false,
        isNewTarget: startsOver,
        startOverAdvice: 'choose ‘Start over here’ in Account → Safety',
        lastAt: lastAt ?? undefined,
        now: () => at,
        lockWaitMs,
        onProgress: progressTold(tell, false),
        giveWay,
      }),
    folder,
  )
  await told({ kind: 'end', ...end })
  if (end.outcome === 'done') {
    const request = { now: () => at, lockWaitMs, giveWay, onProgress: progressTold(tell, true) }
    const reason = await drillIfDue(
      config,
      await backupTarget(config, folder),
      end.snapshot?.photos ?? 0,
      request,
    )
    if (reason !== undefined) await told({ kind: 'drill failed', reason })
  }
  endWork()
  return end.outcome === 'done' ? 0 : 1
}

/** @returns why the drill failed, if one was due and did. */
async function drillIfDue(
  config: Config,
  target: BackupTarget,
  photos: number,
  request: Parameters<typeof drillIn>[2],
): Promise<string | undefined> {
  const { folder } = target
  const library = libraryAt(config.data)
  const at = request.now()
  const last = lastDrills(library).find((drill) => drill.folder === folder)
  // One of a few photos says little of a gallery that has become large since.
  const isOutgrown = last !== undefined && 2 * last.photos < drilledCount(photos)
  if (!isOutgrown && !isDrillDue(last, at)) return undefined
  try {
    return (await drillIn(config, target, request)).problems[0]
  } catch (error) {
    // The next good backup is followed by one.
    if (error instanceof BackupRunning) return undefined
    const reason = error instanceof Error ? error.message : String(error)
    const note = { folder, at, photos: 0, problems: [reason] }
    await noteDrill(library, note).catch(() => undefined)
    return reason
  }
}

async function outcomeOf(work: () => Promise<BackupReport>, folder: string): Promise<BackupEnd> {
  try {
    const report = await work()
    const { name, photos, bytes, addedBytes, faults, replaced } = report
    const told = [...faults.slice(0, toldCount), ...replaced.slice(0, toldCount)]
    return {
      outcome: faults.length === 0 ? 'done' : 'incomplete',
      notes: [...told, ...warningsOf(report, folder), ...targetNotes(report, folder)],
      addedBytes,
      snapshot: { at: timeOf(name), photos, bytes },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { outcome: failureOf(error), reason, notes: [], addedBytes: 0 }
  }
}

function failureOf(error: unknown): BackupEnd['outcome'] {
  if (error instanceof BackupRunning) return 'busy'
  return error instanceof TargetError ? error.kind : 'failed'
}

/** The first and the last file are always told. */
function progressTold(tell: (message: BackupMessage) => void, isDrill: boolean) {
  let toldAt = Number.NEGATIVE_INFINITY
  return (progress: { done: number; total: number; bytes: number }) => {
    if (performance.now() - toldAt < progressMs && progress.done < progress.total) return
    toldAt = performance.now()
    tell({ kind: 'progress', ...progress, isDrill })
  }
}
