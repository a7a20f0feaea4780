// `vitrine import` beside a server and without one: what it leaves out, and arguments it refuses.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  temporaryFolder,
} from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'

let server: RunningVitrine
let owner: OwnerClient

beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
})
afterAll(async () => {
  await server?.kill()
  await clearAway()
})

async function folderWith(...paths: string[]): Promise<string> {
  const root = temporaryFolder()
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    const isPhoto = path.endsWith('.jpg') && !path.includes('broken')
    writeFileSync(join(root, path), isPhoto ? await camera() : 'no photo')
  }
  return root
}

test('an import leaves out bins, caches and files of other types, and lists failures last', async () => {
  const root = await folderWith(
    ...['a.jpg', 'Trash/b.jpg', 'a.HEIC', 'c.heic', 'd.mov', 'Thumbs.db', '.DS_Store'],
    ...['@eaDir/a.jpg/SYNOPHOTO_THUMB_XL.jpg', 'Trash/@eaDir/e.jpg', '#recycle/f.jpg'],
    ...['._a.jpg', 'CaptureOne/Cache/g.jpg', 'broken.jpg'],
  )
  const { code, text } = await runCommand(['import', root, '--data', server.data])
  expect(code).toBe(1)
  const lines = text.trimEnd().split('\n')
  expect(lines).toContain('3 files found')
  expect(lines.slice(-4)).toEqual([
    '2 imported, 0 already in the gallery, 1 failed',
    '2 .heic and 1 .mov files were left out: Vitrine imports only JPEG. Export photos in other formats as JPEG first.',
    'Skipped #recycle (a recycle bin), @eaDir in 2 places (thumbnails or caches) and Cache (thumbnails or caches). If you want photos from there, move them to a folder of another name.',
    expect.stringMatching(/^failed {2}.*\/broken\.jpg: /),
  ])
  const names = (await owner.photos()).map(({ sourceName }) => sourceName).sort()
  expect(names).toEqual(['a.jpg', 'b.jpg'])
  const named = await runCommand(['import', join(root, '#recycle'), '--data', server.data])
  expect([named.code, named.text]).toEqual([0, expect.stringContaining('Skipped #recycle (a rec')])
})

test.each([
  ['a tab', 'Ice\tland', 'single line'],
  ['a line break', 'Ice\nland', 'single line'],
  ['a control character at its end', 'Iceland\u0001', 'single line'],
  ['only blanks', '\u00a0 ', 'needs a value'],
  ['too many characters', 'x'.repeat(121), '1 to 120 characters'],
  ['bytes that are no text', '\uFFFD', 'UTF-8'],
])(
  'an import with --album and %s is refused at once, beside a server and without one',
  async (_, name, why) => {
    const folder = await folderWith('a.jpg')
    const before = (await owner.photos()).length
    const alone = join(temporaryFolder(), 'new')
    for (const data of [server.data, alone]) {
      const { code, text } = await runCommand(['import', folder, '--album', name, '--data', data])
      expect([code, text]).toEqual([2, expect.stringMatching(/^vitrine: --album .*\n$/)])
      expect(text).toContain(why)
    }
    expect(existsSync(alone)).toBe(false)
    expect((await owner.photos()).length).toBe(before)
  },
)

test('an import with arguments that name nothing is refused in plain words', async () => {
  const run = async (path: string, command = 'import') =>
    (await runCommand([command, path, '--data', server.data])).text
  for (const command of ['import', 'backup', 'restore']) {
    expect(await run('', command)).toBe(
      `vitrine: ${command} needs a path, but one of its arguments is empty.\n`,
    )
  }
  expect(await run(`/${'x'.repeat(300)}`)).toContain(': the name or path is too long')
  expect(await run('/a\tb\nc')).toContain(': no such file or folder')
})

test('an import into an open album says first that it makes photos public', async () => {
  const folder = await folderWith('a.jpg')
  const into = (...flags: string[]) =>
    runCommand(['import', folder, '--data', server.data, ...flags])
  const { text } = await into('--album', 'Open')
  const lines = text.split('\n')
  const said = lines.indexOf(
    'This publishes the photos: anyone can see the album "Open", because it has no code.',
  )
  expect(said).toBeGreaterThan(-1)
  expect(said).toBeLessThan(lines.findIndex((line) => line.startsWith('imported  ')))
  expect((await into()).text).not.toContain('publishes')
})
