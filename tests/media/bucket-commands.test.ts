import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Status } from '../../src/contract/site/status.ts'
import { lockFolder } from '../../src/core/database/lock.ts'
import { openBucket } from '../../src/storage/bucket.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { md5 } from '../support/backups.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  runCommand,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { describeWith } from '../support/needs.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const kills = quickOrFull(2, 40)

describeWith(needsCeph)('galleries in Ceph', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())

  const environmentFor = (bucket: string) => ({
    VITRINE_MEDIA: `s3://${bucket}/gallery`,
    VITRINE_MEDIA_ENDPOINT: ceph.endpoint,
    VITRINE_MEDIA_REGION: ceph.region,
    VITRINE_MEDIA_KEY_ID: ceph.keyId,
    VITRINE_MEDIA_SECRET: ceph.secret,
  })
  /** A new gallery in a bucket of its own, without a running server. */
  const makeGallery = async (count: number, first: number) => {
    const name = await ceph.makeBucket()
    const data = join(temporaryFolder(), 'data')
    const environment = environmentFor(name)
    const photos = join(temporaryFolder(), 'photos')
    writePhotos(photos, await makePhotos(count, { first, width: 120, height: 80 }))
    const vitrine = (...words: string[]) => runCommand([...words, '--data', data], { environment })
    expect(await vitrine('import', photos)).toMatchObject({ code: 0 })
    const address = { bucket: name, prefix: 'gallery' }
    return { name, data, environment, vitrine, bucket: openBucket({ ...ceph, address }) }
  }
  type Made = Awaited<ReturnType<typeof makeGallery>>

  const rowsOf = (data: string) => {
    const database = new Database(join(data, 'vitrine.db'), { readonly: true })
    const rows = database.query('SELECT id, md5 FROM photo').all() as { id: string; md5: string }[]
    database.close()
    return rows
  }
  const objectsOf = async ({ name }: Pick<Made, 'name'>) =>
    (await ceph.listObjects(name)).map(({ key }) => key.replace('gallery/', '')).toSorted()
  const put = (bucket: Made['bucket'], key: string, text: string) => {
    const bytes = new TextEncoder().encode(text)
    return bucket.create(key, { bytes }, { size: bytes.length, md5: md5(bytes) }, 'image/avif')
  }

  test('commands and the server refuse a mistyped prefix of a bucket, and write nothing there', async () => {
    const gallery = await makeGallery(1, 990)
    const mistyped = { ...gallery.environment, VITRINE_MEDIA: `s3://${gallery.name}/galery` }
    rmSync(join(gallery.data, 'media-cache'), { recursive: true })
    const server = await startVitrine(gallery.data, { environment: mistyped })
    const owner = ownerClient(server, await claim(server))
    const [photo] = await owner.photos()
    expect((await fetch(`${server.address}/api/thumbs/${photo!.fileName}`)).status).toBe(404)
    expect((await owner.request(`/api/thumbs/${photo!.fileName}`)).status).toBe(503)
    const [added] = await makePhotos(1, { first: 995 })
    expect(await owner.upload(added!)).toMatchObject({ status: 503 })
    const { problems } = await owner.json<Status>('/api/status')
    const problem = problems.find(({ kind }) => kind === 'media')
    expect(problem?.text).toContain('Check that --media (VITRINE_MEDIA) names the right')
    await server.stop()
    const photos = join(temporaryFolder(), 'photos')
    writePhotos(photos, [added!])
    const words = ['import', photos, '--data', gallery.data]
    const imported = await runCommand(words, { environment: mistyped })
    expect(imported.code).toBe(1)
    expect(imported.text).toContain('0 imported')
    const keys = (await ceph.listObjects(gallery.name)).map(({ key }) => key)
    expect(keys.filter((key) => key.startsWith('galery'))).toEqual([])
    expect(await gallery.vitrine('check')).toMatchObject({ code: 0 })
  })

  test('commands say in one line that they need the bucket, its gateway and its own marker', async () => {
    const gallery = await makeGallery(1, 900)
    const backup = join(temporaryFolder(), 'backup')
    const check = (environment: Record<string, string>) =>
      runCommand(['check', '--data', gallery.data], { environment })
    const back = (environment: Record<string, string>) =>
      runCommand(['backup', backup, '--data', gallery.data], { environment })
    const unnamed =
      'vitrine: The photos of this gallery are in a bucket. Say which with --media (VITRINE_MEDIA) and the settings that belong to it.\n'
    expect(await check({})).toMatchObject({ code: 1, text: unnamed })
    expect(await back({})).toMatchObject({ code: 1, text: unnamed })

    const empty = await ceph.makeBucket()
    const other = await makeGallery(1, 905)
    for (const run of [check, back]) {
      const unmarked = await run(environmentFor(empty))
      expect(unmarked.code).toBe(1)
      expect(unmarked.text).toMatch(/^vitrine: This bucket folder has no file vitrine\.json .+\n$/)
      const foreign = await run(other.environment)
      expect(foreign.code).toBe(1)
      expect(foreign.text).toMatch(
        /^vitrine: This bucket folder belongs to another gallery\. .+\n$/,
      )
    }
    expect(await ceph.listObjects(empty)).toEqual([])

    await ceph.gateway.kill()
    const down = [await check(gallery.environment), await back(gallery.environment)]
    await ceph.gateway.start()
    for (const { code, text } of down) {
      expect(code).toBe(1)
      expect(text).toMatch(/^vitrine: The bucket “photos-\w+” (cannot be reached|is not ava).+\n$/)
    }
    expect(down[1]!.text).toContain('The earlier snapshots are unchanged')
    expect(existsSync(backup)).toBe(false)
    expect((await gallery.vitrine('check')).text).toMatch(/^Checked 1 photo,.+ no problems found\./)
  })

  test('a repair restores missing and damaged pictures in a bucket, and leaves strays where they are', async () => {
    const gallery = await makeGallery(3, 910)
    const renditions = (await objectsOf(gallery)).filter((key) => key.startsWith('renditions/'))
    const [missing, damaged] = renditions
    const { size } = (await gallery.bucket.head(damaged!))!
    for (const key of [missing!, damaged!]) await gallery.bucket.remove(key)
    await put(gallery.bucket, damaged!, 'x'.repeat(size))
    await put(gallery.bucket, 'renditions/ab/stray.avif', 'stray')
    const stray = `s3://${gallery.name}/gallery/renditions/ab/stray.avif`
    const { code, text } = await gallery.vitrine('check', '--deep', '--repair')
    expect(text).toContain('2 pictures were made again.\n')
    expect(text).toContain(`An object in the bucket belongs to no photo: ${stray}\n`)
    expect(text).toContain(
      `To delete it: aws s3 rm ${stray} --endpoint-url ${ceph.endpoint} --region ${ceph.region}\n`,
    )
    expect(code).toBe(1)
    expect(await objectsOf(gallery)).toEqual(
      [...renditions, 'renditions/ab/stray.avif', 'vitrine.json']
        .concat(rowsOf(gallery.data).map(({ id }) => originalKey(id)))
        .toSorted(),
    )
    await gallery.bucket.remove('renditions/ab/stray.avif')
    expect(await gallery.vitrine('check', '--deep')).toMatchObject({ code: 0 })
  })

  test('backups run while photos are deleted, whose files wait, and are restored to either place', async () => {
    const gallery = await makeGallery(4, 920)
    const { environment, vitrine, data } = gallery
    const backup = join(temporaryFolder(), 'backup')
    const first = await vitrine('backup', backup)
    expect(first.text).toMatch(/\n4 new files \([\d.]+ KB: 4 downloaded\), 0 unchanged\n/)
    expect(first.code).toBe(0)
    expect((await vitrine('backup', backup)).text).toContain('\n0 new files (0 bytes), 4 unchanged')

    const server = await startVitrine(data, { environment })
    const owner = ownerClient(server, await claim(server))
    const [photo] = rowsOf(data)
    const lock = lockFolder(join(data, 'backups/lock'))!
    const answer = await owner.request(`/api/photos/${photo!.id}`, { method: 'DELETE' })
    expect(answer.status).toBe(200)
    const deleted = await owner.send('POST', '/api/trash/delete', { ids: [photo!.id] })
    expect(deleted.status).toBe(200)
    await Bun.sleep(1500)
    expect(await objectsOf(gallery)).toContain(originalKey(photo!.id))
    lock.release()
    while ((await objectsOf(gallery)).includes(originalKey(photo!.id))) await Bun.sleep(100)
    await server.stop()

    const intoFolder = join(temporaryFolder(), 'data')
    expect(await runCommand(['restore', backup, '--data', intoFolder])).toMatchObject({ code: 0 })
    expect(await runCommand(['check', '--deep', '--data', intoFolder])).toMatchObject({ code: 0 })
    expect(await filesIn(intoFolder, 'originals')).toHaveLength(4)

    const again = join(temporaryFolder(), 'data')
    const words = ['restore', backup, '--data', again, '--take-over']
    const shared = await runCommand(words.slice(0, -1), { environment })
    expect(shared.code).toBe(1)
    expect(shared.text).toMatch(
      /^vitrine: s3:\/\/.+ already has the photos of this gallery, and two servers must never .+\n$/,
    )
    expect(existsSync(again)).toBe(false)
    const restored = await runCommand(words, { environment })
    expect(restored.text).toContain(
      `\nThe photos are in s3://${gallery.name}/gallery: 1 file uploaded, 3 already there\n`,
    )
    expect(restored.code).toBe(0)
    expect(await filesIn(again, 'originals')).toEqual([])
    const foreign = await makeGallery(1, 930)
    const refused = await runCommand(
      ['restore', backup, '--data', join(temporaryFolder(), 'data')],
      { environment: foreign.environment },
    )
    expect(refused.code).toBe(1)
    expect(refused.text).toMatch(/^vitrine: This bucket folder belongs to another gallery\. .+\n$/)
    const served = await startVitrine(again, { environment })
    const page = await fetch(`${served.address}/api/health`)
    expect(page.status).toBe(200)
    await served.stop()
  })

  test(`${kills} kills of a backup from a bucket leave complete snapshots, and the next one completes it`, async (random) => {
    const gallery = await makeGallery(12, 940)
    const { environment, data } = gallery
    const started = performance.now()
    const whole = join(temporaryFolder(), 'backup')
    expect((await gallery.vitrine('backup', whole)).code).toBe(0)
    const tookMs = performance.now() - started
    const outcomes: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const backup = join(temporaryFolder(), 'backup')
      const command = await startCommand(['backup', backup, '--data', data], { environment })
      await Bun.sleep(random() * 1.1 * tookMs)
      command.signal('SIGKILL')
      await command.ended
      const names = existsSync(join(backup, 'snapshots'))
        ? readdirSync(join(backup, 'snapshots'))
        : []
      outcomes.push(names.length)
      for (const name of names) expect(faultsOfSnapshot(backup, name)).toEqual([])
      const again = await gallery.vitrine('backup', backup)
      expect(again.code, again.text).toBe(0)
      for (const name of readdirSync(join(backup, 'snapshots'))) {
        expect(faultsOfSnapshot(backup, name)).toEqual([])
      }
      expect(await filesIn(backup, 'originals')).toHaveLength(12)
      expect(await filesIn(backup, 'tmp')).toEqual([])
      rmSync(backup, { recursive: true })
    }
    console.log(`  snapshots left: ${outcomes.join(', ')}`)
  })

  test(`${kills} kills of a restore into a bucket lose nothing, and another one completes it`, async (random) => {
    const gallery = await makeGallery(12, 960)
    const backup = join(temporaryFolder(), 'backup')
    expect((await gallery.vitrine('backup', backup)).code).toBe(0)
    const restoreTo = async (name: string, data: string) =>
      startCommand(['restore', backup, '--data', data], { environment: environmentFor(name) })
    const started = performance.now()
    await (await restoreTo(await ceph.makeBucket(), join(temporaryFolder(), 'data'))).ended
    const tookMs = performance.now() - started
    const outcomes: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      const name = await ceph.makeBucket()
      const data = join(temporaryFolder(), 'data')
      const command = await restoreTo(name, data)
      await Bun.sleep(random() * 1.1 * tookMs)
      command.signal('SIGKILL')
      await command.ended
      const isWhole =
        existsSync(join(data, 'vitrine.db')) && !existsSync(join(data, 'restore.json'))
      outcomes.push(`${isWhole ? 'whole' : 'unfinished'} (${(await objectsOf({ name })).length})`)
      if (!isWhole) expect(await (await restoreTo(name, data)).ended).toMatchObject({ code: 0 })
      const words = ['check', '--deep', '--data', data]
      const checked = await runCommand(words, { environment: environmentFor(name) })
      expect(checked).toMatchObject({ code: 0 })
      for (const { id, md5: expected } of rowsOf(data)) {
        expect(await ceph.objectMd5(name, `gallery/${originalKey(id)}`)).toBe(expected)
      }
      expect(await filesIn(data, 'tmp')).toEqual([])
      rmSync(data, { recursive: true })
    }
    console.log(`  left: ${outcomes.join(', ')}`)
  })
})

/** What a snapshot names and the folder does not have whole. */
function faultsOfSnapshot(folder: string, name: string): string[] {
  const manifest = readFileSync(join(folder, 'snapshots', name, 'manifest.md5'), 'utf8')
  return manifest
    .trimEnd()
    .split('\n')
    .filter((line) => {
      const path = join(folder, line.slice(34))
      return !existsSync(path) || md5(readFileSync(path)) !== line.slice(0, 32)
    })
}
