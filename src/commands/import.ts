import { resolve } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { createImportReport } from './import-report.ts'
import { runImport } from './import-run.ts'

/** @returns 0, or 1 if any file failed. */
export async function importPhotos(
  config: Config,
  {
    paths,
    album,
    isPhotostream,
  }: { paths: string[]; album?: string | undefined; isPhotostream: boolean },
): Promise<number> {
  if (paths.length === 0) {
    throw new ConfigError('import needs at least one file or folder; see vitrine --help.')
  }
  const name = album?.trim()
  if (name !== undefined && (name === '' || name.length > 120)) {
    throw new ConfigError('--album must be a name of 1 to 120 characters.')
  }
  const request = {
    paths: paths.map((path) => resolve(path)),
    ...(name !== undefined && { album: name }),
    isPhotostream,
  }
  const report = createImportReport(process.stdout)
  for await (const event of runImport(config, request)) report.add(event)
  return report.end()
}
