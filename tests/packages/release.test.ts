import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { platforms } from '../../scripts/build/platforms.ts'
import { type BuiltRelease, buildRelease } from './release.ts'

setDefaultTimeout(120_000)

const root = join(import.meta.dir, '../..')
const targets = ['linux-x64', 'windows-x64']
const executables = ['vitrine-linux-x64', 'vitrine-windows-x64.exe']

let release: BuiltRelease
beforeAll(async () => {
  release = await buildRelease(...targets)
})
afterAll(() => release?.remove())

test('SHA256SUMS lists every other file with its checksum', () => {
  const names = readdirSync(release.folder).sort()
  const others = names.filter((name) => name !== 'SHA256SUMS')
  expect(others).toEqual(
    [...executables, 'vitrine-extras.tar.gz', 'vitrine.cdx.json', 'vitrine.service'].sort(),
  )
  const sums = others.map((name) => `${sha256(release.read(name))}  ${name}\n`)
  expect(release.read('SHA256SUMS').toString()).toBe(sums.join(''))
})

test('vitrine-extras.tar.gz has the filter for fail2ban and the examples for proxies', () => {
  const folder = release.path('unpacked')
  mkdirSync(folder)
  const tar = ['tar', '-xzf', release.path('vitrine-extras.tar.gz'), '-C', folder]
  expect(Bun.spawnSync(tar).exitCode).toBe(0)
  const both = { fail2ban: 'packaging/fail2ban', proxies: 'docs/proxies' }
  for (const [name, source] of Object.entries(both)) {
    const unpacked = join(folder, 'vitrine-extras', name)
    expect(Bun.spawnSync(['diff', '-r', unpacked, join(root, source)]).stdout.toString()).toBe('')
  }
  rmSync(folder, { recursive: true })
})

test('building the same commit again gives the same bytes', async () => {
  const again = await buildRelease(...targets)
  try {
    expect(again.read('SHA256SUMS').toString()).toBe(release.read('SHA256SUMS').toString())
  } finally {
    again.remove()
  }
})

test('the bill of materials is valid CycloneDX 1.6', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  expect(await validator.validate(release.read('vitrine.cdx.json').toString())).toBeNull()
})

type Component = {
  'bom-ref': string
  name: string
  type: string
  version: string
  licenses?: object[]
  hashes?: { alg: string; content: string }[]
  components?: Component[]
}
type Bill = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
const billOfMaterials = (): Bill => JSON.parse(release.read('vitrine.cdx.json').toString())

test('the bill of materials lists each executable with its checksum and contents', () => {
  const { components, dependencies } = billOfMaterials()
  for (const name of executables) {
    expect(components.find((component) => component.name === name)?.hashes).toEqual([
      { alg: 'SHA-256', content: sha256(release.read(name)) },
    ])
  }
  const contents = (name: string) =>
    dependencies.find(({ ref }) => ref === name)!.dependsOn.map((ref) => ref.replace(/@[^@]+$/, ''))
  const both = ['pkg:npm/hono', 'pkg:npm/zod', 'pkg:npm/sharp', 'pkg:npm/react']
  expect(contents('vitrine-linux-x64')).toContainValues([
    ...both,
    'pkg:npm/%40oven/bun-linux-x64',
    'pkg:npm/%40img/sharp-libvips-linux-x64',
  ])
  expect(contents('vitrine-windows-x64.exe')).toContainValues([
    ...both,
    'pkg:npm/%40oven/bun-windows-x64',
    'pkg:npm/%40img/sharp-win32-x64',
  ])
  // Only what builds and tests Vitrine.
  const names = components.map(({ name }) => name)
  expect(names).not.toContain('vite')
  expect(names).not.toContain('playwright')
})

test('every library in the bill of materials has a licence and a checksum, and every reference resolves', () => {
  const { metadata, components, dependencies } = billOfMaterials()
  const libraries = components.filter(({ type }) => type !== 'application')
  expect(libraries.length).toBeGreaterThan(50)
  for (const { name, licenses, hashes } of libraries) {
    expect([name, licenses?.length, hashes?.[0]?.alg]).toEqual([name, 1, 'SHA-512'])
  }
  const vips = libraries.find(({ name }) => name === '@img/sharp-libvips-linux-x64')!
  expect(vips.components!.map(({ name }) => name)).toContain('webp')
  const refs = new Set([metadata.component, ...components].map((each) => each['bom-ref']))
  for (const { ref, dependsOn } of dependencies) {
    expect(refs).toContain(ref)
    for (const other of dependsOn) expect(refs).toContain(other)
  }
})

test('a release has the versions of Bun and sharp that the tests ran with', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const { packageManager, dependencies } = read('package.json')
  const inRelease: Record<string, string> = read('scripts/build/targets/package.json').dependencies
  const { sharp, ...runtimes } = inRelease
  expect(sharp).toBe(dependencies.sharp)
  expect(Object.keys(runtimes).sort()).toEqual(platforms.map(({ runtime }) => runtime).sort())
  for (const version of Object.values(runtimes)) expect(`bun@${version}`).toBe(packageManager)
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
