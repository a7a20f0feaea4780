import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { refuseCaseCollisions } from '../../src/operations/backup/name-case.ts'
import { restoreBackup } from '../../src/operations/backup/restore-backup.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { backUp, md5, newFolder, restoreInto } from '../support/backups.ts'
import { openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'
import { mkfifo } from '../support/pipes.ts'

setDefaultTimeout(120_000)

let home: string
let folder: string
let snapshot: string
let data: string
let original: string
let whole: { manifest: string; info: string }

const paths = () => ({
  manifest: join(snapshot, 'manifest.md5'),
  info: join(snapshot, 'snapshot.json'),
})

beforeAll(async () => {
  home = await newFolder()
  folder = join(home, 'backup')
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const { id } = await upload(gallery, owner, camera({ title: 'One' }))
  await upload(gallery, owner, camera({ title: 'Two' }))
  original = originalKey(id)
  writeFileSync(join(gallery.data, 'pages/about.md'), '# About')
  const { name } = await backUp(gallery, folder, { hasSecret: true })
  snapshot = join(folder, 'snapshots', name)
  const { manifest, info } = paths()
  whole = { manifest: readFileSync(manifest, 'utf8'), info: readFileSync(info, 'utf8') }
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

beforeEach(() => {
  data = join(home, 'out', 'restored')
  rmSync(join(home, 'out'), { recursive: true, force: true })
  mkdirSync(join(home, 'out'))
  writeFileSync(paths().manifest, whole.manifest)
  writeFileSync(paths().info, whole.info)
})

const listed = () =>
  whole.manifest
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(34))

/** Restores and looks at all that a restore promises, whatever it was given. */
async function expectWholeOrRefused(): Promise<'restored' | 'refused'> {
  rmSync(join(home, 'out'), { recursive: true, force: true })
  mkdirSync(join(home, 'out'))
  const before = readdirSync(home).toSorted()
  let faults: string[]
  try {
    faults = (await restoreInto(data, folder)).faults
  } catch (error) {
    expect((error as Error).constructor).toBe(Error)
    expect((error as Error).message).toMatch(/^[^\n]+\.$/)
    expect((error as Error).message).not.toMatch(/undefined|null|\bat \S+:\d+/)
    expect(readdirSync(join(home, 'out'))).toEqual([])
    return 'refused'
  } finally {
    expect(readdirSync(home).toSorted()).toEqual(before)
  }
  expect(readdirSync(join(home, 'out'))).toEqual(['restored'])
  expect(existsSync(join(data, 'restore.json'))).toBe(false)
  const database = new Database(join(data, 'vitrine.db'), { readonly: true })
  const rows = database
    .query<{ original: string; md5: string }, []>('SELECT original, md5 FROM photo')
    .all()
  database.close()
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    const key = originalKey(row.original)
    const isWhole = existsSync(join(data, key)) && md5(readFileSync(join(data, key))) === row.md5
    expect(isWhole || faults.some((fault) => fault.startsWith(key))).toBe(true)
  }
  return 'restored'
}

const lineOf = (text: string, index: number) => {
  const lines = text.split('\n')
  return { lines, at: index % (lines.length - 1) }
}

const hostilePaths = [
  '../outside',
  'originals/../../outside',
  'originals/./x.jpg',
  'originals//x.jpg',
  '/etc/passwd',
  'C:/windows/x',
  'originals\\..\\x',
  'vitrine.db',
  'restore.json',
  'pages/about.md',
  'tmp/x',
  'originals/a\u0000b',
  'snapshots/../x',
  'snapshots/2020-01-01T00-00-00Z/vitrine.db',
  `originals/${'x'.repeat(300)}.jpg`,
  'constructor',
  '__proto__',
]

const mutation = fc.oneof(
  fc.nat().map((n) => (text: string) => {
    const { lines, at } = lineOf(text, n)
    return lines.toSpliced(at, 1).join('\n')
  }),
  fc.nat().map((n) => (text: string) => {
    const { lines, at } = lineOf(text, n)
    return [lines[at], ...lines].join('\n')
  }),
  fc
    .tuple(fc.nat(), fc.constantFrom(...hostilePaths, 'originals/aa/unknown.jpg', 'removed/x.jpg'))
    .map(([n, path]) => (text: string) => {
      const { lines, at } = lineOf(text, n)
      return lines.toSpliced(at, 0, `${'0'.repeat(32)}  ${path}`).join('\n')
    }),
  fc
    .tuple(fc.nat(), fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }))
    .map(([n, length, added]) => (text: string) => {
      const at = n % text.length
      return text.slice(0, at) + added + text.slice(at + (length % 3))
    }),
  fc.nat().map((n) => (text: string) => text.slice(0, n % text.length)),
  fc.constantFrom(
    (text: string) => text.replaceAll('\n', '\r\n'),
    (text: string) => `\ufeff${text}`,
    (text: string) => text.toUpperCase(),
    (text: string) => text.split('\n').toReversed().join('\n'),
    () => '',
  ),
)

