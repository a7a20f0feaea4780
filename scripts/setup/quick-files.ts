/**
 * Prints the test files of `scripts/test --quick`, one a line: those of tests/domain and tests/server
 * that take least time, up to a share of the time of them all. Files without a time are among them.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const share = 0.35

/** @param times by file, in ms. */
export function quickFiles(files: readonly string[], times: Readonly<Record<string, number>>) {
  const timeOf = new Map(Object.entries(times))
  const byTime = files
    .map((file) => ({ file, ms: timeOf.get(file) ?? 0 }))
    .sort((one, other) => one.ms - other.ms)
  const total = byTime.reduce((sum, { ms }) => sum + ms, 0)
  let sum = 0
  return byTime
    .filter(({ ms }) => {
      sum += ms
      return sum <= share * total
    })
    .map(({ file }) => file)
}

if (import.meta.main) {
  const files = ['tests/domain', 'tests/server'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  )
  const { files: times } = await Bun.file(join(root, 'tests/timings.json')).json()
  for (const file of quickFiles(files, times)) console.log(file)
}
