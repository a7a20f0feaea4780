import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { backUpInto } from '../../src/cli/backup.ts'
import { restore } from '../../src/cli/restore.ts'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import { readConfig } from '../../src/core/config/config.ts'
import { lockFolder } from '../../src/core/database/lock.ts'
import {
  failedBackup,
  incompleteBackup,
  lastBackup,
} from '../../src/operations/backup/last-backup.ts'
import { restoreBackup } from '../../src/operations/backup/restore-backup.ts'
import { hasItsTurn } from '../../src/operations/backup/verify-copies.ts'
import { libraryAt } from '../../src/storage/library.ts'
import { backUp, lastingFiles, md5, newFolder, restoreInto } from '../support/backups.ts'
import type { Browser } from '../support/browser.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { codeIn, lettersTo } from '../support/mailbox.ts'
import { camera } from '../support/photos.ts'

let folder: string
let data: string

beforeEach(async () => {
  folder = join(await newFolder(), 'backup')
  data = join(await newFolder(), 'restored')
})
afterEach(() => {
  for (const path of [folder, data]) rmSync(join(path, '..'), { recursive: true, force: true })
})

const viewOf = async (browser: Browser) => ({
  photos: await browser.data<PhotoList>('/api/photos'),
  albums: await browser.data<Album[]>('/api/albums'),
  cameras: await browser.data<Camera[]>('/api/cameras'),
})

/** A gallery with something of everything that a backup must keep. */
async function fill(gallery: Gallery) {
  const owner = await gallery.asOwner()
  const photos = []
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    photos.push(await upload(gallery, owner, camera({ title })))
  }
  await makeAlbum(owner, 'Stream', photos.slice(0, 2), { isPhotostream: true })
  const [edited, , , removed] = photos
  await owner.put(`/api/photos/${edited!.id}/edit`, {
    rotation: 90,
    x: 0,
    y: 0,
    width: 20,
    height: 20,
  })
  const [seen] = await owner.data<Camera[]>('/api/cameras')
  await gallery.services.cameras.setImageFromUpload(seen!.id, await camera())
  await deleteForGood(gallery.services, removed!.id, false)
  gallery.services.pages.writeSamples()
  writeFileSync(join(gallery.data, 'pages/about.md'), '# About Ann')
  const guest = await gallery.asGuest('Ben')
  await guest.post(`/api/likes/${photos[1]!.id}/like`, undefined)
  return { owner, guest, photos: photos.slice(0, 3) }
}

const dayMs = 86_400_000
const minuteMs = 60_000

const copyOf = (id: string) => join(folder, 'originals', id.slice(-2), `${id}.jpg`)

/** Changes one bit of a file, but not other links of it. */
function spoil(path: string) {
  const bytes = readFileSync(path)
  bytes[100]! ^= 1
  rmSync(path)
  writeFileSync(path, bytes)
}

const newest = (root = folder) => {
  const names = readdirSync(join(root, 'snapshots')).sort()
  return join(root, 'snapshots', names.at(-1)!)
}

