import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { mountOf, parseMounts, placeOnDisk } from '../../src/operations/backup/mounts.ts'
import { backUp, newFolder, restoreInto } from '../support/backups.ts'
import { type Gallery, openGallery, upload } from '../support/gallery.ts'
import { testWith } from '../support/needs.ts'
import { bindMount, mountSmall, needsMount, unmount, unmountAll } from '../support/small-disk.ts'

setDefaultTimeout(60_000)

let gallery: Gallery
let folder: string

beforeAll(async () => {
  gallery = await openGallery()
  await upload(gallery, await gallery.asOwner())
  folder = await newFolder()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await gallery[Symbol.asyncDispose]()
})
afterEach(() => {
  unmountAll()
  rmSync(gallery.services.library.backupTargetsPath, { force: true })
  rmSync(gallery.services.library.lastBackupPath, { force: true })
})

const back = (path: string, options: Parameters<typeof backUp>[2] = {}) => {
  gallery.clock.advance(60_000)
  return backUp(gallery, path, options)
}

const mounted = (name: string) => {
  const point = join(folder, name)
  mkdirSync(point)
  mountSmall(point)
  return point
}

const refused = /Nothing was backed up\. If a disk should be mounted there, mount it/

testWith(needsMount)('a known folder whose disk is not mounted is refused', async () => {
  const point = mounted('disk')
  await back(point)
  await back(join(point, 'photos'))
  unmount(point)
  for (const path of [point, join(point, 'photos')]) {
    await expect(back(path)).rejects.toThrow(refused)
    await expect(back(path)).rejects.toThrow(`The backup that was made in ${path} on `)
  }
  expect(readdirSync(point)).toEqual([])
  // An unknown folder on the same disk is only pointed out.
  expect((await back(join(point, 'other'))).onSameDisk).toBe('gallery')
  // If it is meant, it is known from then on.
  expect((await back(join(point, 'photos'), { isNewTarget: true })).faults).toEqual([])
  expect((await back(join(point, 'photos'))).faults).toEqual([])
})

testWith(needsMount)('an older copy below the mount point does not take its place', async () => {
  const point = mounted('stale')
  await back(point)
  const copy = join(folder, 'stale-copy')
  cpSync(point, copy, { recursive: true })
  unmount(point)
  cpSync(copy, point, { recursive: true })
  const before = readdirSync(join(point, 'snapshots'))
  await expect(back(point)).rejects.toThrow(`Nothing is mounted at ${point}, where the disk`)
  expect(readdirSync(join(point, 'snapshots'))).toEqual(before)
})

testWith(needsMount)(
  'a known folder that is a link to the gallery’s own disk is refused',
  async () => {
    const point = mounted('real')
    const link = join(folder, 'link')
    symlinkSync(point, link)
    await back(link)
    const own = join(folder, 'own')
    cpSync(point, own, { recursive: true })
    rmSync(link)
    symlinkSync(own, link)
    await expect(back(link)).rejects.toThrow(`${link} is on the same disk as the gallery now`)
    expect(readdirSync(join(own, 'snapshots'))).toHaveLength(1)
  },
)

testWith(needsMount)('two disks can be mounted at one folder in turn', async () => {
  const [one, other] = [mounted('one'), mounted('other')]
  const point = join(folder, 'turns')
  mkdirSync(point)
  const use = async (disk: string, options = {}) => {
    bindMount(disk, point)
    try {
      return await back(point, options)
    } finally {
      unmount(point)
    }
  }
  await use(one)
  await expect(use(other)).rejects.toThrow(refused)
  await use(other, { isNewTarget: true })
  for (const disk of [one, other, one]) {
    expect(await use(disk)).toMatchObject({ faults: [], targetChange: undefined })
  }
})

test('a known folder that is missing, empty or without snapshots is refused', async () => {
  const path = join(folder, 'known')
  await back(path)
  const away = join(folder, 'away')
  renameSync(path, away)
  await expect(back(path)).rejects.toThrow(refused)
  expect(existsSync(path)).toBe(false)
  mkdirSync(path)
  await expect(back(path)).rejects.toThrow(refused)
  expect(readdirSync(path)).toEqual([])
  cpSync(join(away, 'vitrine-backup.json'), join(path, 'vitrine-backup.json'))
  mkdirSync(join(path, 'snapshots'))
  await expect(back(path)).rejects.toThrow('has no snapshot any more, although one was made')
  rmSync(path, { recursive: true })
  writeFileSync(path, 'a file')
  await expect(back(path)).rejects.toThrow()
  rmSync(path)
  renameSync(away, path)
  expect((await back(path)).faults).toEqual([])
})