test('any change of a manifest gives a complete restore, a named fault or one line', async () => {
  const seen = { restored: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 2 }), async (changes) => {
      writeFileSync(
        paths().manifest,
        changes.reduce((text, change) => change(text), whole.manifest),
      )
      seen[await expectWholeOrRefused()]++
    }),
    { numRuns: 60 },
  )
  expect(seen.refused).toBeGreaterThan(0)
  expect(seen.restored).toBeGreaterThan(0)
})

test('any change of what a snapshot says about itself gives a restore or one line', async () => {
  const info = JSON.parse(whole.info)
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('../../x', -1, 1e300, '', true, false, null, info.schema - 1, info.schema + 1),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(info)), value, async (name, changed) => {
      writeFileSync(paths().info, JSON.stringify({ ...info, [name]: changed }))
      await expectWholeOrRefused()
    }),
    { numRuns: 40 },
  )
})

test('a manifest and a snapshot that contradict each other are refused in one line', async () => {
  const info = JSON.parse(whole.info)
  const without = (part: string) =>
    whole.manifest
      .split('\n')
      .filter((line) => !line.endsWith(part))
      .join('\n')
  const unknown = 'originals/aa/unknown.jpg'
  const other = listed().find((path) => path.startsWith('originals/') && path !== original)!
  const extra = (path: string) => `${whole.manifest}${'0'.repeat(32)}  ${path}\n`
  for (const [manifest, change, said] of [
    [whole.manifest, { hasSecret: false }, 'lists a secret key, but its snapshot.json says'],
    [without('secret.key'), {}, 'does not list the secret key'],
    [without('/vitrine.db'), {}, 'does not list the database'],
    [whole.manifest, { name: '2020-01-01T00-00-00Z' }, 'snapshot.json is of another snapshot'],
    [whole.manifest, { schema: info.schema - 1 }, 'does not describe its database'],
    [whole.manifest, { photos: 1 }, 'snapshot.json says 1 photo, but its database has 2'],
    [whole.manifest, { photos: 0 }, 'snapshot.json says 0 photos, but its database has 2'],
    [whole.manifest, { photos: 3 }, 'snapshot.json says 3 photos, but its database has 2'],
    [whole.manifest, { photos: 2 ** 53 - 1 }, 'says 9007199254740991 photos'],
    [whole.manifest, { photos: 2 ** 53 }, '"photos" in its snapshot.json is missing or impossible'],
    [whole.manifest, { photos: -2 }, '"photos" in its snapshot.json is missing or impossible'],
    [whole.manifest, { photos: 2.5 }, '"photos" in its snapshot.json is missing or impossible'],
    [whole.manifest, { photos: '2' }, '"photos" in its snapshot.json is missing or impossible'],
    [whole.manifest, { photos: null }, '"photos" in its snapshot.json is missing or impossible'],
    [whole.manifest, { photos: undefined }, '"photos" in its snapshot.json is missing'],
    [whole.manifest, { bytes: undefined }, '"bytes" in its snapshot.json is missing or impossible'],
    [whole.manifest, { bytes: -1 }, '"bytes" in its snapshot.json is missing or impossible'],
    [
      whole.manifest.replace(original, unknown),
      {},
      `lists ${unknown}, which is not a photo in its database`,
    ],
    [extra(unknown), {}, `lists ${unknown}, which is not a photo in its database`],
    [whole.manifest.replace(original, other), {}, `lists ${other} twice`],
    [extra(listed()[0]!), {}, `lists ${listed()[0]} twice`],
    [extra(`${original}/more.jpg`), {}, `lists ${original} as a file and as a folder`],
    [extra(`snapshots/${info.name}/notes.txt`), {}, 'line 6 of the manifest is damaged'],
  ] as const) {
    writeFileSync(paths().manifest, manifest)
    writeFileSync(paths().info, JSON.stringify({ ...info, ...change }))
    await expect(restoreInto(data, folder)).rejects.toThrow(said)
    expect(existsSync(data)).toBe(false)
  }
  writeFileSync(paths().manifest, Buffer.concat([Buffer.from(whole.manifest), Buffer.of(0xff, 10)]))
  writeFileSync(paths().info, whole.info)
  await expect(restoreInto(data, folder)).rejects.toThrow('the manifest is not UTF-8')
})