describe('backups', () => {
  test('a backup of a running gallery is restored as the same gallery', async () => {
    await using gallery = await openGallery()
    const { owner, guest } = await fill(gallery)
    const report = await backUp(gallery, folder)
    expect(report).toMatchObject({ photos: 3, faults: [], unchanged: 0 })
    expect(lastBackup(gallery.services.library)).toEqual({
      at: gallery.clock.now(),
      folder,
      photos: 3,
      bytes: report.bytes,
      onSameDisk: 'gallery',
    })
    expect(await filesIn(folder, 'tmp')).toEqual([])

    const { faults } = await restoreInto(data, folder)
    expect(faults).toEqual([])
    expect(await lastingFiles(data)).toEqual(await lastingFiles(gallery.data))
    await using restored = await openGallery({ data })
    expect(await viewOf(await restored.asOwner())).toEqual(await viewOf(owner))
    expect(await viewOf(restored.asVisitor())).toEqual(await viewOf(gallery.asVisitor()))
    // Nobody stays signed in.
    for (const browser of [owner, guest]) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const { authenticated } = await (
        await fetch(`${restored.base}/api/loggedin`, { headers: { cookie } })
      )
        .json()
        .then(({ data }) => data)
      expect(authenticated).toBe(false)
    }
    const [photo] = (await restored.asVisitor().data<PhotoList>('/api/photos')).photos
    expect((await restored.asVisitor().get(`/api/thumbs/${photo!.fileName}`)).status).toBe(200)
    expect(restored.services.epoch.isShared()).toBe(true)
  })

  test('a backup copies only what is new, and leaves the files that are there alone', async () => {
    await using gallery = await openGallery()
    const { owner } = await fill(gallery)
    const first = await backUp(gallery, folder)
    const kept = await filesIn(folder, 'originals')
    const times = kept.map((path) => statSync(join(folder, path)).ctimeMs)
    const added = [await upload(gallery, owner), await upload(gallery, owner)]
    const second = await backUp(gallery, folder)
    expect(second.added.cloned + second.added.linked + second.added.copied).toBe(2)
    expect(second.unchanged).toBe(first.added.linked + first.added.cloned + first.added.copied)
    expect(kept.map((path) => statSync(join(folder, path)).ctimeMs)).toEqual(times)
    const names = await filesIn(folder, 'originals')
    for (const { id } of added) {
      expect(names).toContain(join('originals', id.slice(-2), `${id}.jpg`))
    }
  })

  test('a backup has a manifest that md5sum reads, of every file that it needs', async () => {
    await using gallery = await openGallery()
    await fill(gallery)
    await backUp(gallery, folder)
    const lines = readFileSync(join(newest(), 'manifest.md5'), 'utf8').trimEnd().split('\n')
    const listed = lines.map((line) => line.slice(34))
    for (const line of lines) {
      expect(md5(readFileSync(join(folder, line.slice(34))))).toBe(line.slice(0, 32))
    }
    const all = (await filesIn(folder, '.')).map((path) => path.replace(/^\.\//, ''))
    const others = all.filter((path) => !listed.includes(path))
    expect(others.map((path) => path.split('/').at(-1)!).sort()).toEqual([
      'manifest.md5',
      'snapshot.json',
      'vitrine-backup.json',
    ])
  })

  test('a backup contains no credentials', async () => {
    await using gallery = await openGallery()
    await fill(gallery)
    const { store, library } = gallery.services
    const secrets = await plantSecrets(gallery)
    await backUp(gallery, folder)
    expect(await found(secrets, folder)).toEqual([])
    await restoreInto(join(data, '../without'), folder)
    await using without = await openGallery({
      data: join(data, '../without'),
      googleClientId: 'id',
      googleClientSecret: 'secret',
    })
    const drive = await (await without.asOwner()).data('/api/drive/authenticated')
    expect(drive).toMatchObject({
      authenticated: false,
      isLost: true,
      reason: 'This gallery was restored from a backup. Connect again.',
    })
    // The search finds them where they are: in the gallery itself.
    store.connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
    const inGallery = await found(secrets, library.root)
    expect(inGallery.toSorted()).toEqual(Object.keys(secrets).toSorted())

    const withSecret = join(folder, '../with-secret')
    await backUp(gallery, withSecret, { hasSecret: true })
    expect(await found(secrets, withSecret)).toEqual(['drive token', 'google client', 'secret.key'])
    expect(statSync(join(newest(withSecret), 'secret.key')).mode & 0o777).toBe(0o600)
    await restoreInto(data, withSecret)
    expect(readFileSync(join(data, 'secret.key')).equals(readFileSync(library.secretKeyPath))).toBe(
      true,
    )
  })

  test('a backup clears every column that holds a hash, a token or something encrypted', async () => {
    await using gallery = await openGallery()
    const { connection } = gallery.services.store
    const columns = connection
      .query<{ name: string }, []>(
        `SELECT t.name || '.' || c.name AS name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
         WHERE t.type = 'table' AND t.name NOT LIKE 'photo_text%' AND c.type = 'BLOB' ORDER BY 1`,
      )
      .all()
      .map(({ name }) => name)
    // A new column must be cleared in src/operations/backup/sealing.ts, or be one that everybody may read.
    expect(columns).toEqual([
      'drive.client',
      'drive.refresh_token',
      'mail.message',
      'notice_channel.secret',
      'oauth_state.session_hash',
      'oauth_state.state_hash',
      'oauth_state.verifier',
      'owner.setup_secret_hash',
      'photo.thumbhash',
      'session.token_hash',
      'verification.browser_hash',
      'verification.token_hash',
    ])
  })

  test('a backup with --keep removes old snapshots, and then the files that none of the others names', async () => {
    await using gallery = await openGallery()
    const { photos } = await fill(gallery)
    const names: string[] = []
    const [gone] = photos
    for (let day = 0; day < 4; day++) {
      gallery.clock.advance(86_400_000)
      names.push((await backUp(gallery, folder)).name)
      if (day === 1) await deleteForGood(gallery.services, gone!.id)
    }
    const path = join(folder, 'originals', gone!.id.slice(-2), `${gone!.id}.jpg`)
    expect((await backUp(gallery, folder, { keep: 4 })).pruned).toEqual({ snapshots: 1, files: 0 })
    expect(existsSync(path)).toBe(true)
    const { pruned } = await backUp(gallery, folder, { keep: 3 })
    expect(pruned).toEqual({ snapshots: 2, files: 1 })
    expect(existsSync(path)).toBe(false)
    await expect(restoreInto(data, folder, names[0]!)).rejects.toThrow(
      `There is no snapshot "${names[0]}" in ${folder}. There are ${names[3]}, `,
    )
    await restoreInto(data, folder, names[3]!)
    expect(await lastingFiles(data)).toEqual(await lastingFiles(gallery.data))
  })

  test('a backup includes a photo deleted meanwhile: its file waits until the backup has ended', async () => {
    await using gallery = await openGallery()
    const { owner, photos } = await fill(gallery)
    const [destroyed, kept] = photos
    const { library, intents } = gallery.services
    const backup = lockFolder(library.backupLockPath)!
    await deleteForGood(gallery.services, destroyed!.id)
    await deleteForGood(gallery.services, kept!.id, false)
    expect((await owner.get(`/api/photos/${destroyed!.id}`)).status).toBe(404)
    await Bun.sleep(1200)
    expect(existsSync(library.original(destroyed!.id))).toBe(true)
    expect(existsSync(library.original(kept!.id))).toBe(true)
    backup.release()
    while (intents.pendingFiles().size > 0) await Bun.sleep(50)
    expect(existsSync(library.original(destroyed!.id))).toBe(false)
    expect(existsSync(library.removed(kept!.id))).toBe(true)
  })

  test('a backup includes the trash, from which a restored gallery brings photos back', async () => {
    await using gallery = await openGallery()
    const { owner, photos } = await fill(gallery)
    const whole = await viewOf(owner)
    await owner.delete(`/api/photos/${photos[0]!.id}`, { removeFiles: true })
    expect((await backUp(gallery, folder)).photos).toBe(2)
    await restoreInto(data, folder)
    await using restored = await openGallery({ data })
    const again = await restored.asOwner()
    expect((await again.get(`/api/trash/${photos[0]!.id}/preview`)).status).toBe(200)
    const ids = [photos[0]!.id]
    expect(await again.data('/api/trash/restore', { method: 'POST', body: { ids } })).toEqual({
      numItems: 1,
    })
    expect(await viewOf(again)).toEqual(whole)
    const { fileName } = whole.photos.photos.find(({ id }) => id === photos[0]!.id)!
    expect((await again.get(`/api/thumbs/${fileName}`)).status).toBe(200)
  })

  test('a backup includes an original that is only about to be moved to removed/', async () => {
    await using gallery = await openGallery()
    const { photos } = await fill(gallery)
    const { library, intents } = gallery.services
    const [kept] = photos
    const bytes = readFileSync(library.original(kept!.id))
    const earlier = lockFolder(library.backupLockPath)!
    await deleteForGood(gallery.services, kept!.id, false)
    earlier.release()
    await backUp(gallery, folder)
    await restoreInto(data, folder)
    expect(readFileSync(join(data, 'removed', `${kept!.id}.jpg`)).equals(bytes)).toBe(true)
    expect(existsSync(join(data, library.relative(library.original(kept!.id))))).toBe(false)
    while (intents.pendingFiles().size > 0) await Bun.sleep(50)
    const again = new Database(join(data, 'vitrine.db'), { readonly: true })
    expect(again.query('SELECT * FROM intent').all()).toEqual([])
    again.close()
  })

  test('a backup names what is missing or damaged in the gallery, backs up the rest, and does not count as the last one', async () => {
    await using gallery = await openGallery({ keepFolder: true })
    const { owner, photos } = await fill(gallery)
    const { library } = gallery.services
    const [missing, present, absent] = photos
    await backUp(gallery, folder)
    const { at } = lastBackup(library)!
    const late = await upload(gallery, owner, camera({ title: 'Late' }))
    const later = await upload(gallery, owner, camera({ title: 'Later' }))
    // The backup has these already, so nothing is lost.
    const whole = photos.map(({ id }) => readFileSync(library.original(id)))
    rmSync(library.original(missing!.id))
    rmSync(library.original(absent!.id))
    const lateBytes = [late, later].map(({ id }) => readFileSync(library.original(id)))
    rmSync(library.original(late.id))
    const cut = lateBytes[1]!.subarray(0, -1)
    writeFileSync(library.original(later.id), cut)
    gallery.clock.advance(1000)
    const report = await backUp(gallery, folder, { keep: 1 })
    expect(report.faults).toEqual([
      `the original of Late (${late.id}) is missing`,
      `the original of Later (${later.id}) is damaged`,
    ])
    expect(report.lost).toEqual(
      [
        ['One', missing!.id],
        ['Three', absent!.id],
      ].map(
        ([title, id]) =>
          `the original of ${title} (${id}) is missing or damaged in the gallery; the backup has it: copy it back from ${copyOf(id!)} to ${library.original(id!)}, with the owner of the files beside it`,
      ),
    )
    expect(report.pruned).toEqual({ snapshots: 0, files: 0 })
    expect(lastBackup(library)!.at).toBe(at)
    expect(incompleteBackup(library)).toMatchObject({ folder, faults: 2, lost: 2 })
    expect(incompleteBackup(library)!.at).toBeGreaterThan(at)
    const { faults } = await restoreInto(data, folder)
    const path = (id: string) => join('originals', id.slice(-2), `${id}.jpg`)
    expect(faults).toEqual(
      [late, later].map(
        ({ id }) => `${path(id)} was missing from the gallery when the backup was made`,
      ),
    )
    expect(readFileSync(join(data, path(missing!.id))).equals(whole[0]!)).toBe(true)
    expect(readFileSync(join(data, path(present!.id))).equals(whole[1]!)).toBe(true)
    writeFileSync(library.original(missing!.id), whole[0]!)
    writeFileSync(library.original(absent!.id), whole[2]!)
    for (const [index, { id }] of [late, later].entries()) {
      writeFileSync(library.original(id), lateBytes[index]!)
    }
  })

  test('a backup cleans up after a killed one, and replaces a file that was cut', async () => {
    await using gallery = await openGallery()
    const { photos } = await fill(gallery)
    await backUp(gallery, folder)
    // In a folder without photos, which disappears with it.
    const unused = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'].find((name) =>
      photos.every(({ id }) => !id.endsWith(name)),
    )!
    const stray = join(folder, 'originals', unused, 'of-a-killed-backup.jpg')
    mkdirSync(join(stray, '..'), { recursive: true })
    writeFileSync(stray, 'whole, but in no snapshot')
    mkdirSync(join(folder, 'tmp/2026-01-01T00-00-00Z'))
    writeFileSync(join(folder, 'tmp/2026-01-01T00-00-00Z/vitrine.db'), 'half')
    const path = join(folder, 'originals', photos[0]!.id.slice(-2), `${photos[0]!.id}.jpg`)
    const bytes = readFileSync(path)
    // Not in place: it may be the gallery's own file.
    writeFileSync(`${path}.cut`, bytes.subarray(0, 100))
    renameSync(`${path}.cut`, path)
    const report = await backUp(gallery, folder)
    expect(report.faults).toEqual([])
    expect(report.replaced).toEqual([
      `the original of One (${photos[0]!.id}) was damaged in the backup and has been replaced with a good copy: ${path}`,
    ])
    expect(existsSync(stray)).toBe(false)
    expect(existsSync(join(stray, '..'))).toBe(false)
    expect(await filesIn(folder, 'tmp')).toEqual([])
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })

  test('a backup reads every copy again within thirty nights, and replaces a damaged one', async () => {
    await using gallery = await openGallery()
    const { photos } = await fill(gallery)
    await backUp(gallery, folder)
    const path = copyOf(photos[0]!.id)
    const bytes = readFileSync(path)
    spoil(path)
    const nights = []
    for (let night = 0; night < 30; night++) {
      gallery.clock.advance(dayMs)
      nights.push(await backUp(gallery, folder, { keep: 2 }))
    }
    expect(nights.flatMap(({ faults }) => faults)).toEqual([])
    expect(nights.flatMap(({ replaced }) => replaced)).toEqual([
      `the original of One (${photos[0]!.id}) was damaged in the backup and has been replaced with a good copy: ${path}`,
    ])
    expect(readFileSync(path).equals(bytes)).toBe(true)
    const read = nights.slice(0, 29).reduce((sum, { readAgain }) => sum + readAgain, 0)
    expect(read).toBe(nights[0]!.unchanged)
    expect(Math.max(...nights.map(({ readAgain }) => readAgain))).toBeLessThan(read)
  })

  test('a backup that verifies reads all copies, and names those with no intact copy anywhere', async () => {
    await using gallery = await openGallery({ keepFolder: true })
    const { photos } = await fill(gallery)
    const { library } = gallery.services
    const first = await backUp(gallery, folder)
    const { at } = lastBackup(library)!
    const [one, two] = photos.map(({ id }) => id)
    const whole = [one, two].map((id) => readFileSync(library.original(id!)))
    for (const path of [copyOf(one!), copyOf(two!), library.original(one!)]) spoil(path)
    gallery.clock.advance(1000)
    const report = await backUp(gallery, folder, { verifiesAll: true, keep: 1 })
    expect(report.readAgain).toBe(report.unchanged)
    expect(report.replaced).toEqual([expect.stringContaining(`(${two})`)])
    expect(readFileSync(copyOf(two!)).equals(whole[1]!)).toBe(true)
    expect(report.faults).toEqual([
      `the original of One (${one}) is damaged in the backup (${copyOf(one!)}) and damaged in the gallery: upload or import the same file again, and then back up again`,
    ])
    expect(report.pruned).toEqual({ snapshots: 0, files: 0 })
    expect(existsSync(join(folder, 'snapshots', first.name))).toBe(true)
    expect(incompleteBackup(library)).toMatchObject({ folder, faults: 1 })
    expect(lastBackup(library)!.at).toBe(at)
    rmSync(library.original(one!))
    writeFileSync(library.original(one!), whole[0]!)
    gallery.clock.advance(1000)
    const again = await backUp(gallery, folder, { verifiesAll: true, keep: 1 })
    expect(again).toMatchObject({ faults: [], replaced: [expect.stringContaining(`(${one})`)] })
    expect((await restoreInto(data, folder)).faults).toEqual([])
  })

  test('a backup that verifies reads files of older snapshots alone, which nothing can replace', async () => {
    await using gallery = await openGallery()
    const { photos } = await fill(gallery)
    const { name } = await backUp(gallery, folder)
    const { id } = photos[0]!
    await deleteForGood(gallery.services, id)
    gallery.clock.advance(1000)
    const whole = await backUp(gallery, folder, { verifiesAll: true })
    expect(whole.faults).toEqual([])
    expect(whole.readOlder).toBeGreaterThan(1)
    spoil(copyOf(id))
    gallery.clock.advance(1000)
    const { faults, pruned } = await backUp(gallery, folder, { verifiesAll: true, keep: 1 })
    expect(faults).toEqual([
      expect.stringContaining(
        `the older snapshot ${name} is no longer intact: originals/${id.slice(-2)}/${id}.jpg is damaged`,
      ),
    ])
    expect(pruned.snapshots).toBe(0)
  })

  test('a backup names a damaged file of an older snapshot every night until it is whole', async () => {
    await using gallery = await openGallery()
    const { photos } = await fill(gallery)
    const { name } = await backUp(gallery, folder)
    const { id } = photos[0]!
    await deleteForGood(gallery.services, id)
    const page = join(folder, 'snapshots', name, 'pages/about.md')
    const pageBytes = readFileSync(page)
    const bytes = readFileSync(copyOf(id))
    spoil(copyOf(id))
    writeFileSync(page, '# About Eve')
    const nights: Awaited<ReturnType<typeof backUp>>[] = []
    const nextNight = async () => {
      gallery.clock.advance(dayMs)
      nights.push(await backUp(gallery, folder))
      return nights.at(-1)!
    }
    while ((await nextNight()).faults.length === 0) expect(nights.length).toBeLessThan(29)
    const faults = [expect.stringMatching(new RegExp(`the older snapshot ${name} .*/${id}.jpg is`))]
    for (let night = 0; night < 2; night++) expect((await nextNight()).faults).toEqual(faults)
    writeFileSync(copyOf(id), bytes)
    expect((await nextNight()).faults).toEqual([])
    while (nights.length < 29) expect((await nextNight()).faults).toEqual([])
    // The newest snapshot has the same page.
    const replaced = `snapshots/${name}/pages/about.md was damaged in the backup and has been replaced`
    expect(nights.flatMap((each) => each.replaced)).toEqual([expect.stringContaining(replaced)])
    expect(readFileSync(page)).toEqual(pageBytes)

    // What nothing lists is not left out.
    for (const file of ['snapshot.json', 'manifest.md5']) {
      const path = join(folder, 'snapshots', name, file)
      const whole = readFileSync(path)
      const at = whole.lastIndexOf('a')
      writeFileSync(
        path,
        Buffer.concat([whole.subarray(0, at), Buffer.from('b'), whole.subarray(at + 1)]),
      )
      const named = `the older snapshot ${name} is no longer intact: its ${file} is damaged.`
      for (let night = 0; night < 2; night++) {
        expect((await nextNight()).faults).toEqual([expect.stringContaining(named)])
      }
      writeFileSync(path, whole)
      expect((await nextNight()).faults).toEqual([])
    }
  })

  test('a backup after a pause reads the copies that had their turn meanwhile', async () => {
    await using gallery = await openGallery()
    await fill(gallery)
    await backUp(gallery, folder)
    gallery.clock.advance(29 * dayMs)
    const { readAgain, unchanged } = await backUp(gallery, folder)
    expect(readAgain).toBe(unchanged)
    expect(unchanged).toBeGreaterThan(3)
    gallery.clock.advance(minuteMs)
    expect((await backUp(gallery, folder)).readAgain).toBeLessThan(unchanged)
  })

  test('a backup of a restored copy removes no snapshot of the gallery it was restored from', async () => {
    await using gallery = await openGallery()
    await fill(gallery)
    await backUp(gallery, folder)
    await restoreInto(data, folder)
    gallery.clock.advance(1000)
    const library = libraryAt(data)
    const copy = { services: { library } as never, clock: gallery.clock }
    const other = await backUp(copy, folder, { keep: 1 })
    expect(other).toMatchObject({ otherData: gallery.data, pruned: { snapshots: 0 }, faults: [] })
    gallery.clock.advance(1000)
    const own = await backUp(copy, folder, { keep: 1 })
    expect(own.otherData).toBeUndefined()
    expect(own.pruned.snapshots).toBe(2)
  })

  test('a backup compares its link of a damaged original at once when that was put back', async () => {
    await using gallery = await openGallery()
    const { photos } = await fill(gallery)
    const { library } = gallery.services
    const files = (
      await Promise.all(
        ['originals', 'cameras', 'removed'].map((name) => filesIn(gallery.data, name)),
      )
    ).flat()
    const days = Array.from({ length: 29 }, (_, day) => day * dayMs)
    const isQuiet = (ms: number) =>
      files.every((path) => !hasItsTurn(path, gallery.clock.now() + ms))
    // Both backups are made on this day, or the second would make up for those in between.
    gallery.clock.advance(days.find(isQuiet)!)
    await backUp(gallery, folder)
    const [spoilt, same] = photos.map(({ id }) => id)
    const putBack = (id: string, bytes: Uint8Array) => {
      rmSync(library.original(id))
      writeFileSync(library.original(id), bytes)
    }
    const bytes = readFileSync(library.original(spoilt!))
    spoil(copyOf(spoilt!))
    // Before the photo was put back.
    utimesSync(copyOf(spoilt!), new Date(0), new Date(0))
    putBack(spoilt!, bytes)
    putBack(same!, readFileSync(library.original(same!)))
    const report = await backUp(gallery, folder)
    expect(report).toMatchObject({ faults: [], readAgain: 2 })
    expect(report.replaced).toEqual([expect.stringContaining(`(${spoilt})`)])
    expect(readFileSync(copyOf(spoilt!)).equals(bytes)).toBe(true)
    expect((await backUp(gallery, folder)).readAgain).toBe(0)
  })

  test('a backup refuses folders that are not for it, and changes nothing there', async () => {
    await using gallery = await openGallery()
    await fill(gallery)
    await using other = await openGallery()
    await backUp(other, folder)
    await expect(backUp(gallery, folder)).rejects.toThrow(
      `${folder} contains the backups of another gallery; choose another folder.`,
    )
    const full = join(folder, '../full')
    mkdirSync(full)
    writeFileSync(join(full, 'taxes.txt'), 'mine')
    await expect(backUp(gallery, full)).rejects.toThrow(
      `${full} is not empty and is not a Vitrine backup; choose another folder.`,
    )
    expect(await filesIn(full, '.')).toHaveLength(1)
    const inside = join(gallery.data, 'backups/mine')
    await expect(backUp(gallery, inside)).rejects.toThrow('must not be inside the data folder')
    expect(existsSync(inside)).toBe(false)
    const linked = join(folder, '../linked')
    symlinkSync(gallery.data, linked)
    await expect(backUp(gallery, join(linked, 'x'))).rejects.toThrow('must not be inside')
    await expect(backUp(gallery, join(gallery.data, '..'))).rejects.toThrow(
      'must not be inside the backup folder',
    )
    // Status need not tell of a command that was mistyped.
    const config = { ...readConfig({}, {}), data: gallery.data }
    const request = { hasSecret: false, now: gallery.clock.now, onProgress: () => undefined }
    await expect(
      backUpInto(config, { folder: inside }, { ...request, keep: undefined }),
    ).rejects.toThrow('must not be inside the data folder')
    expect(failedBackup(gallery.services.library)).toBeUndefined()
    await expect(
      backUpInto(config, { folder: full }, { ...request, keep: undefined }),
    ).rejects.toThrow('empty')
    expect(failedBackup(gallery.services.library)).toMatchObject({ folder: full })
  })

  test('a backup into a folder with only files of a system or a NAS is accepted', async () => {
    await using gallery = await openGallery()
    await fill(gallery)
    const folders = ['lost+found', '@eaDir', '#recycle', 'System Volume Information', '.Trashes']
    const files = ['.DS_Store', 'Thumbs.db', '._file', 'desktop.ini']
    const disk = join(folder, '../disk')
    for (const name of [...folders, '$RECYCLE.BIN', '.stfolder', '@Recycle']) {
      mkdirSync(join(disk, name), { recursive: true })
      writeFileSync(join(disk, name, 'taxes.jpg'), 'mine')
    }
    for (const name of files) writeFileSync(join(disk, name), 'of the system')
    const before = await filesIn(disk, '.')
    writeFileSync(join(disk, 'taxes.txt'), 'mine')
    await expect(backUp(gallery, disk)).rejects.toThrow(`${disk} is not empty`)
    expect(await filesIn(disk, '.')).toHaveLength(before.length + 1)
    rmSync(join(disk, 'taxes.txt'))
    expect((await backUp(gallery, disk)).faults).toEqual([])
    expect(await filesIn(disk, '.')).toEqual(expect.arrayContaining(before))
    mkdirSync(join(data, '@eaDir'), { recursive: true })
    mkdirSync(join(data, 'originals/@eaDir'), { recursive: true })
    writeFileSync(join(data, 'Thumbs.db'), 'of the system')
    expect((await restoreInto(data, disk)).faults).toEqual([])
  })

  test('a backup of a database of another version is refused with what to do', async () => {
    await using gallery = await openGallery()
    const { connection } = gallery.services.store
    const { user_version: schema } = connection
      .query<{ user_version: number }, []>('PRAGMA user_version')
      .get()!
    for (const [version, said] of [
      [schema - 1, 'older version of Vitrine. Back it up with that version'],
      [schema + 1, 'newer version of Vitrine; back it up with that version'],
    ] as const) {
      connection.run(`PRAGMA user_version = ${version}`)
      await expect(backUp(gallery, folder)).rejects.toThrow(said)
    }
    connection.run(`PRAGMA user_version = ${schema}`)
    expect(existsSync(folder)).toBe(false)
  })
})

