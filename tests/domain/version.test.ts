import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { commitConstant, commitOf } from '../../scripts/build/commit.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const git = (...words: string[]) =>
  Bun.spawnSync(['git', ...words], { cwd: folder })
    .stdout.toString()
    .trim()

test('a build knows its commit only at the top of a repository', () => {
  expect(commitOf(folder)).toBeUndefined()
  git('init', '--quiet')
  expect(commitOf(folder)).toBeUndefined()
  const person = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
  git(...person, 'commit', '--quiet', '--allow-empty', '--message', 'Begin')
  expect(commitOf(folder)).toBe(git('rev-parse', 'HEAD').slice(0, 10))
  const archive = join(folder, 'vitrine-0.1.0')
  mkdirSync(archive)
  expect(commitOf(archive)).toBeUndefined()
  expect(commitOf(join(folder, 'none'))).toBeUndefined()
  expect(commitOf(archive, git('rev-parse', 'HEAD'))).toBe(commitOf(folder))
  expect(() => commitOf(archive, 'main')).toThrow('VITRINE_COMMIT must be the hash of a commit.')
})

test('the version ends with the commit if the build knows it', async () => {
  for (const [commit, expected] of [
    [undefined, packageJson.version],
    ['9a9790d1b2', `${packageJson.version}+9a9790d1b2`],
  ] as const) {
    await Bun.build({
      entrypoints: [join(import.meta.dir, '../../src/core/version.ts')],
      outdir: join(folder, commit ?? 'none'),
      define: commitConstant(commit),
    })
    const { version } = await import(join(folder, commit ?? 'none', 'version.js'))
    expect(version).toBe(expected)
  }
})
