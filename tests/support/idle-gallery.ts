import { expect } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningVitrine, runCommand, startVitrine, temporaryFolder } from './executable.ts'
import { makePhotos, writePhotos } from './made-photos.ts'
import { claim, type OwnerClient, ownerClient } from './owner-client.ts'

/** A claimed gallery without a server; each kill gets a copy of it. */
export type IdleGallery = {
  readonly startCopy: () => Promise<{ data: string; server: RunningVitrine; client: OwnerClient }>
  /** Starts a server on what a kill has left. */
  readonly startAgain: (data: string) => Promise<{ again: RunningVitrine; client: OwnerClient }>
}

/** Imports `photoCount` small photos with these options and then runs `prepare`. */
export async function openIdleGallery(
  photoCount: number,
  importOptions: string[],
  prepare?: (owner: OwnerClient) => Promise<void>,
): Promise<IdleGallery> {
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(photoCount, { width: 240, height: 160 }))
  const filled = join(temporaryFolder(), 'data')
  const server = await startVitrine(filled)
  const cookie = await claim(server)
  expect((await runCommand(['import', folder, '--data', filled, ...importOptions])).code).toBe(0)
  await prepare?.(ownerClient(server, cookie))
  await server.stop()
  return {
    startCopy: async () => {
      const data = join(temporaryFolder(), 'data')
      cpSync(filled, data, { recursive: true })
      const server = await startVitrine(data)
      return { data, server, client: ownerClient(server, cookie) }
    },
    startAgain: async (data) => {
      const again = await startVitrine(data)
      return { again, client: ownerClient(again, cookie) }
    },
  }
}