describe('restores', () => {
  test('a restore is refused where a gallery or something else is, and leaves it alone', async () => {
    await using gallery = await openGallery()
    await fill(gallery)
    await backUp(gallery, folder)
    const before = await lastingFiles(gallery.data)
    await expect(restoreInto(gallery.data, folder)).rejects.toThrow('already contains a gallery')
    expect(await lastingFiles(gallery.data)).toEqual(before)
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'taxes.txt'), 'mine')
    await expect(restoreInto(data, folder)).rejects.toThrow('is not empty')
    rmSync(join(data, 'taxes.txt'))
    await expect(restoreInto(data, join(folder, 'snapshots'))).rejects.toThrow(
      'is not a Vitrine backup',
    )
    mkdirSync(join(data, 'lost+found'))
    expect((await restoreInto(data, folder)).faults).toEqual([])
  })

  test('a restore mentions only what applies to the gallery', async () => {
    await using gallery = await openGallery()
    const print = spyOn(console, 'log').mockImplementation(() => undefined)
    const said = async (name: string, options: { hasSecret?: boolean } = {}) => {
      await backUp(gallery, join(folder, name), options)
      print.mockClear()
      const config = { ...readConfig({}, {}), data: join(data, name) }
      expect(
        await restore(config, { paths: [join(folder, name)], at: undefined, isTakingOver: false }),
      ).toBe(0)
      return print.mock.calls.flat().slice(2)
    }
    try {
      expect(await said('new')).toEqual([
        'This gallery has no owner yet: the next start prints a setup link.',
      ])
      await gallery.asOwner()
      for (const hasSecret of [false, true]) {
        expect(await said(`claimed-${hasSecret}`, { hasSecret })).toEqual([
          'You have to sign in again, with your password.',
        ])
      }
      await gallery.asGuest('Ben')
      const { connection } = gallery.services.store
      connection.run('UPDATE drive SET refresh_token = ?', [new Uint8Array(60)])
      connection.run(
        `INSERT INTO backup_target (row_id, id, folder, added_at) VALUES (1, 'a', '/mnt/a', 0), (2, 'b', '/mnt/b', 0)`,
      )
      connection.run(
        "INSERT INTO notice_channel (id, kind, address, added_at) VALUES ('a', 'webhook', 'https://a.example.org', 0)",
      )
      const folders =
        'Backups into /mnt/a and /mnt/b are off until you press "Back up here again" in Account → Safety, because the first gallery may still use these folders.'
      const secrets =
        'The secrets and tokens of webhooks, ntfy and Gotify are in no backup: enter them again in Account → Safety.'
      const everybody =
        'Everyone has to sign in again: you with your password, guests with a new link by e-mail.'
      expect(await said('with-secret', { hasSecret: true })).toEqual([
        everybody,
        folders,
        'Google Drive stays connected.',
      ])
      expect(await said('without-secret')).toEqual([
        everybody,
        folders,
        secrets,
        'Google Drive has to be connected again on the account page; a client ID and secret that you had entered there are needed again too.',
      ])
    } finally {
      print.mockRestore()
    }
  })

  test('a restore of a snapshot from a newer version is refused before anything is written', async () => {
    await using gallery = await openGallery()
    await backUp(gallery, folder)
    const path = join(newest(), 'snapshot.json')
    const info = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...info, schema: info.schema + 1 }))
    await expect(restoreInto(data, folder)).rejects.toThrow('made by a newer version')
    expect(existsSync(data)).toBe(false)
  })

  test('a restore names what is missing or damaged in the backup and restores the rest', async () => {
    await using gallery = await openGallery()
    const { photos } = await fill(gallery)
    await backUp(gallery, folder)
    const paths = photos.map(({ id }) => join('originals', id.slice(-2), `${id}.jpg`))
    const replace = (path: string, bytes: Uint8Array) => {
      rmSync(join(folder, path))
      writeFileSync(join(folder, path), bytes)
    }
    const flipped = readFileSync(join(folder, paths[0]!))
    flipped[100]! ^= 1
    replace(paths[0]!, flipped)
    rmSync(join(folder, paths[1]!))
    const { faults } = await restoreInto(data, folder)
    expect(faults.toSorted()).toEqual(
      [`${paths[0]} is damaged in the backup`, `${paths[1]} is missing from the backup`].toSorted(),
    )
    expect(existsSync(join(data, paths[2]!))).toBe(true)
    expect(existsSync(join(data, paths[0]!))).toBe(false)
  })

  test('a restore that did not end is reported, and another one replaces it', async () => {
    await using gallery = await openGallery()
    const { owner, photos } = await fill(gallery)
    const older = await backUp(gallery, folder)
    await owner.delete(`/api/photos/${photos[0]!.id}`, { removeFiles: true })
    gallery.clock.advance(60_000)
    const newer = await backUp(gallery, folder)
    const stop = () => {
      throw new Error('stopped')
    }
    await expect(restoreBackup({ data, folder, at: older.name, onProgress: stop })).rejects.toThrow(
      'stopped',
    )
    expect(existsSync(join(data, 'vitrine.db'))).toBe(false)
    await expect(openGallery({ data })).rejects.toThrow(
      `${data} contains an unfinished restore. Run "vitrine restore" with the same backup again, or empty the folder.`,
    )
    await restoreInto(data, folder, newer.name)
    expect(await lastingFiles(data)).toEqual(await lastingFiles(gallery.data))
    await using restored = await openGallery({ data })
    expect(await viewOf(await restored.asOwner())).toEqual(await viewOf(owner))
  })

  test('a restore never writes outside the folder, whatever the manifest says', async () => {
    await using gallery = await openGallery()
    await backUp(gallery, folder)
    const manifest = join(newest(), 'manifest.md5')
    const text = readFileSync(manifest, 'utf8')
    const md5s = '0'.repeat(32)
    for (const path of [
      '../outside',
      'originals/../../outside',
      '/etc/passwd',
      'vitrine.db',
      'originals/a\u0000b',
      'snapshots/../x',
    ]) {
      writeFileSync(manifest, `${text}${md5s}  ${path}\n`)
      await expect(restoreInto(data, folder)).rejects.toThrow('is damaged: line ')
    }
    writeFileSync(manifest, text.slice(0, -1))
    await expect(restoreInto(data, folder)).rejects.toThrow('the manifest is incomplete')
    expect(existsSync(data)).toBe(false)
  })
})

