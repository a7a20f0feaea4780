// `vitrine import` of files that seem to be new versions of photos.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { PendingUpload, PhotoVersion } from '../../src/contract/photos/versions.ts'
import {
  clearAway,
  executable,
  type RunningVitrine,
  runCommand,
  temporaryFolder,
} from '../support/executable.ts'
import { text as textTag } from '../support/metadata-segments.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { type CameraOptions, camera } from '../support/photos.ts'
import { faultsOf } from '../support/server-faults.ts'

let server: RunningVitrine
let owner: OwnerClient
let minute = 10

beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
})
afterAll(async () => {
  await server?.kill()
  await clearAway()
})

/** A folder of exports, and the function that writes other exports of them beside it. */
async function exportsOf(...names: string[]) {
  const root = temporaryFolder()
  const date = `2024:05:06 07:${minute++}:09`
  const write = async (folder: string) => {
    for (const [index, name] of names.entries()) {
      const path = join(root, folder, name)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, await camera({ serial: `camera ${index}`, date, title: name }))
    }
    return join(root, folder)
  }
  const first = await write('first')
  expect((await runCommand(['import', first, '--data', server.data])).code).toBe(0)
  return { date: date.slice(0, 10).replaceAll(':', '-') + date.slice(10), write }
}

const importing = (folder: string, ...flags: string[]) =>
  runCommand(['import', folder, '--data', server.data, ...flags])
const photosNamed = async (name: string): Promise<Photo[]> =>
  (await owner.photos()).filter(({ sourceName }) => sourceName === name)
const versionsOf = ({ id }: Photo) => owner.json<PhotoVersion[]>(`/api/photos/${id}/versions`)
const pending = () => owner.json<PendingUpload[]>('/api/uploads/pending')

test('an import without a terminal keeps both photos unless the command says otherwise', async () => {
  const { write } = await exportsOf('both.jpg')
  const { code, text } = await importing(await write('second'))
  expect([code, text]).toEqual([0, expect.stringContaining('1 imported, 0 already in the gallery')])
  expect(await photosNamed('both.jpg')).toHaveLength(2)
})

test('--on-match replace gives photos their new versions, but no photo two of them', async () => {
  const { write } = await exportsOf('one.jpg', 'two.jpg')
  const [one, two] = [await photosNamed('one.jpg'), await photosNamed('two.jpg')]
  const folder = await write('second')
  const copy = await camera({
    serial: 'camera 0',
    date: `${one[0]!.originalDate!.replaceAll('-', ':').replace('T', ' ')}`,
  })
  mkdirSync(join(folder, 'small'))
  writeFileSync(join(folder, 'small', 'one.jpg'), copy)
  const { code, text } = await importing(folder, '--on-match', 'replace')
  expect(text).toContain(
    '2 imported (1 kept next to a matching photo), 1 replaced, 0 already in the gallery, 0 failed',
  )
  expect(code).toBe(0)
  expect(await photosNamed('one.jpg')).toHaveLength(3)
  expect(await versionsOf(one[0]!)).toHaveLength(1)
  expect((await photosNamed('two.jpg')).map(({ id }) => id)).toEqual([two[0]!.id])
  expect((await versionsOf(two[0]!)).map(({ rule, isCurrent }) => [rule, isCurrent])).toEqual([
    ['name and time', true],
    [null, false],
  ])
  expect(await pending()).toEqual([])
})

