import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { variantPaths } from '../../src/contract/photos/variants.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { createFolderMedia } from '../../src/storage/folder-media.ts'
import { openLibrary } from '../../src/storage/library.ts'
import type { RenditionKey } from '../../src/storage/media-keys.ts'
import type { RunningVitrine } from './executable.ts'
import { filesIn, folderFaults } from './folder-faults.ts'
import { withEveryReader } from './jpegs.ts'
import type { OwnerClient } from './owner-client.ts'

/** What a data folder contains besides photos; anything else at its top level is a stray. */
const ownFiles =
  /^(vitrine\.db(-wal|-shm)?|lock(-journal)?|secret\.key|library\.json|backups\/((last|targets|failed|incomplete)\.json|lock)|(runtime|originals|renditions|removed|tmp|pages)\/.*)$/

/** Pictures known to decode, by md5 or address: the same bytes are checked once. */
const decoded = new Set<string>()

/**
 * Everything wrong with the folder of an idle server, as sentences; [] if it is consistent.
 * `acknowledged` are ids that responses have confirmed; `removed` is the number of originals in
 * removed/.
 */
export async function faultsOf(
  server: RunningVitrine,
  client: OwnerClient,
  expected: { acknowledged?: Iterable<string>; removed?: number } = {},
): Promise<string[]> {
  const library = openLibrary(server.data)
  const connection = new Database(library.databasePath, { readonly: true })
  try {
    const faults = await folderFaults({
      store: { connection },
      library,
      media: createFolderMedia(library),
    })
    const all = <Row>(sql: string) => connection.query<Row, []>(sql).all()

    const rows = all<{ original: string; md5: string }>('SELECT original, md5 FROM original_file')
    const ids = new Set(all<{ id: string }>('SELECT id FROM photo').map(({ id }) => id))
    for (const id of expected.acknowledged ?? []) {
      if (!ids.has(id)) faults.push(`photo ${id} was acknowledged but is missing`)
    }
    for (const { original, md5 } of rows) {
      const path = library.original(original)
      if (!(await decodes(md5, () => Bun.file(path).bytes()))) {
        faults.push(`the original ${original} does not decode`)
      }
    }

    const files = await filesIn(server.data, '.')
    for (const file of files.map((path) => path.replace(/^\.\//, ''))) {
      if (!ownFiles.test(file)) faults.push(`${file} is a stray`)
      const isPicture = /^(originals|renditions|removed)\//.test(file)
      if (isPicture && statSync(join(server.data, file)).size === 0) faults.push(`${file} is empty`)
    }
    const removed = (await filesIn(server.data, 'removed')).length
    if (removed !== (expected.removed ?? 0)) faults.push(`removed/ contains ${removed} originals`)

    const renditions = all<RenditionKey & { file_name: string; bytes: number }>(
      'SELECT photo.file_name, rendition.* FROM rendition JOIN photo ON photo.row_id = rendition.photo',
    )
    for (const row of renditions) {
      const file = statSync(library.rendition(row.file_name, row), { throwIfNoEntry: false })
      if (file?.size === row.bytes) continue
      const address = `/api/${variantPaths[row.variant]}/${row.file_name}`
      const accept = row.format === 'jpeg' ? '*/*' : `image/${row.format}`
      const answer = await client.request(address, { headers: { Accept: accept } })
      if (!answer.ok || !(await decodes(`${address} ${accept}`, () => answer.bytes()))) {
        faults.push(`${address} is missing and was not rendered again: ${answer.status}`)
      }
    }
    const { length } = await client.photos()
    if (length !== ids.size) faults.push(`the list has ${length} of ${ids.size} photos`)
    return faults
  } finally {
    connection.close()
  }
}

async function decodes(name: string, read: () => Promise<Uint8Array>): Promise<boolean> {
  if (decoded.has(name)) return true
  const sharp = await loadSharp()
  try {
    const bytes = await read()
    await withEveryReader(() => sharp(bytes, { failOn: 'truncated' }).raw().toBuffer())
  } catch {
    return false
  }
  decoded.add(name)
  return true
}
