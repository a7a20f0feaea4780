import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createPhotoMatcher } from '../../src/gallery/photos/filter/matches-photo.ts'
import { createFileModes } from '../../src/operations/backup/file-modes.ts'
import { savedCopyIn } from '../../src/operations/backup/saved-copy.ts'
import { check } from '../../src/operations/check/check.ts'
import { folderFiles } from '../../src/storage/media-files.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { backUp, newFolder, restoreInto } from '../support/backups.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, openGallery, upload } from '../support/gallery.ts'
import { needsLinux, needsRoot, testWith } from '../support/needs.ts'
import { camera } from '../support/photos.ts'
import { mkfifo } from '../support/pipes.ts'

setDefaultTimeout(60_000)

let home: string
let folder: string
let gallery: Gallery
let original: string

beforeEach(async () => {
  home = await newFolder()
  folder = join(home, 'backup')
  gallery = await openGallery({ keepFolder: true })
  const { id } = await upload(gallery, await gallery.asOwner(), camera({ title: 'One' }))
  original = originalKey(id)
})
afterEach(async () => {
  rmSync(home, { recursive: true, force: true })
  const { data } = gallery
  await gallery[Symbol.asyncDispose]().catch(() => undefined)
  rmSync(data, { recursive: true, force: true })
})

const at = (path: string) => join(gallery.data, path)

/** Moves a file out of the data folder and leaves a link to it. */
function moveAway(path: string) {
  const target = join(home, path.replaceAll('/', '-'))
  renameSync(at(path), target)
  symlinkSync(target, at(path))
}

const pageIn = (name: string) =>
  readFileSync(
    join(folder, 'snapshots', readdirSync(join(folder, 'snapshots')).at(-1)!, name),
    'utf8',
  )

test('links to files are backed up and restored as their content', async () => {
  await gallery.services.cameras.setImageFromUpload(
    (await (await gallery.asOwner()).data<{ id: string }[]>('/api/cameras'))[0]!.id,
    await camera(),
  )
  const [picture] = await filesIn(gallery.data, 'cameras')
  mkdirSync(at('quarantine/originals'), { recursive: true })
  for (const path of ['removed/a.jpg', 'quarantine/originals/b.jpg']) writeFileSync(at(path), path)
  writeFileSync(at('pages/about.md'), '# Linked')
  const paths = [original, picture!, 'removed/a.jpg', 'quarantine/originals/b.jpg']
  for (const path of [...paths, 'pages/about.md']) moveAway(path)
  symlinkSync('about.md', at('pages/resume.md'))

  expect((await backUp(gallery, folder)).faults).toEqual([])
  for (const path of paths) {
    expect(lstatSync(join(folder, path)).isFile()).toBe(true)
    expect(readFileSync(join(folder, path)).equals(readFileSync(at(path)))).toBe(true)
  }
  expect([pageIn('pages/about.md'), pageIn('pages/resume.md')]).toEqual(['# Linked', '# Linked'])

  // A copy that is a link, as earlier versions made, is replaced by the content.
  const copy = join(folder, original)
  rmSync(copy)
  symlinkSync(at(original), copy)
  expect(await backUp(gallery, folder)).toMatchObject({
    faults: [],
    addedBytes: expect.any(Number),
  })
  expect(lstatSync(copy).isFile()).toBe(true)

  // The same when links are in the backup: the restored gallery stands alone.
  const elsewhere = join(home, 'elsewhere.jpg')
  renameSync(copy, elsewhere)
  symlinkSync(elsewhere, copy)
  const data = join(home, 'restored')
  expect((await restoreInto(data, folder)).faults).toEqual([])
  for (const path of [...paths, 'pages/about.md']) {
    expect(lstatSync(join(data, path)).isFile()).toBe(true)
  }
})

test('a folder that is a link to another disk is backed up and is no stray', async () => {
  const bundle = original.slice(0, original.lastIndexOf('/'))
  moveAway(bundle)
  moveAway('removed')
  writeFileSync(at('removed/kept.jpg'), 'kept')
  expect((await backUp(gallery, folder)).faults).toEqual([])
  expect(readFileSync(join(folder, original)).equals(readFileSync(at(original)))).toBe(true)
  expect(readFileSync(join(folder, 'removed/kept.jpg'), 'utf8')).toBe('kept')
  const keys = (
    await Array.fromAsync(folderFiles(gallery.services.library).keysIn('originals'))
  ).flat()
  expect(keys).toEqual([original])
  // A link that leads back does not end the list.
  symlinkSync('..', at('originals/loop'))
  const again = await Array.fromAsync(folderFiles(gallery.services.library).keysIn('originals'))
  expect(new Set(again.flat().filter((key) => key.endsWith('.jpg')))).toContain(original)
})