test('--on-match replace leaves another camera’s photo and other frames of a second alone', async () => {
  const date = '2024:07:06 07:08:09'
  const folders = [temporaryFolder(), temporaryFolder()] as const
  const write = async (folder: string, name: string, options: CameraOptions) =>
    writeFileSync(join(folder, name), await camera({ date, serial: '', ...options }))
  const canon = { make: 'Canon', model: 'Canon EOS R5' }
  const [before, after] = folders
  await write(before, 'phone.jpg', { make: 'Apple', model: 'iPhone 15' })
  await write(after, 'phone.jpg', canon)
  await write(before, 'body.jpg', { ...canon, serial: '700', focalTenths: 100 })
  await write(after, 'body.jpg', { ...canon, serial: '701', focalTenths: 100 })
  await write(before, 'bracket.jpg', { ...canon, shutter: 30, focalTenths: 500 })
  await write(after, 'bracket.jpg', { ...canon, shutter: 60, focalTenths: 500 })
  const numbered = (id: string) => ({
    ...canon,
    focalTenths: 1000,
    more: { exif: [textTag(0xa420, id)] },
  })
  await write(before, 'numbered.jpg', numbered('4f01'))
  await write(after, 'numbered.jpg', numbered('4f02'))
  const owned = (by: string) => ({
    ...canon,
    focalTenths: 4000,
    more: { exif: [textTag(0xa430, by)] },
  })
  await write(before, 'owned.jpg', owned('Ann'))
  await write(after, 'owned.jpg', owned('Bob'))
  await write(before, 'spelled.jpg', { ...canon, focalTenths: 2000 })
  await write(after, 'spelled.jpg', { make: 'Canon', model: 'EOS R5', focalTenths: 2000 })
  for (const name of ['frame-1.jpg', 'frame-2.jpg']) {
    await write(before, name, { make: 'NIKON', model: 'NIKON D70' })
    await write(after, name, { make: 'NIKON', model: 'NIKON D70' })
  }
  expect((await importing(before)).code).toBe(0)
  const { text } = await importing(after, '--on-match', 'replace')
  expect(text).toContain('4 imported, 1 replaced, 0 already in the gallery, 0 failed')
  expect(text).toContain('3 files may be new versions of photos, but could be other photos as well')
  for (const name of ['phone.jpg', 'body.jpg', 'bracket.jpg', 'numbered.jpg']) {
    expect([name, (await photosNamed(name)).length]).toEqual([name, 2])
  }
  const [spelled] = await photosNamed('spelled.jpg')
  expect(await versionsOf(spelled!)).toHaveLength(2)
  const waiting = (await pending()).filter(({ fileName }) => /^(frame|owned)/.test(fileName))
  expect(waiting).toHaveLength(3)
  for (const { photo } of waiting) expect(await versionsOf(photo)).toHaveLength(1)
  const again = await importing(after, '--on-match', 'replace')
  expect(again.text).toContain('0 imported, 5 already in the gallery, 0 failed')
  for (const { id } of waiting) {
    await owner.send('POST', `/api/uploads/pending/${id}`, { decision: 'discard' })
  }
})

test('--on-match ask without a terminal lets the files wait, with their album', async () => {
  const { write } = await exportsOf('wait.jpg')
  const folder = await write('second')
  const { text } = await importing(folder, '--on-match', 'ask', '--album', 'Waited')
  expect(text).toContain('may be a new version  ')
  expect(text).toContain(
    '0 imported, 0 already in the gallery, 0 failed\n1 file may be a new version',
  )
  const [waiting] = await pending()
  expect(waiting).toMatchObject({ fileName: 'wait.jpg', source: 'cli', rule: 'name and time' })
  const path = `/api/uploads/pending/${waiting!.id}`
  const answer = await owner.send('POST', path, { decision: 'keep-both' })
  const { id } = ((await answer.json()) as { data: Photo }).data
  const albums = await owner.json<{ name: string }[]>(`/api/photos/${id}/albums`)
  expect(albums.map(({ name }) => name)).toEqual(['Waited'])
  const again = await write('third')
  await importing(again, '--on-match', 'ask')
  expect(await pending()).toHaveLength(0)
  expect(await photosNamed('wait.jpg')).toHaveLength(3)
})

