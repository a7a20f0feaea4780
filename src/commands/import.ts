import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { hasGallery, requireGallery } from './gallery-folder.ts'
import { createImportReport } from './import-report.ts'
import { runImport } from './import-run.ts'

/** @returns 0, or 1 if any file failed. */
export async function importPhotos(
  config: Config,
  {
    paths,
    album,
    isPhotostream,
    isFolderNamed,
  }: {
    paths: string[]
    album?: string | undefined
    isPhotostream: boolean
    /** Whether the data folder is the user's choice: then it may be a new one. */
    isFolderNamed: boolean
  },
): Promise<number> {
  if (paths.length === 0) {
    throw new ConfigError('import needs at least one file or folder; see vitrine --help.')
  }
  const name = album?.trim()
  if (name !== undefined && (name === '' || name.length > 120)) {
    throw new ConfigError('--album must be a name of 1 to 120 characters.')
  }
  if (!isFolderNamed) requireGallery(config.data)
  const isNew = !hasGallery(config.data)
  const request = {
    paths: paths.map((path) => resolve(path)),
    ...(name !== undefined && { album: name }),
    isPhotostream,
  }
  const report = createImportReport(process.stdout)
  for await (const event of runImport(config, request)) {
    report.add(event)
    if (event.kind === 'found') report.add({ kind: 'note', text: folderNote(config.data, isNew) })
  }
  return report.end()
}

const folderNote = (data: string, isNew: boolean) =>
  isNew
    ? `There was no gallery in ${data}, so a new one was created. Run it with: vitrine --data ${data}`
    : `Importing into ${data}`
