import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageSource, PageVersion, PageVersionText } from '../../src/contract/site/pages.ts'
import { clearAway, isFullRun, quickOrFull } from '../support/executable.ts'
import { openIdleGallery } from '../support/idle-gallery.ts'
import type { OwnerClient } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const kills = quickOrFull(3, 50)
const address = '/api/pages/about'

test(`${kills} kills while a page is saved lose no acknowledged text, and leave no half-written one`, async (random) => {
  const idle = await openIdleGallery(1, [])
  for (let kill = 0; kill < kills; kill++) {
    const { data, server, client } = await idle.startCopy()
    const texts = Array.from({ length: 9 }, (_, number) => `${number} `.repeat(20_000))
    const saving = saveAll(client, texts)
    await Bun.sleep(random() * 250)
    await server.kill()
    const acknowledged = await saving
    const { again, client: client2 } = await idle.startAgain(data)
    const file = await readFile(join(data, 'pages', 'about.md'), 'utf8')
    const versions = await client2.json<PageVersion[]>(`${address}/versions`)
    const kept = await Promise.all(
      versions.map(({ id }) => client2.json<PageVersionText>(`${address}/versions/${id}`)),
    )
    const known = kept.map(({ markdown }) => markdown)
    expect(known[0]).toBe(file)
    if (acknowledged > 0) {
      expect([texts[acknowledged - 1], texts[acknowledged]]).toContain(file)
      for (const text of texts.slice(0, acknowledged)) expect(known.includes(text)).toBe(true)
    }
    await again.kill()
  }
})

/** One after another. @returns how many were acknowledged */
async function saveAll(client: OwnerClient, texts: readonly string[]): Promise<number> {
  let acknowledged = 0
  try {
    let { revision } = await client.json<PageSource>(`${address}/source`)
    for (const markdown of texts) {
      const answer = await client.send('PUT', address, { markdown, revision })
      if (!answer.ok) return acknowledged
      acknowledged++
      revision = ((await answer.json()) as { data: PageSource }).data.revision
    }
  } catch {
    // The server was killed.
  }
  return acknowledged
}
