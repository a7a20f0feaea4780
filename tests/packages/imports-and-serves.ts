import { expect } from 'bun:test'
import { join } from 'node:path'
import { loadSharp } from '../../src/images/sharp.ts'
import {
  type RunningVitrine,
  runCommand,
  type Start,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'

/**
 * Starts a new gallery, imports a photo with the command, and looks at it as a visitor.
 */
export async function importsAndServes(start: Start, folder = temporaryFolder()): Promise<void> {
  const data = join(folder, 'data')
  const server = await startVitrine(data, start)
  const client = ownerClient(server, await claim(server))
  const [photo] = writePhotos(folder, await makePhotos(1, { width: 1200, height: 800 }))
  const words = ['import', photo!, '--album', 'Stream', '--photostream', '--data', data]
  const { code, text } = await runCommand(words, start)
  expect(text).toContain('1 imported, 0 already in the gallery, 0 failed')
  expect(code).toBe(0)
  await servesItsPhoto(server, client)
  expect(await server.stop()).toBe(0)
}

/** Checks the page and the pictures of the gallery's only photo, which is 1200 pixels wide. */
export async function servesItsPhoto(server: RunningVitrine, client: OwnerClient): Promise<void> {
  const sharp = await loadSharp()
  const [photo] = await client.photos()
  const page = await fetch(`${server.address}/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain(photo!.fileName)
  const sizes = { thumbs: [400, 400], resizes: [1200, 800], landscapes: [1200, 628] }
  for (const [path, size] of Object.entries(sizes)) {
    const picture = await fetch(`${server.address}/api/${path}/${photo!.fileName}`, {
      headers: { Accept: 'image/jpeg' },
    })
    expect(picture.status).toBe(200)
    const { width, height } = await sharp(await picture.arrayBuffer()).metadata()
    expect([path, width, height]).toEqual([path, ...size])
  }
}
