/**
 * Compares what two executables show of one gallery: `bun scripts/compare-executables.ts OLD NEW`.
 * That is the OpenAPI document, the responses to every GET request without and with ids, every page as
 * a visitor and as the owner, the help and the messages of all commands, the database that an import
 * makes, and its files. Class names, hashes, times and ids are masked. Exits with 1 if they differ.
 */
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clearAway, temporaryFolder } from '../tests/support/executable.ts'
import { makePhotos, writePhotos } from '../tests/support/made-photos.ts'
import { commandOutputs } from './compare/command-outputs.ts'
import { type Outputs, printDifferences } from './compare/differences.ts'
import { importedRows } from './compare/imported-rows.ts'
import { makeGallery, servedOutputs } from './compare/served-outputs.ts'

const [old, fresh] = process.argv.slice(2).map((path) => resolve(path))
if (!old || !fresh) {
  console.error('usage: bun scripts/compare-executables.ts OLD NEW')
  process.exit(2)
}

/** One executable after the other uses the same paths, which some messages contain. */
async function outputsOf(executable: string, gallery: string, photos: string): Promise<Outputs> {
  const data = join(folder, 'data')
  const outputs = new Map([
    ...(await commandOutputs(executable, data)),
    ...(await importedRows(executable, data, photos)),
    ...(await servedOutputs(executable, data, gallery)),
  ])
  rmSync(data, { recursive: true, force: true })
  return outputs
}

const folder = temporaryFolder()
try {
  const photos = join(folder, 'photos')
  writePhotos(photos, [
    ...(await makePhotos(12, { isLocated: true })),
    ...(await makePhotos(12, { first: 12 })),
  ])
  const gallery = join(folder, 'gallery')
  await makeGallery(old, gallery, photos)
  const before = await outputsOf(old, gallery, photos)
  const after = await outputsOf(fresh, gallery, photos)
  process.exitCode = printDifferences(before, after, folder) ? 1 : 0
} finally {
  await clearAway()
}