test('an import on a terminal asks once for all matches or for each', async () => {
  const { write } = await exportsOf('asked-1.jpg', 'asked-2.jpg', 'asked-3.jpg')
  const shown = await onTerminal(
    ['import', await write('second'), '--data', server.data],
    [/later: $/, 'o\n'],
    [/later: $/, 'r\n'],
    [/later: $/, 'k\n'],
    [/later: $/, 'l\n'],
  )
  expect(shown).toContain('3 files may be new versions of photos in the gallery:')
  expect(shown).toMatch(/asked-1\.jpg, changed \d{4}-\d\d-\d\d \d\d:\d\d/)
  expect(shown).toMatch(/“asked-1\.jpg”, in the gallery since \d{4}-.*\(same name and time\)/)
  expect(shown).toContain(
    '1 imported (1 kept next to a matching photo), 1 replaced, 0 already in the gallery, 0 failed',
  )
  expect(shown).toContain('1 file may be a new version of a photo.')
  const counts = []
  for (const number of [1, 2, 3]) counts.push((await photosNamed(`asked-${number}.jpg`)).length)
  expect(counts.toSorted()).toEqual([1, 1, 2])
  expect(await pending()).toHaveLength(1)
  const all = await onTerminal(
    ['import', await write('second'), '--data', server.data],
    [/later: $/, 'k\n'],
  )
  expect(all).toContain('imported')
})

test.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('the answers before %s at a later question are kept', async (name, key) => {
  const names = [2, 10, 1].map((number) => `${name}-${number}.jpg`)
  const { write } = await exportsOf(...names)
  const before = (await pending()).length
  const shown = await onTerminal(
    ['import', await write('second'), '--data', server.data],
    [/later: $/, 'zzz\n'],
    [/Please answer r, k, o or l\.\s[\s\S]*later: $/, 'o\n'],
    [/-1\.jpg[\s\S]*later: $/, '\n'],
    [/Please answer r, k or l\.\s[\s\S]*later: $/, 'r\n'],
    [/-2\.jpg[\s\S]*later: $/, key],
  )
  expect(shown).not.toContain('readline')
  expect(shown).toContain('1 replaced, 0 already in the gallery, 0 failed')
  expect(shown).toContain('2 files may be new versions of photos.')
  expect(shown.match(/-10\.jpg, changed/g)).toHaveLength(1)
  const listed = [...shown.matchAll(/-(\d+)\.jpg, changed/g)].map(([, number]) => Number(number))
  expect(listed).toEqual([1, 2, 10, 1, 2])
  expect((await pending()).length - before).toBe(2)
})

test('a question about a single file is in the singular', async () => {
  const { write } = await exportsOf('single.jpg')
  const shown = await onTerminal(
    ['import', await write('second'), '--data', server.data],
    [/later: $/, '\x03'],
  )
  expect(shown).toContain('1 file may be a new version of a photo in the gallery:')
  expect(shown).toContain('1 file may be a new version of a photo. Decide')
})

test('another value of --on-match is refused', async () => {
  const { code, text } = await importing(temporaryFolder(), '--on-match', 'never')
  expect([code, text]).toEqual([2, 'vitrine: --on-match must be ask, replace, keep-both.\n'])
})

test('the folder is consistent after all imports with matches', async () => {
  expect(await faultsOf(server, owner)).toEqual([])
})

/** Runs the command on a terminal; each answer follows the text it is for. @returns all output. */
async function onTerminal(words: string[], ...answers: [RegExp, string][]): Promise<string> {
  let shown = ''
  let unread = ''
  const decoder = new TextDecoder()
  const child = Bun.spawn([await executable(), ...words], {
    env: { PATH: process.env.PATH, HOME: temporaryFolder(), TERM: 'dumb' },
    terminal: {
      cols: 200,
      data: (terminal, data) => {
        const text = decoder.decode(data, { stream: true })
        shown += text
        // Without the sequences of the line editor.
        unread += text.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '')
        const [wanted, answer] = answers[0] ?? []
        if (!wanted?.test(unread)) return
        answers.shift()
        unread = ''
        terminal.write(answer!)
      },
    },
  })
  await child.exited
  child.terminal?.close()
  expect(answers).toEqual([])
  return shown.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '')
}