test('links to nothing, to folders, to themselves and pipes are named, and nothing hangs', async () => {
  symlinkSync('nowhere', at('removed/dangling.jpg'))
  symlinkSync(home, at('removed/folder.jpg'))
  symlinkSync('self.jpg', at('removed/self.jpg'))
  mkfifo(at('removed/pipe.jpg'))
  rmSync(at('pages/about.md'), { force: true })
  symlinkSync('nowhere.md', at('pages/about.md'))
  symlinkSync(home, at('pages/folder.md'))
  mkfifo(at('pages/pipe.md'))
  mkdirSync(at('pages/drafts'))
  const { faults, notes } = await backUp(gallery, folder)
  expect(faults.toSorted()).toEqual([
    'pages/about.md was left out: it is a link to a file that does not exist',
    'pages/folder.md was left out: it is a link to a folder',
    'removed/dangling.jpg is a link to a file that does not exist',
    'removed/folder.jpg is a link to a folder',
    'removed/pipe.jpg is something that is not a file',
    'removed/self.jpg is a link that leads back to itself',
  ])
  expect(notes.toSorted()).toEqual([
    'pages/drafts was left out: it is a folder',
    'pages/pipe.md was left out: it is something that is not a file',
  ])
  // An original that is a link to nothing is missing, and says why.
  rmSync(at(original))
  symlinkSync('nowhere', at(original))
  rmSync(join(folder, original))
  expect((await backUp(gallery, folder)).faults).toContainEqual(
    expect.stringMatching(/^the original of One \(\S+\) is a link to a file that does not exist$/),
  )
})

testWith(needsRoot)('root does not follow another user’s link to a file of its own', async () => {
  const secret = join(home, 'shadow')
  writeFileSync(secret, 'secret', { mode: 0o600 })
  const mine = join(home, 'mine')
  writeFileSync(mine, 'mine')
  chownSync(mine, 1234, 1234)
  symlinkSync(secret, at('removed/a.jpg'))
  symlinkSync(secret, at('pages/secret.md'))
  symlinkSync(mine, at('removed/b.jpg'))
  chmodSync(home, 0o755)
  chownSync(gallery.data, 1234, 1234)
  const { faults } = await backUp(gallery, folder)
  chownSync(gallery.data, 0, 0)
  expect(faults.toSorted()).toEqual([
    'pages/secret.md was left out: it is a link to a file of another user outside the data folder',
    'removed/a.jpg is a link to a file of another user outside the data folder',
  ])
  expect(readFileSync(join(folder, 'removed/b.jpg'), 'utf8')).toBe('mine')
})

test('an original of another size is damaged, and is not read to find that out', async () => {
  const bytes = readFileSync(at(original))
  writeFileSync(at(original), bytes.subarray(1))
  const report = await backUp(gallery, folder)
  expect(report.faults).toEqual([expect.stringMatching(/^the original of One .* is damaged$/)])
  expect(report.addedBytes).toBe(0)
  expect(readdirSync(folder)).not.toContain('originals')
})

test('names that a backup’s disk does not distinguish are reported, and one is kept', async () => {
  for (const name of ['Kept.jpg', 'kept.jpg', 'KEPT.JPG'])
    writeFileSync(at(`removed/${name}`), name)
  await backUp(gallery, folder)
  expect(readdirSync(join(folder, 'removed'))).toHaveLength(3)
  // A disk that ignores case finds the marker under this name too.
  linkSync(join(folder, 'vitrine-backup.json'), join(folder, 'VITRINE-BACKUP.JSON'))
  const { faults } = await backUp(gallery, folder)
  expect(faults).toHaveLength(2)
  expect(faults[0]).toEndWith(
    ' was left out: removed/KEPT.JPG is there, and the backup ignores case',
  )
})

test('a detailed map is left out, and the output says so', async () => {
  writeFileSync(at('map.pmtiles'), 'x'.repeat(2_500_000))
  const { notes, faults } = await backUp(gallery, folder)
  expect([notes, faults]).toEqual([
    ['map.pmtiles (2.5 MB) was left out: it can be downloaded again'],
    [],
  ])
})

testWith(needsLinux)(
  'permissions that a file system refuses are remembered, not an error',
  async () => {
    const modes = createFileModes()
    const path = join(home, 'file')
    writeFileSync(path, '', { mode: 0o644 })
    await modes.close(path)
    expect([lstatSync(path).mode & 0o777, modes.isRefused()]).toEqual([0o600, false])
    // Files in /proc refuse this, as those on exFAT and SMB do.
    await modes.close('/proc/self/status')
    expect(modes.isRefused()).toBe(true)
    await expect(modes.close(join(home, 'none'))).rejects.toThrow('ENOENT')
  },
)

test('a check of a lost original names the copy in the last backup', async () => {
  await backUp(gallery, folder)
  rmSync(at(original))
  const advice = async () => {
    const { store, library } = gallery.services
    const reader = { connection: store.connection, close: () => undefined }
    const options = { isDeep: false, sample: undefined }
    const parts = {
      reader,
      library,
      matcherOf: createPhotoMatcher(reader),
      findSaved: savedCopyIn(library),
    }
    const events = await Array.fromAsync(check(options, parts))
    return events.flatMap((event) => ('problem' in event ? event.problem.advice : []))
  }
  expect(await advice()).toEqual([
    `The last backup has it: copy ${join(folder, original)} to ${at(original)}, with the owner of the files beside it.`,
  ])
  // A backup on the same disk can share the damaged file itself.
  const copy = join(folder, original)
  const damaged = readFileSync(copy)
  damaged[damaged.length >> 1]! ^= 1
  rmSync(copy)
  writeFileSync(copy, damaged)
  const elsewhere = [expect.stringContaining('in the folder of a backup')]
  expect(await advice()).toEqual(elsewhere)
  rmSync(copy)
  expect(await advice()).toEqual(elsewhere)
})
