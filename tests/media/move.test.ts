import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { md5 } from '../support/backups.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { describeWith, testWith } from '../support/needs.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { fillUp, freeUp, mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'

setDefaultTimeout(120_000)
afterAll(unmountAll)
afterAll(clearAway)

describeWith(needsCeph)('media move', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())

  const settingsFor = async (prefix = 'gallery') => {
    const bucket = await ceph.makeBucket()
    return { bucket, ...environmentFor(bucket, prefix) }
  }
  const environmentFor = (bucket: string, prefix = 'gallery') => ({
    environment: {
      VITRINE_MEDIA: `s3://${bucket}/${prefix}`,
      VITRINE_MEDIA_ENDPOINT: ceph.endpoint,
      VITRINE_MEDIA_REGION: ceph.region,
      VITRINE_MEDIA_KEY_ID: ceph.keyId,
      VITRINE_MEDIA_SECRET: ceph.secret,
    },
  })
  type Settings = Awaited<ReturnType<typeof settingsFor>>

  /** A gallery in its data folder whose server does not know the bucket yet. */
  const makeGallery = async (count = 12, data = join(temporaryFolder(), 'data')) => {
    const server = await startVitrine(data)
    const cookie = await claim(server)
    const folder = join(temporaryFolder(), 'photos')
    writePhotos(folder, await makePhotos(count))
    const words = ['import', folder, '--album', 'Stream', '--photostream', '--data', data]
    expect((await runCommand(words)).code).toBe(0)
    return { data, server, cookie }
  }
  const serving = async (data: string, cookie: string, { environment }: Settings) => {
    const server = await startVitrine(data, { environment })
    return { server, owner: ownerClient(server, cookie) }
  }
  const move = (to: 'bucket' | 'folder', data: string, { environment }: Settings) =>
    runCommand(['media', 'move', '--to', to, '--data', data], { environment })

  /** Photos of the database without their original's bytes at that place. */
  const lost = async (data: string, place: 'folder' | Settings): Promise<string[]> => {
    const faults: string[] = []
    for (const { id, md5: expected } of rowsOf(data)) {
      const key = originalKey(id)
      const found =
        place === 'folder'
          ? existsSync(join(data, key)) && md5(readFileSync(join(data, key)))
          : await ceph.objectMd5(place.bucket, `gallery/${key}`)
      if (found !== expected) faults.push(`${key} is ${found || 'missing'}`)
    }
    return faults
  }

  test('a media move goes there and back while visitors are served, and changes nothing they see', async () => {
    const { data, server: first, cookie } = await makeGallery()
    await first.stop()
    const settings = await settingsFor()
    const { server, owner } = await serving(data, cookie, settings)
    expect(server.printed()).toContain('run "vitrine media move --to bucket"')
    const [photo, edited] = await owner.photos()
    await owner.send('PUT', `/api/photos/${photo!.id}`, { title: 'Before' })
    const edit = { rotation: 90, x: 0, y: 0, width: 200, height: 200 }
    expect((await owner.send('PUT', `/api/photos/${edited!.id}/edit`, edit)).status).toBe(200)
    const before = await seenBy(owner)
    expect(before.pictures.length).toBeGreaterThan(12)

    const visitor = watch(server, before.pictures)
    const there = await move('bucket', data, settings)
    expect(there.text).toContain('now, each file verified')
    expect(there.text).toContain(
      `rm -r ${join(data, 'originals')} ${join(data, 'renditions')} ${join(data, 'cameras')} ${join(data, 'removed')}`,
    )
    expect(there.code).toBe(0)
    expect(placeOf(data)).toBe('bucket')
    expect(await lost(data, settings)).toEqual([])
    for (const folder of ['originals', 'renditions', 'cameras', 'removed']) {
      rmSync(join(data, folder), { recursive: true })
    }
    expect(await seenBy(owner)).toEqual(before)
    expect((await owner.request(`/api/photos/${photo!.id}/original`)).status).toBe(200)

    const again = await move('bucket', data, settings)
    expect(again.text).toBe(
      `Nothing to move: the photos are in the bucket s3://${settings.bucket}/gallery already.\n`,
    )
    expect(again.code).toBe(0)

    const back = await move('folder', data, settings)
    expect(back.text).toContain('aws s3 rm --recursive')
    expect(back.code).toBe(0)
    expect(placeOf(data)).toBe('folder')
    expect(await lost(data, 'folder')).toEqual([])
    expect(await seenBy(owner)).toEqual(before)
    const { failures, requests } = await visitor.stop()
    expect(failures).toEqual([])
    expect(requests).toBeGreaterThan(50)
    await server.stop()
    const plain = await startVitrine(data)
    expect(await seenBy(ownerClient(plain, cookie))).toEqual(before)
    expect((await runCommand(['check', '--deep', '--data', data])).code).toBe(0)
    await plain.stop()
  })

  test('a media move keeps every upload acknowledged meanwhile, and forgets photos deleted meanwhile', async () => {
    const { data, server: first, cookie } = await makeGallery(30)
    await first.stop()
    const settings = await settingsFor()
    const { server, owner } = await serving(data, cookie, settings)
    const [deleted, kept, trashed] = await owner.photos()
    const photos = await makePhotos(60, { first: 100, width: 120, height: 80 })
    const acknowledged: string[] = []
    let isMoved = false
    const uploading = (async () => {
      for (const photo of photos) {
        const { status, id } = await owner.upload(photo)
        expect(status).toBe(200)
        acknowledged.push(id!)
        if (isMoved) return
      }
    })()
    const moving = await startCommand(['media', 'move', '--to', 'bucket', '--data', data], settings)
    await owner.send('DELETE', `/api/photos/${deleted!.id}`, { removeFiles: true })
    await owner.send('DELETE', `/api/photos/${kept!.id}`, {})
    await owner.send('DELETE', `/api/photos/${trashed!.id}`, { removeFiles: true })
    const gone = [deleted!.id, kept!.id]
    await owner.send('POST', '/api/trash/delete', { ids: gone })
    const { code, text } = await moving.ended
    isMoved = true
    expect(text).toContain('now, each file verified')
    expect(code).toBe(0)
    await uploading
    expect(acknowledged.length).toBeGreaterThan(1)
    const ids = new Set(rowsOf(data).map(({ id }) => id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    expect(await lost(data, settings)).toEqual([])
    await server.stop()
    const keys = (await ceph.listObjects(settings.bucket)).map(({ key }) => key)
    expect(keys).toContain(`gallery/removed/${kept!.id}.jpg`)
    expect(keys.filter((key) => key.includes('/originals/')).sort()).toEqual(
      [...ids, trashed!.id].map((id) => `gallery/${originalKey(id)}`).sort(),
    )
  })

  test('a media move works without a server, waits for an import, and resumes after Ctrl-C', async () => {
    const { data, server, cookie } = await makeGallery(40)
    await server.stop()
    const settings = await settingsFor()
    const words = ['media', 'move', '--to', 'bucket', '--data', data]
    const stopped = await startCommand(words, settings)
    await stopped.untilPrinted(/to copy to/)
    stopped.signal('SIGINT')
    const first = await stopped.ended
    expect(first.text).toContain('run the command again to continue')
    expect(first.code).toBe(1)
    expect(placeOf(data)).toBe('folder')

    const folder = join(temporaryFolder(), 'photos')
    writePhotos(folder, await makePhotos(20, { first: 200 }))
    const importing = await startCommand(['import', folder, '--data', data], settings)
    await importing.untilPrinted(/^imported/m)
    const second = await move('bucket', data, settings)
    expect(second.text).toContain('now, each file verified')
    expect((await importing.ended).code).toBe(0)
    expect(rowsOf(data).length).toBe(60)
    expect(placeOf(data)).toBe('bucket')
    expect(await lost(data, settings)).toEqual([])
    expect(await filesIn(data, 'tmp')).toEqual([])
    const { server: next, owner } = await serving(data, cookie, settings)
    expect((await owner.photos()).length).toBe(60)
    await next.stop()
  })

  testWith(needsMount)(
    'a media move stops in time when the disk gets full on the way back',
    async () => {
      const folder = temporaryFolder()
      mountSmall(folder, '128m')
      const { data, server: first, cookie } = await makeGallery(30, join(folder, 'data'))
      await first.stop()
      const settings = await settingsFor()
      const { server } = await serving(data, cookie, settings)
      expect((await move('bucket', data, settings)).code).toBe(0)
      for (const folder of ['originals', 'renditions'])
        rmSync(join(data, folder), { recursive: true })

      fillUp(folder, 100_000)
      const refused = await move('folder', data, settings)
      expect(refused.text).toMatch(/There is not enough space in .*\. Nothing was copied\.\n$/)
      expect(refused.code).toBe(1)
      freeUp(folder)
      fillUp(folder, 12_000_000)
      const full = await move('folder', data, settings)
      expect(full.text).toContain('The disk holding the data folder is full.')
      expect(full.code).toBe(1)
      expect(placeOf(data)).toBe('bucket')
      freeUp(folder)
      expect((await move('folder', data, settings)).code).toBe(0)
      expect(await lost(data, 'folder')).toEqual([])
      expect(await filesIn(data, 'tmp')).toEqual([])
      await server.stop()
    },
  )

  test('a media move says in one line that the bucket is full or out of reach, and continues later', async () => {
    const { data, server: first, cookie } = await makeGallery(20)
    await first.stop()
    const settings = await settingsFor()
    const { server } = await serving(data, cookie, settings)
    await ceph.setQuota(settings.bucket, 300_000)
    const full = await move('bucket', data, settings)
    expect(full.text).toContain('is full')
    expect(full.text).toContain('run the command again: it continues where it stopped.')
    expect(full.code).toBe(1)
    await ceph.gateway.stop()
    const away = await move('bucket', data, settings)
    expect(away.text).toContain('run the command again')
    expect(away.code).toBe(1)
    await ceph.gateway.start()
    await ceph.setQuota(settings.bucket, 1_000_000_000)
    expect(placeOf(data)).toBe('folder')
    const last = await move('bucket', data, settings)
    expect(last.text).toContain('now, each file verified')
    expect(last.code).toBe(0)
    expect(await lost(data, settings)).toEqual([])
    await server.stop()
  })

  test('a media move says in one line what has to be put right first', async () => {
    const { data, server, cookie } = await makeGallery(3)
    const settings = await settingsFor()
    const plain = await move('bucket', data, settings)
    expect(plain.text).toBe(
      `vitrine: The running server has no bucket. Restart it with the same --media settings as this command (s3://${settings.bucket}/gallery), then run the command again; the gallery stays where it is until then.\n`,
    )
    expect(plain.code).toBe(1)
    await server.stop()
    const other = { ...settings, ...environmentFor(settings.bucket, 'another') }
    const { server: next } = await serving(data, cookie, settings)
    expect((await move('bucket', data, other)).text).toContain('uses another bucket')

    const control = (path: string, body: unknown) =>
      fetch(`http://vitrine${path}`, {
        unix: join(data, 'runtime/control.sock'),
        method: 'POST',
        body: JSON.stringify(body),
      })
    expect((await control('/media-move', { to: 'elsewhere' })).status).toBe(400)
    expect((await control('/media', {})).status).toBe(404)
    expect((await fetch(`${next.address}/media-move`, { method: 'POST' })).status).toBe(404)

    const [row] = rowsOf(data)
    const path = join(data, originalKey(row!.id))
    const bytes = readFileSync(path)
    rmSync(path)
    const lacking = await move('bucket', data, settings)
    expect(lacking.text).toContain(`is missing (${originalKey(row!.id)})`)
    expect(lacking.text).toContain('The photos stay in the data folder')
    expect(lacking.code).toBe(1)
    expect(placeOf(data)).toBe('folder')
    await Bun.write(path, bytes)
    const dry = await runCommand(
      ['media', 'move', '--to', 'bucket', '--dry-run', '--data', data],
      settings,
    )
    expect(dry.text).toContain('1 file (')
    expect((await move('bucket', data, settings)).code).toBe(0)
    await next.stop()

    const { data: foreign, server: third } = await makeGallery(1)
    await third.stop()
    const refused = await move('bucket', foreign, settings)
    expect(refused.text).toContain('belongs to another gallery')
    expect(refused.code).toBe(1)
    expect(placeOf(foreign)).toBe('folder')

    for (const [words, text] of [
      [['media'], 'media needs "move"'],
      [['media', 'move'], 'needs --to bucket or --to folder'],
      [['media', 'move', '--to', 'bucket', '--data', data], 'needs the bucket: set --media'],
    ] as const) {
      const { code, text: said } = await runCommand([...words])
      expect(said).toContain(text)
      expect(code).toBe(2)
    }
  })
})

const rowsOf = (data: string) =>
  query<{ id: string; md5: string }>(data, 'SELECT id, md5 FROM photo ORDER BY id')
const placeOf = (data: string) =>
  query<{ media: string }>(data, 'SELECT media FROM library')[0]!.media

function query<Row>(data: string, sql: string): Row[] {
  const database = new Database(join(data, 'vitrine.db'), { readonly: true })
  try {
    return database.query<Row, []>(sql).all()
  } finally {
    database.close()
  }
}

/** What the owner sees: photos, albums and the bytes of every tile. */
async function seenBy(owner: OwnerClient) {
  const photos = await owner.photos()
  const pictures = photos.flatMap(({ fileName }: Photo) => [
    `/api/thumbs/${fileName}?f=avif`,
    `/api/resizes/${fileName}?f=webp`,
  ])
  const bytes = await Promise.all(
    pictures.map(async (path) => md5(await (await owner.request(path)).bytes())),
  )
  return { photos, albums: await owner.json('/api/albums'), pictures, bytes }
}

/** A visitor who keeps asking for pictures and pages. */
function watch({ address }: RunningVitrine, pictures: readonly string[]) {
  const failures: string[] = []
  let requests = 0
  let isOver = false
  const visit = async () => {
    while (!isOver) {
      for (const path of [...pictures, '/', '/api/photos?limit=5']) {
        if (isOver) return
        const answer = await fetch(address + path)
        await answer.bytes()
        requests++
        if (answer.status !== 200) failures.push(`${path} answered ${answer.status}`)
      }
    }
  }
  const visiting = visit()
  return {
    stop: async () => {
      isOver = true
      await visiting
      return { failures, requests }
    },
  }
}