test('a first backup that was killed just before it counted is repeated, also on a second disk', async () => {
  const notes = gallery.services.library.backupTargetsPath
  type Noted = { id: string; newest: string; planned?: string }
  const notesNow = () => JSON.parse(readFileSync(notes, 'utf8')) as Noted[]
  /** As after a kill between the note of the planned snapshot and its renaming. */
  const undoSnapshot = (path: string) => {
    const [name] = readdirSync(join(path, 'snapshots'))
    rmSync(join(path, 'snapshots', name!), { recursive: true })
    const [last, ...others] = notesNow().toReversed()
    const killed = { ...last, newest: '', planned: name! }
    writeFileSync(notes, JSON.stringify([...others.toReversed(), killed]))
  }
  const path = join(folder, 'killed')
  await back(path)
  undoSnapshot(path)
  expect(await back(path)).toMatchObject({ faults: [], targetChange: undefined })
  expect(notesNow().at(-1)?.newest).toBe(readdirSync(join(path, 'snapshots'))[0]!)

  const first = join(folder, 'killed-first')
  renameSync(path, first)
  await back(path, { isNewTarget: true })
  undoSnapshot(path)
  expect((await back(path)).faults).toEqual([])
  undoSnapshot(path)
  rmSync(path, { recursive: true })
  await expect(back(path)).rejects.toThrow(refused)
  renameSync(first, path)
  expect((await back(path)).faults).toEqual([])
})

test('a backup’s note from an earlier version makes a folder known too', async () => {
  const path = join(folder, 'noted')
  await back(path)
  rmSync(gallery.services.library.backupTargetsPath)
  rmSync(path, { recursive: true })
  await expect(back(path)).rejects.toThrow(refused)
})

test('an older or newer copy of a backup is warned about, and a newer one is not pruned', async () => {
  const path = join(folder, 'copies')
  await back(path)
  const older = join(folder, 'copies-older')
  cpSync(path, older, { recursive: true })
  await back(path)
  const newer = join(folder, 'copies-newer')
  renameSync(path, newer)
  renameSync(older, path)
  expect(await back(path)).toMatchObject({ faults: [], targetChange: 'older' })
  expect(await back(path)).toMatchObject({ faults: [], targetChange: undefined })
  const notes = gallery.services.library.backupTargetsPath
  const earlier = readFileSync(notes)
  await back(path)
  writeFileSync(notes, earlier)
  const report = await back(path, { keep: 1 })
  expect(report).toMatchObject({ faults: [], targetChange: 'newer', pruned: { snapshots: 0 } })
  expect(await back(path, { keep: 1 })).toMatchObject({ targetChange: undefined })
  expect(readdirSync(join(path, 'snapshots'))).toHaveLength(1)
})

test('a known folder with another gallery’s backup is refused and left alone', async () => {
  const path = join(folder, 'others')
  await back(path)
  rmSync(path, { recursive: true })
  await using other = await openGallery()
  await backUp(other, path)
  const before = readdirSync(path, { recursive: true })
  for (const isNewTarget of [false, true]) {
    await expect(back(path, { isNewTarget })).rejects.toThrow('contains the backups of another')
  }
  expect(readdirSync(path, { recursive: true })).toEqual(before)
})

testWith(needsMount)(
  'a bind mount of the data folder is refused as a place for a backup',
  async () => {
    const data = gallery.services.library.root
    for (const [source, said] of [
      [data, 'must not be inside the data folder'],
      [join(data, 'pages'), 'must not be inside the data folder'],
      [join(data, '..'), 'must not be inside the backup folder'],
    ] as const) {
      const point = join(folder, `bind-${crypto.randomUUID()}`)
      mkdirSync(point)
      bindMount(source, point)
      await expect(back(point)).rejects.toThrow(said)
      await expect(restoreInto(join(point, 'x'), folder)).rejects.toThrow('not a Vitrine backup')
      unmount(point)
    }
  },
)

testWith(needsMount)('a backup in memory is warned about', async () => {
  expect((await back(mounted('memory'))).isInMemory).toBe(true)
  expect((await back(join(folder, 'disk-file'))).isInMemory).toBe(false)
})

test('mounts are read with blanks, later mounts and parts of file systems', () => {
  const mounts = parseMounts(
    [
      '1 0 8:1 / / rw - ext4 /dev/sda1 rw',
      '2 1 8:17 / /mnt/my\\040disk rw - ext4 /dev/sdb1 rw',
      '3 1 8:17 /photos /srv/data rw - ext4 /dev/sdb1 rw',
      '4 1 0:40 / /mnt/my\\040disk rw - tmpfs none rw',
      'not a mount',
    ].join('\n'),
  )
  expect(mountOf('/mnt/my disk/a', mounts)).toMatchObject({ device: '0:40' })
  expect(mountOf('/mnt/my disks', mounts)?.point).toBe('/')
  expect(placeOnDisk('/srv/data/a', mounts)).toBe('8:17:/photos/a')
  expect(placeOnDisk('/srv/data', mounts)).toBe('8:17:/photos')
  expect(placeOnDisk('/', mounts)).toBe('8:1:/')
  expect(mountOf('/x', [])).toBeUndefined()
})
