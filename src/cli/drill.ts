import { countOf, countOfPhotos, grouped } from '../contract/text/counts.ts'
import type { Config } from '../core/config/config.ts'
import {
  type DrillReport,
  type DrillRequest,
  drillBackup,
} from '../operations/backup/drill-backup.ts'
import { formatBytes } from '../operations/backup/free-space.ts'
import { backupTargetIn, openGalleryLibrary } from './backup.ts'
import type { BackupTarget } from './backup-target.ts'
import { explainCopyErrors } from './explain-copy-errors.ts'
import { progressOn } from './progress.ts'
import { print, printProblem } from './terminal.ts'

/** @returns 0, or 1 if what was restored is not as it should be. */
export async function drill(config: Config, paths: readonly string[]): Promise<number> {
  const target = await backupTargetIn(config, paths)
  const { folder } = target
  const progress = progressOn(process.stdout, 'Restoring')
  const startedAt = performance.now()
  try {
    const report = await drillIn(config, target, { now: Date.now, onProgress: progress.show })
    progress.clear()
    const seconds = (performance.now() - startedAt) / 1000
    for (const line of linesOf(report, folder, seconds)) print(line)
    for (const problem of report.problems) printProblem(problem)
    return report.problems.length === 0 ? 0 : 1
  } finally {
    progress.clear()
  }
}

/** @throws Error with one line for the owner if the drill could not be made. */
export function drillIn(
  { data }: Config,
  { folder, store }: BackupTarget,
  request: Omit<DrillRequest, 'library' | 'folder' | 'store'>,
): Promise<DrillReport> {
  const full = `${data} is full, so nothing could be restored there: free some space, and run the drill again.`
  // No bucket is read: the backup has all originals.
  const again = 'Run the drill again.'
  return explainCopyErrors({ data, backup: folder, full, again }, async () =>
    drillBackup({ ...request, library: openGalleryLibrary(data), folder, store }),
  )
}

function* linesOf(report: DrillReport, folder: string, seconds: number): Generator<string> {
  const { snapshot, photos, bytes, counts, problems } = report
  yield `Restore drill of the snapshot ${snapshot} in ${folder}`
  if (counts) {
    const { albums, comments, likes } = counts
    yield `Restored into scratch space, and removed again: the database and ${grouped(photos)} of ${countOfPhotos(counts.photos)} (${formatBytes(bytes)})`
    yield `Compared: the database with ${countOfPhotos(counts.photos)}, ${countOf(albums, 'album')}, ${countOf(comments, 'comment')} and ${countOf(likes, 'like')}, and the md5 of each restored photo, which was also decoded`
  }
  const result = problems.length === 0 ? 'all good' : countOf(problems.length, 'problem')
  yield `Result: ${result}, after ${seconds.toFixed(1)} seconds`
}
