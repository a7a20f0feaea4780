import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startIdleChecks } from '../../src/cli/idle-check.ts'
import { readConfig } from '../../src/core/config/config.ts'
import { clearAway, executable, startVitrine, temporaryFolder } from '../support/executable.ts'

setDefaultTimeout(120_000)
afterAll(clearAway)

/** The folder of a gallery whose server has ended. */
async function quietGallery(): Promise<string> {
  const data = join(temporaryFolder(), 'data')
  await (await startVitrine(data)).stop()
  return data
}

/** Overwrites a page that no request reads. */
function damageIndex(data: string): void {
  const path = join(data, 'vitrine.db')
  const database = new Database(path)
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const { page } = database
    .query<{ page: number }, []>(
      "SELECT max(rootpage) AS page FROM sqlite_schema WHERE type = 'index'",
    )
    .get()!
  database.close()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, (page - 1) * 4096, page * 4096)
  writeFileSync(path, bytes)
}

/** @returns what the first check of an idle server says, which starts at once. */
async function outcomeIn(data: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const end = startIdleChecks(
    {
      config: { ...readConfig({}, {}), data },
      damage: { noteCheck: resolve },
      originals: { checkShare: () => Promise.resolve() },
    },
    { first: 0, idle: 0, program: [await executable()] },
  )
  try {
    return await promise
  } finally {
    end()
  }
}

test('an idle server finds damage in a page that no request has read', async () => {
  const data = await quietGallery()
  expect(await outcomeIn(data)).toBeUndefined()
  damageIndex(data)
  expect(await outcomeIn(data)).toMatch(/malformed|index|btree|page/i)
})
