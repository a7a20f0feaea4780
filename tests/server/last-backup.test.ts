import { expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastBackup, noteLastBackup } from '../../src/operations/backup/last-backup.ts'
import { openLibrary } from '../../src/storage/library.ts'

test('the last backup is undefined before the first, and the newest after that', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const library = openLibrary(data)
  try {
    expect(lastBackup(library)).toBeUndefined()
    const first = { at: 1, folder: '/backup', photos: 2, bytes: 3 }
    await noteLastBackup(library, first)
    expect(lastBackup(library)).toEqual(first)
    await noteLastBackup(library, { ...first, at: 4 })
    expect(lastBackup(library)?.at).toBe(4)
    await writeFile(library.lastBackupPath, '{"at": "yesterday"}')
    expect(lastBackup(library)).toBeUndefined()
  } finally {
    await rm(data, { recursive: true })
  }
})
