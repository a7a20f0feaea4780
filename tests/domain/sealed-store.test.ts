import { afterAll, beforeEach, expect, test } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import type { StoredFile } from '../../src/operations/backup/backup-store.ts'
import { WrongContent } from '../../src/operations/backup/place-file.ts'
import { createBackupKey } from '../../src/operations/backup/sealed/backup-key.ts'
import { sealStore } from '../../src/operations/backup/sealed/seal-store.ts'
import { decryptWithAge, encryptWithAge, needsAge } from '../support/age.ts'
import { filesIn, folderStore } from '../support/folder-store.ts'
import { needsLinux, testWith } from '../support/needs.ts'

const root = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
/** Where the encrypted files are, where temporary files go, and where a test has its own. */
const folders = { bucket: join(root, 'bucket'), tmp: join(root, 'tmp'), own: join(root, 'own') }
const key = await createBackupKey()
const otherKey = await createBackupKey()
let files = 0

const empty = () => {
  for (const folder of Object.values(folders)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
  }
}
beforeEach(empty)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const inner = folderStore(folders.bucket)
const storeOf = (key: string) => sealStore(inner, key, () => join(folders.tmp, String(++files)))
const store = storeOf(key)

const md5Of = (content: Uint8Array) => createHash('md5').update(content).digest('hex')
const ownPath = () => join(folders.own, String(++files))

async function put(path: string, content: Uint8Array, into = store): Promise<void> {
  const source = ownPath()
  await writeFile(source, content)
  await into.put(path, source, { size: content.length, md5: md5Of(content) })
}

/** Undefined if there is no such file. */
async function get(path: string, expected?: { md5: string }, from = store) {
  const target = ownPath()
  return (await from.fetch(path, target, expected)) ? readFile(target) : undefined
}

/** The message with which a file is refused; also checks that nothing is left of it. */
async function refusalOf(path: string, from = store): Promise<string> {
  const target = ownPath()
  const error = await from.fetch(path, target).catch((error: Error) => error)
  expect(error).toBeInstanceOf(WrongContent)
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(folders.tmp)).toEqual([])
  return (error as Error).message
}

async function listOf(prefix = '', from = store): Promise<StoredFile[]> {
  const found = await Array.fromAsync(from.list(prefix))
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The only encrypted file, or the newest one after `before`. */
async function sealedPath(before: readonly string[] = []): Promise<string> {
  const added = (await filesIn(folders.bucket)).filter((name) => !before.includes(name))
  expect(added).toHaveLength(1)
  return join(folders.bucket, added[0]!)
}

/** Sizes around the borders of age's chunks, which begin with a line before the content. */
const chunkBytes = 65536
const borders = [0, 1, 100, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes]
const lineBytes = (path: string) => JSON.stringify({ path, size: 1_000_000_000_000_000 }).length + 1
const word = fc.stringMatching(/^[a-z0-9._ -]{1,20}$/)
const anyWord = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const path = fc
  .array(fc.oneof(word, anyWord), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('/').replaceAll('\0', '0'))
  // The names of longer ones are longer than a folder's files may have, though not an object's.
  .filter((path) => Buffer.byteLength(path) <= 128)
const size = (path: string) =>
  fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.constantFrom(...borders),
    fc.integer({ min: -3, max: 3 }).map((more) => 2 * chunkBytes - lineBytes(path) + more),
    fc.integer({ min: 0, max: 5 * chunkBytes }),
  )
const file = path.chain((path) => fc.record({ path: fc.constant(path), size: size(path) }))

test('what comes back equals what was stored, of any size and under any path', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ path, size }) => {
      empty()
      const content = randomBytes(size)
      await put(path, content)
      expect(await listOf()).toEqual([{ path, size, md5: undefined }])
      expect(await get(path, { md5: md5Of(content) })).toEqual(content)
      await store.remove(path)
      expect(await filesIn(folders.bucket)).toEqual([])
      expect(await get(path)).toBeUndefined()
      expect(readdirSync(folders.tmp)).toEqual([])
    }),
  )
})

