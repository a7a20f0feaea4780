import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { countOf } from '../contract/text/counts.ts'
import { sizeText } from '../contract/text/size-text.ts'
import type { Config } from '../core/config/config.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { version } from '../core/version.ts'
import { exportGallery } from '../operations/export/export-gallery.ts'
import type { ExportReport } from '../operations/export/exporting.ts'
import { libraryAt, openLibrary } from '../storage/library.ts'
import { bucketFilesFor } from './bucket-files.ts'
import { examineFolder } from './examine-folder.ts'
import { explainCopyErrors } from './explain-copy-errors.ts'
import { progressOn } from './progress.ts'
import { print, printProblem } from './terminal.ts'

/** @returns 0, or 1 if an original of the gallery is missing or damaged. */
export async function exportInto(config: Config, paths: readonly string[]): Promise<number> {
  const [path] = paths
  if (path === undefined || paths.length > 1) {
    throw new ConfigError('export needs one folder to export into; see vitrine --help.')
  }
  const folder = resolve(path)
  const progress = progressOn(process.stdout, 'Exporting')
  const full = `${folder} is full: free some space or choose another folder. The next export keeps what was already written.`
  const again = 'The next export keeps what was already written.'
  try {
    const report = await explainCopyErrors(
      { data: config.data, backup: folder, full, again },
      async () =>
        exportGallery({
          library: openGallery(config.data),
          folder,
          version,
          now: Date.now,
          onProgress: progress.show,
          openBucket: bucketFilesFor(config),
        }),
    )
    progress.clear()
    for (const line of linesOf(report, config.data, folder)) print(line)
    for (const fault of report.faults) printProblem(fault)
    if (report.faults.length === 0) return 0
    printProblem('everything else was exported. "vitrine check" says more about the gallery.')
    return 1
  } finally {
    progress.clear()
  }
}

/** @throws Error if there is no gallery: a mistyped path must not become a data folder. */
function openGallery(data: string) {
  if (!existsSync(libraryAt(data).databasePath)) {
    throw new Error(`There is no gallery in ${data}; name its data folder with --data.`)
  }
  examineFolder(data)
  return openLibrary(data)
}

function* linesOf(report: ExportReport, data: string, folder: string): Generator<string> {
  const { photos, albums, comments, likes } = report
  yield `Exported ${data} to ${folder}: ${countOf(photos, 'photo')}, ${countOf(albums, 'album')}, ${countOf(comments, 'comment')} and ${countOf(likes, 'like')}`
  const removed = report.removed > 0 ? `, ${report.removed} removed` : ''
  yield `${countOf(report.written, 'file')} written (${sizeText(report.bytes)}), ${report.unchanged} unchanged${removed}; each original was read back`
  yield `It contains your private photos and the e-mail addresses of your guests: keep it to yourself. To look at it, open ${folder}/index.html`
}
