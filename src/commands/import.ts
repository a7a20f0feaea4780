import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { type ImportEvent, type ImportRequest, importFolder } from '../intake/import-folder.ts'
import { importThroughServer } from './control-socket.ts'
import { createImportReport } from './import-report.ts'
import { openFolder } from './open-folder.ts'

/**
 * `vitrine import`: takes the folder itself, or hands the work to the server that has it.
 * @returns 0, or 1 if any file failed.
 */
export async function importPhotos(
  config: Config,
  {
    paths,
    album,
    isPhotostream,
  }: { paths: string[]; album?: string | undefined; isPhotostream: boolean },
): Promise<number> {
  if (paths.length === 0) {
    throw new ConfigError('import needs the files or folders to take in; see vitrine --help.')
  }
  const name = album?.trim()
  if (name !== undefined && (name === '' || name.length > 120)) {
    throw new ConfigError('--album must be a name of 1 to 120 characters.')
  }
  const request: ImportRequest = {
    paths: paths.map((path) => resolve(path)),
    ...(name !== undefined && { album: name }),
    isPhotostream,
  }
  const folder = await openFolder(config)
  if (!folder) return report(importThroughServer(config.data, request))
  let isCancelled = false
  process.once('SIGINT', () => {
    isCancelled = true
  })
  process.once('SIGTERM', () => {
    isCancelled = true
  })
  try {
    const parts = { ...folder, concurrency: availableParallelism() }
    return await report(importFolder(request, parts, () => isCancelled))
  } finally {
    folder.close()
    folder.lock.release()
  }
}

async function report(events: AsyncGenerator<ImportEvent>): Promise<number> {
  const lines = createImportReport(process.stdout)
  for await (const event of events) lines.tell(event)
  return lines.end()
}