test('a pipe, a folder or a link to nothing in place of a file gives one line', async () => {
  const marker = join(folder, 'vitrine-backup.json')
  for (const [path, said] of [
    [paths().manifest, 'manifest.md5 is missing or not readable'],
    [paths().info, 'snapshot.json is missing or not readable'],
    [marker, 'is not a Vitrine backup'],
    [join(snapshot, 'vitrine.db'), 'is missing or damaged; choose another snapshot'],
  ] as const) {
    renameSync(path, `${path}.aside`)
    for (const put of [mkfifo, mkdirSync, (at: string) => symlinkSync('nowhere', at)]) {
      put(path)
      await expect(restoreInto(data, folder)).rejects.toThrow(said)
      rmSync(path, { recursive: true })
    }
    symlinkSync(path, path)
    await expect(restoreInto(data, folder)).rejects.toThrow(said)
    rmSync(path)
    renameSync(`${path}.aside`, path)
  }
  expect(existsSync(data)).toBe(false)
})

test('a damaged page or key in a backup is named, and the photos are restored', async () => {
  for (const name of ['pages/about.md', 'secret.key']) {
    const path = join(snapshot, name)
    const bytes = readFileSync(path)
    for (const [spoil, said] of [
      [() => writeFileSync(path, 'damaged'), `${name} is damaged in the backup`],
      [() => rmSync(path), `${name} is missing from the backup`],
    ] as const) {
      spoil()
      rmSync(data, { recursive: true, force: true })
      const { faults, hasItsKey } = await restoreInto(data, folder)
      expect(faults).toEqual([expect.stringContaining(said)])
      expect(hasItsKey).toBe(name !== 'secret.key')
      expect(existsSync(join(data, original))).toBe(true)
    }
    writeFileSync(path, bytes)
  }
})

test('a photo that the manifest lists wrongly or not at all is restored from the backup', async () => {
  const line = whole.manifest.split('\n').find((text) => text.endsWith(original))!
  for (const manifest of [
    whole.manifest.replace(`${line}\n`, ''),
    whole.manifest.replace(line, `${'0'.repeat(32)}  ${original}`),
  ]) {
    writeFileSync(paths().manifest, manifest)
    rmSync(data, { recursive: true, force: true })
    expect((await restoreInto(data, folder)).faults).toEqual([])
    expect(existsSync(join(data, original))).toBe(true)
  }
})

