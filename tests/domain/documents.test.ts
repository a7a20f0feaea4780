import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'

const root = join(import.meta.dir, '../..')
const paths = [
  'README.md',
  'CHANGELOG.md',
  ...[...new Glob('docs/**/*.md').scanSync({ cwd: root })].sort(),
]
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const withoutCode = (text: string) => text.replace(/^( *)```.*?^\1```$/gms, '')

/** As GitHub makes them of headings. */
const anchorsOf = (path: string) =>
  [...withoutCode(textOf(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

function isFound(from: string, target: string): boolean {
  const [file, anchor] = target.split('#')
  const path = file ? join(dirname(from), file) : from
  return existsSync(join(root, path)) && (!anchor || anchorsOf(path).includes(anchor))
}

test('the README has at most 9 KB', () => {
  expect(Buffer.byteLength(textOf('README.md'))).toBeLessThanOrEqual(9 * 1024)
})

test('links in documents lead to existing files and headings', () => {
  const broken = paths.flatMap((path) =>
    [...withoutCode(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^https?:/.test(target) && !isFound(path, target))
      .map((target) => `${path}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('documents name only files and folders that exist', () => {
  const missing = paths.flatMap((path) =>
    [...textOf(path).matchAll(/`((?:src|ui|tests|scripts|migrations|packaging|docs)\/[\w./-]*)`/g)]
      .map(([, named]) => named!)
      .filter((named) => !existsSync(join(root, named)))
      .map((named) => `${path}: ${named}`),
  )
  expect(missing).toEqual([])
})

test('the README or a page it names leads to every document', () => {
  const reached = new Set(['README.md'])
  for (const path of reached) {
    for (const [, target] of textOf(path).matchAll(/\]\(([^)\s#]+\.md)/g)) {
      if (!/^https?:/.test(target!)) reached.add(join(dirname(path), target!))
    }
  }
  expect(paths.filter((path) => !reached.has(path))).toEqual([])
})