test('files are listed by the beginning of their path', async () => {
  const paths = fc.uniqueArray(path, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(paths, fc.nat({ max: 8 }), async (paths, length) => {
      empty()
      for (const each of paths) await put(each, Buffer.from(each))
      const prefix = paths[0]!.slice(0, length)
      const expected = paths.filter((each) => each.startsWith(prefix)).sort()
      expect((await listOf(prefix)).map((each) => each.path)).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

test('every changed byte of a small file is refused', async () => {
  await put('originals/a.jpg', Buffer.from('a photo'))
  const sealed = await sealedPath()
  const content = await readFile(sealed)
  for (const position of content.keys()) {
    for (const bit of [1, 0x20, 0x80]) {
      const damaged = Buffer.from(content)
      damaged[position]! ^= bit
      await writeFile(sealed, damaged)
      expect(await refusalOf('originals/a.jpg')).toMatch(/changed|encrypted backup/)
    }
  }
})

test('every cut of a small file is refused', async () => {
  await put('originals/a.jpg', Buffer.from('a photo'))
  const sealed = await sealedPath()
  const content = await readFile(sealed)
  for (const length of content.keys()) {
    await writeFile(sealed, content.subarray(0, length))
    expect(await refusalOf('originals/a.jpg')).toMatch(/^originals\/a\.jpg was .*cut off$/)
    expect((await listOf())[0]!.size).toBeLessThan('a photo'.length)
  }
})

test('any changed byte, cut or addition of a large file is refused', async () => {
  await fc.assert(
    fc.asyncProperty(size('a'), fc.nat(), fc.nat({ max: 254 }), async (size, place, change) => {
      empty()
      await put('a', randomBytes(size))
      const sealed = await sealedPath()
      const content = await readFile(sealed)
      const position = place % content.length
      const damaged = Buffer.from(content)
      damaged[position]! ^= change + 1
      await writeFile(sealed, damaged)
      expect(await refusalOf('a')).toMatch(/changed|encrypted backup/)

      await writeFile(sealed, content.subarray(0, position))
      expect(await refusalOf('a')).toMatch(/cut off$/)
      expect((await listOf())[0]!.size).toBeLessThan(size)

      await writeFile(sealed, Buffer.concat([content, Buffer.alloc(change + 1)]))
      expect(await refusalOf('a')).toMatch(/changed|more than/)
    }),
    { numRuns: 60 },
  )
})

test('a file of several chunks is refused without any one of them, or with two exchanged', async () => {
  await put('a', randomBytes(4 * chunkBytes))
  const sealed = await sealedPath()
  const content = await readFile(sealed)
  const start = 184
  const chunk = (index: number) =>
    content.subarray(start + index * (chunkBytes + 16), start + (index + 1) * (chunkBytes + 16))
  const head = content.subarray(0, start)
  for (const [message, ...order] of [
    ['was changed or cut off', 1, 2, 3, 4],
    ['was changed or cut off', 0, 2, 1, 3, 4],
    ['was cut off', 0, 1, 2, 3],
    ['was cut off', 0, 2, 3, 4],
    ['has more than was written', 0, 0, 1, 2, 3, 4],
  ] as const) {
    await writeFile(sealed, Buffer.concat([head, ...order.map(chunk)]))
    expect(await refusalOf('a')).toBe(`a ${message}`)
  }
  await writeFile(sealed, Buffer.concat([head, ...[0, 1, 2, 3, 4].map(chunk)]))
  expect(await get('a')).toHaveLength(4 * chunkBytes)
})

test('two exchanged files are refused, with the names under which they belong', async () => {
  await put('originals/a.jpg', Buffer.from('a'))
  const a = await sealedPath()
  await put('originals/b.jpg', Buffer.from('b'))
  const b = await sealedPath([a.slice(folders.bucket.length + 1)])
  const swap = join(folders.bucket, 'swap')
  await rename(a, swap)
  await rename(b, a)
  await rename(swap, b)
  expect(await refusalOf('originals/a.jpg')).toEndWith('another name, originals/b.jpg')
  expect(await refusalOf('originals/b.jpg')).toEndWith('another name, originals/a.jpg')
})

test('with another key there is nothing, and what is put under its names is refused', async () => {
  const other = storeOf(otherKey)
  await put('originals/a.jpg', Buffer.from('a'))
  const ours = await sealedPath()
  expect(await listOf('', other)).toEqual([])
  expect(await get('originals/a.jpg', undefined, other)).toBeUndefined()

  await put('originals/a.jpg', Buffer.from('a'), other)
  const theirs = await sealedPath([ours.slice(folders.bucket.length + 1)])
  await rename(ours, theirs)
  expect(await refusalOf('originals/a.jpg', other)).toBe(
    'originals/a.jpg cannot be opened with this key, or was changed',
  )
})

test('files that are not encrypted are refused, and those under other names are skipped', async () => {
  await put('a', Buffer.from('a'))
  const sealed = await sealedPath()
  const content = await readFile(sealed)
  const text = content.toString('latin1')
  const foreign = [
    randomBytes(5 * chunkBytes),
    Buffer.alloc(1000, 'age-encryption.org/v1 '),
    Buffer.from(text.replace('X25519', 'scrypt'), 'latin1'),
    Buffer.from(text.replace('---', '-> X25519 a b\n---'), 'latin1'),
  ]
  for (const each of foreign) {
    await writeFile(sealed, each)
    expect(await refusalOf('a')).toBe('a is not a file of an encrypted backup')
  }
  const folder = join(folders.bucket, 'sealed')
  const name = sealed.slice(folder.length + 1)
  for (const other of ['photo.jpg', 'photo.age', '.age', `A${name.slice(1)}`, `${name}.part`]) {
    if (other !== name) await writeFile(join(folder, other), content)
  }
  await writeFile(join(folders.bucket, 'vitrine-backup.json'), '{}')
  expect((await listOf()).map(({ path }) => path)).toEqual(['a'])
})

test('a source that is not as expected is not stored', async () => {
  const source = ownPath()
  await writeFile(source, 'a photo')
  for (const [size, content] of [
    [7, 'another'],
    [6, 'a photo'],
    [8, 'a photo'],
  ] as const) {
    const expected = { size, md5: md5Of(Buffer.from(content)) }
    await expect(store.put('a', source, expected)).rejects.toThrow(WrongContent)
    expect(await filesIn(root)).toEqual([source.slice(root.length + 1)])
  }
})

test('a content that is not the expected one is refused, and nothing is left of it', async () => {
  await put('a', Buffer.from('a'))
  const target = ownPath()
  await expect(store.fetch('a', target, { md5: md5Of(Buffer.from('b')) })).rejects.toThrow(
    new WrongContent('a is not as expected'),
  )
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(folders.tmp)).toEqual([])
})

test('a file that is there already is neither replaced in the store nor by fetching', async () => {
  await put('a', Buffer.from('first'))
  await expect(put('a', Buffer.from('second'))).rejects.toThrow(/EEXIST/)
  expect((await get('a'))?.toString()).toBe('first')
  const target = ownPath()
  await writeFile(target, 'own')
  await expect(store.fetch('a', target)).rejects.toThrow(/EEXIST/)
  expect(await readFile(target, 'utf8')).toBe('own')
  expect(readdirSync(folders.tmp)).toEqual([])
})

testWith(needsLinux)('no file stays open after failures', async () => {
  const content = randomBytes(40 * chunkBytes)
  await put('a', content)
  const sealed = await sealedPath()
  const intact = await readFile(sealed)
  const damagedAt = async (position: number) => {
    const damaged = Buffer.from(intact)
    damaged[position]! ^= 1
    await writeFile(sealed, damaged)
  }
  for (const position of [100, 200, 5 * chunkBytes, 20 * chunkBytes, intact.length - 1]) {
    await damagedAt(position)
    await refusalOf('a')
  }
  const source = ownPath()
  await writeFile(source, content)
  const expected = { size: content.length, md5: md5Of(content) }
  const nowhere = sealStore(inner, key, () => join(root, 'nowhere', 'file'))
  await expect(nowhere.put('b', source, expected)).rejects.toThrow(/ENOENT/)
  await expect(store.put('b', source, { ...expected, size: 1 })).rejects.toThrow(WrongContent)
  await expect(store.put('b', ownPath(), expected)).rejects.toThrow(/ENOENT/)
  await writeFile(sealed, intact)
  await expect(store.fetch('a', join(root, 'nowhere', 'file'))).rejects.toThrow(/ENOENT/)
  const open = readdirSync('/proc/self/fd')
    .map((fd) => `/proc/self/fd/${fd}`)
    .filter((fd) => existsSync(fd))
    .map((fd) => readlinkSync(fd))
  expect(open.filter((path) => path.startsWith(root))).toEqual([])
})

test('neither names nor contents reveal a path, an id, a time or a title', async () => {
  const id = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6'
  const words = [id, 'originals', '2026-11-28', 'Storm over Lisbon', 'manifest', 'vitrine', key]
  const title = Buffer.from(`${id} 2026-11-28 Storm over Lisbon originals `.repeat(5000))
  await put(`originals/${id}.jpg`, title)
  await put('snapshots/2026-11-28T03-00-00Z/manifest.md5', title)
  await put('pages/Storm over Lisbon', Buffer.from('Storm over Lisbon'))
  const names = await filesIn(folders.bucket)
  const contents = await Promise.all(names.map((name) => readFile(join(folders.bucket, name))))
  const visible = Buffer.concat([...names.map((name) => Buffer.from(name)), ...contents])
    .toString('latin1')
    .toLowerCase()
  for (const word of words) {
    // As it is, and the part of it that base64 spells alike wherever its first byte falls.
    const spellings = [0, 1, 2].map((shift) =>
      Buffer.from(word).subarray(shift).toString('base64').slice(0, 8),
    )
    for (const each of [word, Buffer.from(word).toString('hex'), ...spellings]) {
      expect(visible).not.toContain(each.toLowerCase())
    }
  }
  expect(new Set(names.map((name) => name.length)).size).toBe(1)
  expect(contents[0]!.subarray(184)).not.toEqual(contents[1]!.subarray(184))
})

testWith(needsAge)('age opens what was sealed, and what age sealed is opened', async () => {
  const recipient = await identityToRecipient(key)
  for (const size of borders) {
    const content = randomBytes(size)
    await put('originals/ä.jpg', content)
    const sealed = await sealedPath()
    expect(md5Of(await decryptWithAge(key, sealed))).toBe(md5Of(content))

    const line = `{"path":"originals/ä.jpg","size":${String(size).padEnd(16)}}\n`
    await store.remove('originals/ä.jpg')
    await encryptWithAge(recipient, Buffer.concat([Buffer.from(line), content]), sealed)
    expect(await get('originals/ä.jpg')).toEqual(content)
    expect(await listOf('originals/')).toEqual([{ path: 'originals/ä.jpg', size, md5: undefined }])
    // The public half alone suffices for that, but not without the line.
    rmSync(sealed)
    await encryptWithAge(recipient, content, sealed)
    expect(await refusalOf('originals/ä.jpg')).toMatch(/encrypted backup$|cut off$/)
    await store.remove('originals/ä.jpg')
    rmSync(`${sealed}.key`)
  }
})

testWith(needsAge)(
  'a file is refused whose first line tells of more or less than there is',
  async () => {
    const recipient = await identityToRecipient(key)
    await put('a', Buffer.from('abc'))
    const sealed = await sealedPath()
    for (const [size, end] of [
      [2, 'has more than was written'],
      [4, 'was cut off'],
    ] as const) {
      rmSync(sealed)
      const content = `{"path":"a","size":${String(size).padEnd(16)}}\nabc`
      await encryptWithAge(recipient, Buffer.from(content), sealed)
      expect(await refusalOf('a')).toBe(`a ${end}`)
    }
  },
)

testWith(needsAge)('the documented commands decrypt a whole copy of the bucket', async () => {
  const page = await readFile(join(import.meta.dir, '../../docs/backup-encryption.md'), 'utf8')
  const commands = page.match(/^```sh\n(for file in [^`]*)^```$/m)![1]!
  const kept = new Map<string, Uint8Array>()
  for (const path of ['originals/1/a b.jpg', 'snapshots/2026-11-28T03-00-00Z/manifest.md5', 'ä']) {
    kept.set(path, randomBytes(2 * chunkBytes))
    await put(path, kept.get(path)!)
  }
  const intact = await filesIn(folders.bucket)
  await put('originals/cut.jpg', Buffer.from('a'))
  const cut = await sealedPath(intact)
  await writeFile(cut, (await readFile(cut)).subarray(0, -1))
  await writeFile(join(folders.bucket, 'key.txt'), key)

  const run = Bun.spawn(['sh', '-c', commands], { cwd: folders.bucket, stderr: 'pipe' })
  const damaged = `${cut.slice(folders.bucket.length + 1)} is damaged`
  expect(await new Response(run.stderr).text()).toContain(damaged)
  const restored = join(folders.bucket, 'restored')
  expect((await filesIn(restored)).sort()).toEqual([...kept.keys()].sort())
  for (const [path, content] of kept)
    expect<Uint8Array>(await readFile(join(restored, path))).toEqual(content)
})