test('a photo that neither the manifest nor the backup has is named with the reason', async () => {
  const line = whole.manifest.split('\n').find((text) => text.endsWith(original))!
  const path = join(folder, original)
  const bytes = readFileSync(path)
  rmSync(path)
  const info = JSON.parse(whole.info)
  const because = {
    isUnlisted: `${original} is not in the backup: the manifest of the snapshot does not list it`,
    wasMissing: `${original} was missing from the gallery when the backup was made`,
    isMissing: `${original} is missing from the backup`,
  }
  for (const [manifest, change, fault] of [
    [whole.manifest, {}, because.isMissing],
    [whole.manifest.replace(`${line}\n`, ''), {}, because.isUnlisted],
    // What the snapshot says to have is then what its manifest lists.
    [
      whole.manifest.replace(`${line}\n`, ''),
      { bytes: info.bytes - bytes.length },
      because.wasMissing,
    ],
  ] as const) {
    writeFileSync(paths().manifest, manifest)
    writeFileSync(paths().info, JSON.stringify({ ...info, ...change }))
    rmSync(data, { recursive: true, force: true })
    expect((await restoreInto(data, folder)).faults).toEqual([fault])
  }
  // Another file in its place is not the photo.
  writeFileSync(path, bytes.subarray(1))
  writeFileSync(paths().manifest, whole.manifest.replace(`${line}\n`, ''))
  writeFileSync(paths().info, whole.info)
  rmSync(data, { recursive: true, force: true })
  expect((await restoreInto(data, folder)).faults).toEqual([because.isUnlisted])
  rmSync(path)
  writeFileSync(path, bytes)
})

test('a page that the manifest does not list is named and not restored', async () => {
  const page = listed().find((path) => path.endsWith('pages/about.md'))!
  const line = whole.manifest.split('\n').find((text) => text.endsWith(page))!
  writeFileSync(paths().manifest, whole.manifest.replace(`${line}\n`, ''))
  const { faults, isBackupDamaged } = await restoreInto(data, folder)
  const fault = `${page} was not restored: the manifest of the snapshot does not list it`
  expect([faults, isBackupDamaged]).toEqual([[fault], false])
  expect(existsSync(join(data, 'pages/about.md'))).toBe(false)
  // A file in the place of the folder has no pages.
  const folderOfPages = join(snapshot, 'pages')
  renameSync(folderOfPages, `${folderOfPages}.aside`)
  writeFileSync(folderOfPages, '')
  rmSync(data, { recursive: true, force: true })
  expect((await restoreInto(data, folder)).faults).toEqual([])
  rmSync(folderOfPages)
  renameSync(`${folderOfPages}.aside`, folderOfPages)
})

test('a file of another size is found damaged without being read', async () => {
  const path = join(folder, original)
  const bytes = readFileSync(path)
  rmSync(path)
  writeFileSync(path, bytes.subarray(1))
  const read: number[] = []
  const { faults } = await restoreBackup({
    ...{ data, folder, at: undefined },
    onProgress: ({ total }) => read.push(total),
  })
  rmSync(path)
  writeFileSync(path, bytes)
  expect(faults).toEqual([`${original} is damaged in the backup`])
  expect(read).toEqual([1])
})

test('names that differ only in case are refused where the disk ignores case', async () => {
  const kept = ['removed/Kept.jpg', 'removed/kept.jpg']
  mkdirSync(join(folder, 'removed'), { recursive: true })
  for (const path of kept) writeFileSync(join(folder, path), path)
  const lines = kept.map((path) => `${md5(Buffer.from(path))}  ${path}\n`)
  writeFileSync(paths().manifest, whole.manifest + lines.join(''))
  expect((await restoreInto(data, folder)).faults).toEqual([])
  expect(readdirSync(join(data, 'removed')).toSorted()).toEqual(['Kept.jpg', 'kept.jpg'])
  // Such a disk finds the mark of the restore under another case too.
  const disk = join(home, 'out', 'disk')
  mkdirSync(disk)
  writeFileSync(join(disk, 'restore.json'), '{}')
  expect(() => refuseCaseCollisions({ root: disk }, kept)).not.toThrow()
  linkSync(join(disk, 'restore.json'), join(disk, 'RESTORE.JSON'))
  expect(() => refuseCaseCollisions({ root: disk }, kept)).toThrow(
    `removed/Kept.jpg and removed/kept.jpg would be the same file on the disk of ${disk}, which ignores case. Restore to another disk.`,
  )
  expect(() => refuseCaseCollisions({ root: disk }, kept.slice(1))).not.toThrow()
})
