import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clearAway, runCommand, temporaryFolder } from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'

setDefaultTimeout(60_000)
afterAll(clearAway)

/** Pipes the command into `head -n 1` and prints its exit code after all of its errors. */
const toHead = (words: string[]) =>
  runCommand(words, {
    wrapper: ['sh', '-c', '{ "$@"; echo "ended with $?" >&2; } | head -n 1', 'sh'],
  })

async function importedFolder(count: number, first: number) {
  const data = join(temporaryFolder(), 'data')
  const photos = join(temporaryFolder(), 'photos')
  writePhotos(photos, await makePhotos(count, { first }))
  return { data, photos, words: ['import', photos, '--data', data] }
}

test('a check and the help end quietly when their reader goes away', async () => {
  const { data, words } = await importedFolder(1, 900)
  expect((await runCommand(words)).code).toBe(0)
  const strays = join(data, 'originals', 'zz')
  mkdirSync(strays)
  for (let number = 0; number < 3000; number++) writeFileSync(join(strays, `${number}.jpg`), '')
  const check = await toHead(['check', '--data', data])
  expect(check.text.trimEnd().split('\n')).toHaveLength(2)
  expect(check.text).toContain('ended with 141\n')
  const help = await toHead(['--help'])
  expect(help.text).toMatch(/^(Vitrine .*\n|ended with 0\n){2}$/)
})

test('an import, a backup and a restore complete without a reader', async () => {
  const { data, words } = await importedFolder(6, 910)
  const [folder, restored] = [temporaryFolder(), join(temporaryFolder(), 'data')]
  for (const command of [
    words,
    ['backup', folder, '--data', data],
    ['restore', folder, '--data', restored],
  ]) {
    const { text } = await toHead(command)
    expect(text).toContain('ended with 0\n')
    expect(text.trimEnd().split('\n')).toHaveLength(2)
  }
  const again = await runCommand(['import', words[1]!, '--data', restored])
  expect(again.text).toContain('0 imported, 6 already in the gallery, 0 failed')
  expect((await runCommand(['check', '--deep', '--data', restored])).code).toBe(0)
})
