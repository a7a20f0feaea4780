import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { Glob } from 'bun'
import { type Addon, openNative } from '../../src/images/open-native.ts'
import { type NativeFile, type NativeFiles, unpack } from '../../src/images/unpack.ts'

const opened: Addon = { libvipsVersion: () => '1', _isUsingX64V2: () => true }
const modules = join(import.meta.dir, '../../node_modules')

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'native-test-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('sharp’s own addon opens from where it was unpacked', async () => {
  const runtime = join(folder, 'runtime')
  const addon = await openNative(installed(), runtime)
  expect(addon.libvipsVersion()).toMatchObject({ semver: expect.stringMatching(/^8\.\d+/) })
  expect(readdirSync(join(runtime, 'sharp'))).toEqual(['@img'])
})

test('intact files are kept, and damaged or truncated ones are unpacked again', async () => {
  const native = made({ 'a/addon.node': 'addon', 'b/library.so': 'library' })
  const [addon, library] = ['a/addon.node', 'b/library.so'].map((path) =>
    join(folder, '1.0.0', path),
  )
  expect(await unpack(native, folder)).toBe(addon!)
  const before = statSync(addon!).ino
  writeFileSync(library!, 'Library')
  await unpack(native, folder)
  expect(readFileSync(library!, 'utf8')).toBe('library')
  writeFileSync(library!, 'lib')
  await unpack(native, folder)
  expect(readFileSync(library!, 'utf8')).toBe('library')
  expect(statSync(addon!).ino).toBe(before)
})

test('an update removes earlier versions and nothing else in the folder', async () => {
  mkdirSync(join(folder, '0.9.1/a'), { recursive: true })
  writeFileSync(join(folder, 'control.sock'), '')
  await unpack(made({ 'a/addon.node': 'addon' }), folder)
  expect(readdirSync(folder).sort()).toEqual(['1.0.0', 'control.sock', 'sources'])
})

test('an abandoned part is removed, one in progress is not', async () => {
  const native = made({ 'a/addon.node': 'addon' })
  const beside = join(folder, '1.0.0/a')
  mkdirSync(beside, { recursive: true })
  for (const name of ['old', 'young']) writeFileSync(join(beside, `addon.node.${name}.part`), 'ad')
  utimesSync(join(beside, 'addon.node.old.part'), new Date(0), new Date(0))
  await unpack(native, folder)
  expect(readdirSync(beside).sort()).toEqual(['addon.node', 'addon.node.young.part'])
})

test('processes that unpack at the same time all find complete files', async () => {
  const native = made({ 'a/addon.node': 'addon', 'b/library.so': 'x'.repeat(8_000_000) })
  const script = `
    const { unpack } = await import(${JSON.stringify(join(import.meta.dir, '../../src/images/unpack.ts'))})
    const native = await Bun.stdin.json()
    const path = await unpack(native, ${JSON.stringify(folder)})
    await unpack({ ...native, files: native.files.map((file) => ({ ...file, source: '/missing' })) }, ${JSON.stringify(folder)})
    console.log(path)`
  const runs = [1, 2, 3, 4].map(() =>
    Bun.spawn([process.execPath, '-e', script], {
      stdin: new Blob([JSON.stringify(native)]),
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  )
  const answers = await Promise.all(runs.map((run) => new Response(run.stdout).text()))
  const addon = join(folder, '1.0.0/a/addon.node')
  expect(answers.map((answer) => answer.trim())).toEqual([addon, addon, addon, addon])
  expect(readdirSync(join(folder, '1.0.0/b'))).toEqual(['library.so'])
})

test('a data folder without executables makes Vitrine use a temporary folder and remove it again', async () => {
  const runtime = join(folder, 'runtime')
  const tried: string[] = []
  const open = (path: string) => {
    expect(readFileSync(path, 'utf8')).toBe('addon')
    tried.push(path)
    if (path.startsWith(runtime)) throw new Error('failed to map segment')
    return opened
  }
  expect(await openNative(made({ 'a/addon.node': 'addon' }), runtime, open)).toBe(opened)
  expect(tried).toHaveLength(2)
  expect(tried[1]).toStartWith(tmpdir())
  expect(existsSync(dirname(tried[1]!))).toBe(false)
})

test('a read-only data folder makes Vitrine use the temporary folder too', async () => {
  writeFileSync(join(folder, 'runtime'), 'a file where a folder should be')
  const native = made({ 'a/addon.node': 'addon' })
  expect(await openNative(native, join(folder, 'runtime'), () => opened)).toBe(opened)
})

test('a single line says what is needed and what was tried if no folder works', async () => {
  const open = () => {
    throw new Error('failed to map segment\nfrom shared object')
  }
  const attempt = () => openNative(made({ 'a/addon.node': 'addon' }), folder, open)
  const said = `${folder}: failed to map segment from shared object; ${tmpdir()}: failed`
  await expect(attempt()).rejects.toThrow(said)
  await expect(attempt()).rejects.toThrow(
    /^Could not load the image library; it needs a writable folder [^\n]+$/,
  )
})

test('the code of the first reason is kept, so that a full disk is refused as such', async () => {
  const open = () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }
  const attempt = openNative(made({ 'a/addon.node': 'addon' }), folder, open)
  await expect(attempt).rejects.toMatchObject({ code: 'ENOSPC' })
})

/** A list like the executable's; its first file is the addon. */
function made(contents: Record<string, string>): NativeFiles {
  mkdirSync(join(folder, 'sources'), { recursive: true })
  const files = Object.entries(contents).map(([path, text], index) => {
    return compress(path, Buffer.from(text), join(folder, 'sources', String(index)))
  })
  return { version: '1.0.0', addon: files[0]!.path, files }
}

/** The files installed for this machine. */
function installed(): NativeFiles {
  const libraries = new Glob('@img/sharp-*/lib/{*.node,*.dll,*.dylib,*.so.*}')
  const files = [...libraries.scanSync(modules)].map((path, index) =>
    compress(path, readFileSync(join(modules, path)), join(folder, `source-${index}`)),
  )
  return { version: 'sharp', addon: files.find((file) => file.path.endsWith('.node'))!.path, files }
}

function compress(path: string, bytes: Buffer, source: string): NativeFile {
  writeFileSync(source, zstdCompressSync(bytes))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path, source, size: bytes.length, sha256 }
}
