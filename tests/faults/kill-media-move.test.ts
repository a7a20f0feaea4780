import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { originalKey } from '../../src/storage/media-keys.ts'
import { md5 } from '../support/backups.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  type RunningVitrine,
  runCommand,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { describeWith } from '../support/needs.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { type Random, test } from '../support/seed.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 180_000)
afterAll(clearAway)

const kills = quickOrFull(3, 20)
const photoCount = quickOrFull(150, 5000)
/** A gallery of this size moves in about a millisecond a file, after its start. */
const filesPerPhoto = 7
const longestMs = 250 + (1.5 * photoCount * filesPerPhoto) / kills
const mediaFolders = ['originals', 'renditions', 'cameras', 'removed']

describeWith(needsCeph)('killed moves', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())

  test(`a move killed ${kills} times, the server too, loses nothing of ${photoCount} and ends complete, there and back`, async (random) => {
    const bucket = await ceph.makeBucket()
    const environment = {
      VITRINE_MEDIA: `s3://${bucket}/gallery`,
      VITRINE_MEDIA_ENDPOINT: ceph.endpoint,
      VITRINE_MEDIA_KEY_ID: ceph.keyId,
      VITRINE_MEDIA_SECRET: ceph.secret,
    }
    const { data, cookie } = await makeGallery()
    const uploads = await makePhotos(kills * 2 + 2, { first: 1000, width: 90, height: 60 })
    const acknowledged: string[] = []
    const begin = () => startVitrine(data, { environment })
    let server = await begin()
    const upload = async (server: RunningVitrine) => {
      const { status, id } = await ownerClient(server, cookie).upload(uploads.pop()!)
      if (status === 200) acknowledged.push(id!)
    }

    for (const to of ['bucket', 'folder'] as const) {
      const words = ['media', 'move', '--to', to, '--data', data]
      const outcomes: string[] = []
      let completed = 0
      for (let kill = 0; kill < kills; kill++) {
        const command = await startCommand(words, { environment })
        await upload(server)
        await Bun.sleep(random() * longestMs)
        const isServerKilled = random() < 0.34
        if (isServerKilled) await server.kill()
        command.signal('SIGKILL')
        const { code } = await command.ended
        if (isServerKilled) server = await begin()
        if (code === 0) completed++
        outcomes.push(placeOf(data))
        // Wherever the gallery is, nothing of it is lost.
        expect(await lost(data, placeOf(data), bucket, random, 20)).toEqual([])
      }
      await upload(server)
      const last = await runCommand(words, { environment })
      expect(last.text).toMatch(/now, each file verified|Nothing to move/)
      expect(last.code).toBe(0)
      expect(placeOf(data)).toBe(to)
      expect(await lost(data, to, bucket)).toEqual([])
      const ids = new Set(rowsOf(data).map(({ id }) => id))
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
      const checked = await runCommand(['check', '--data', data], { environment })
      expect(checked.text).toContain('no problems found')
      expect(checked.code).toBe(0)
      console.log(
        `  to the ${to}, after each kill: ${outcomes.join(', ')}; ${completed} had ended before`,
      )
      if (to === 'bucket') {
        for (const folder of mediaFolders) rmSync(join(data, folder), { recursive: true })
      }
    }
    expect(await ownerClient(server, cookie).photos()).toHaveLength(rowsOf(data).length)
    await server.stop()
    expect(await filesIn(data, 'tmp')).toEqual([])
  })

  const makeGallery = async () => {
    const data = join(temporaryFolder(), 'data')
    const server = await startVitrine(data)
    const cookie = await claim(server)
    const folder = join(temporaryFolder(), 'photos')
    writePhotos(folder, await makePhotos(photoCount, { width: 90, height: 60 }))
    const words = ['import', folder, '--album', 'Stream', '--photostream', '--data', data]
    expect((await runCommand(words)).code).toBe(0)
    await server.stop()
    return { data, cookie }
  }

  /** Photos of the database, or some of them, without their bytes at that place. */
  const lost = async (
    data: string,
    place: 'folder' | 'bucket',
    bucket: string,
    random: Random = () => 0,
    most = Number.POSITIVE_INFINITY,
  ): Promise<string[]> => {
    const rows = rowsOf(data)
    const share = most / rows.length
    const faults: string[] = []
    for (const { id, md5: expected } of rows.filter(() => random() < share)) {
      const key = originalKey(id)
      const found =
        place === 'folder'
          ? existsSync(join(data, key)) && md5(readFileSync(join(data, key)))
          : await ceph.objectMd5(bucket, `gallery/${key}`)
      if (found !== expected) faults.push(`${key} is ${found || 'missing'}`)
    }
    return faults
  }
})

const rowsOf = (data: string) =>
  query<{ id: string; md5: string }>(data, 'SELECT id, md5 FROM photo ORDER BY id')
const placeOf = (data: string) =>
  query<{ media: 'folder' | 'bucket' }>(data, 'SELECT media FROM library')[0]!.media

function query<Row>(data: string, sql: string): Row[] {
  const database = new Database(join(data, 'vitrine.db'), { readonly: true })
  try {
    return database.query<Row, []>(sql).all()
  } finally {
    database.close()
  }
}