/** By name, as they are stored. */
async function plantSecrets(gallery: Gallery) {
  const { store, library } = gallery.services
  const { connection } = store
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const [token, state, verifier] = [random(60), random(32), random(60)]
  const client = random(60)
  connection.run('UPDATE drive SET refresh_token = ?, client = ?', [token, client])
  connection.run(
    `INSERT INTO oauth_state (state_hash, session_hash, verifier, redir, expires_at)
     VALUES (?, ?, ?, '/account/drive', 0)`,
    [state, random(32), verifier],
  )
  await gallery.asVisitor().post('/api/guest', { name: 'Cleo', email: 'cleo@example.org' })
  const [letter] = await lettersTo(gallery, 'cleo@example.org')
  const message = random(80)
  connection.run(
    `INSERT INTO mail (row_id, message, next_at, expires_at)
     SELECT row_id + 1, ?, 9e15, 9e15 FROM highest_row_id WHERE name = 'mail'`,
    [message],
  )
  const hashes = (table: string) =>
    connection.query<{ hash: Uint8Array }, []>(`SELECT token_hash AS hash FROM ${table}`).all()
  return {
    'secret.key': new Uint8Array(readFileSync(library.secretKeyPath)),
    'drive token': token,
    'google client': client,
    'oauth state': state,
    verifier,
    'queued mail': message,
    'code in an e-mail': new TextEncoder().encode(codeIn(letter!)),
    'session hash': hashes('session')[0]!.hash,
    'verification hash': hashes('verification')[0]!.hash,
  }
}

/** The names of those that are in any file of the folder. */
async function found(secrets: Record<string, Uint8Array>, root: string): Promise<string[]> {
  const files = await filesIn(root, '.')
  const contents = files.map((path) => readFileSync(join(root, path)))
  return Object.entries(secrets)
    .flatMap(([name, bytes]) => (contents.some((content) => content.includes(bytes)) ? [name] : []))
    .toSorted()
}
