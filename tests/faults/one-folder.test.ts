import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import {
  clearAway,
  executable,
  runCommand,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claim, ownerClient, ownerPassword, signIn } from '../support/owner-client.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(60_000)
afterAll(clearAway)

test('a second server on a folder exits with one line and code 1', async () => {
  const { server, data } = await startFresh()
  const second = await runCommand(['serve', '--data', data, '--port', '0'])
  expect(second.code).toBe(1)
  expect(second.text).toBe(
    `vitrine: ${data} is in use by another running Vitrine; stop that one first.\n`,
  )
  console.log(`  it took ${Math.round(second.ms)} ms (limit: 1,000 ms)`)
  expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
  await server.stop()
  const third = await startVitrine(data)
  expect(await third.stop()).toBe(0)
})

test('a folder with other contents is refused and left unchanged', async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'tmp/sub'), { recursive: true })
  writeFileSync(join(folder, 'tmp/sub/deep.txt'), 'keep me')
  for (const words of [['serve', '--port', '0'], ['import', folder], ['password']]) {
    const refused = await runCommand([...words, '--data', folder], { input: `${ownerPassword}\n` })
    expect(refused.code).toBe(1)
    expect(refused.text).toBe(
      `vitrine: ${folder} is not empty and is not a Vitrine data folder; choose another with --data.\n`,
    )
  }
  expect(readdirSync(folder)).toEqual(['tmp'])
  expect(readFileSync(join(folder, 'tmp/sub/deep.txt'), 'utf8')).toBe('keep me')
  expect(statSync(folder).mode & 0o777).toBe(0o755)
})

test('an import and a new password never create ./data, and say what they create', async () => {
  const photo = join(temporaryFolder(), 'a.jpg')
  writeFileSync(photo, (await makePhotos(1, { first: 40 }))[0]!.bytes)
  const here = join(dirname(await executable()), 'data')
  for (const words of [['import', photo], ['password']]) {
    expect(await runCommand(words, { input: `${ownerPassword}\n` })).toMatchObject({
      code: 1,
      text: `vitrine: There is no gallery in ${here}. Name its folder with --data, or create one there first with: vitrine --data ${here}\n`,
    })
    expect(existsSync(here)).toBe(false)
  }
  const [data, other] = [join(temporaryFolder(), 'photos'), join(temporaryFolder(), 'photos')]
  const first = await runCommand(['import', photo], { environment: { VITRINE_DATA: data } })
  expect(first.code).toBe(0)
  expect(first.text).toContain(`\nThere was no gallery in ${data}, so a new one was created.`)
  const second = await runCommand(['import', photo, '--data', data])
  expect(second.text).toContain(`1 file found\nImporting into ${data}\n`)
  const password = await runCommand(['password', '--data', other], { input: `${ownerPassword}\n` })
  expect(password.text).toBe(
    `There was no gallery in ${other}, so a new one was created with this password.\n`,
  )
})

test('a server whose port is in use exits with one line and code 1', async () => {
  const { server } = await startFresh()
  const { port } = new URL(server.address)
  const data = join(temporaryFolder(), 'data')
  const second = await runCommand(['serve', '--data', data, '--port', port])
  expect(second.code).toBe(1)
  expect(second.text.trim().split('\n')).toHaveLength(1)
  expect(second.text).toContain(`cannot listen on 127.0.0.1:${port}: it is in use`)
})

test('a program that holds the write lock for 3 s makes nothing fail, and reads continue', async () => {
  const { server, client, data } = await startFresh()
  const photos = await makePhotos(6)
  const { id } = await client.upload(photos[0]!)
  const other = new Database(join(data, 'vitrine.db'))
  other.run('BEGIN IMMEDIATE')
  let isHeld = true
  let uploadsOver = 0
  const uploads = photos.slice(1).map(async (photo) => {
    const { status } = await client.upload(photo)
    uploadsOver++
    return status
  })
  const waits: number[] = []
  const reading = (async () => {
    while (isHeld) {
      for (const path of ['/', '/api/photos?limit=12', `/api/photos/${id}`]) {
        const started = performance.now()
        const answer = await client.request(path)
        await answer.arrayBuffer()
        expect(answer.status).toBe(200)
        waits.push(performance.now() - started)
      }
    }
  })()
  await Bun.sleep(3000)
  expect(uploadsOver).toBe(0)
  isHeld = false
  await reading
  other.run('ROLLBACK')
  other.close()
  expect(await Promise.all(uploads)).toEqual([200, 200, 200, 200, 200])
  // Blocked reads would have been a handful.
  expect(waits.length).toBeGreaterThan(20)
  console.log(`  ${waits.length} reads meanwhile, ${Math.round(Math.max(...waits))} ms at most`)
  expect(await faultsOf(server, client)).toEqual([])
})

test('an import is passed to the running server and reports the result for each file', async () => {
  const { server, client, data } = await startFresh()
  expect(statSync(join(data, 'runtime/control.sock')).mode & 0o777).toBe(0o600)
  const folder = join(temporaryFolder(), 'photos')
  const [good, bad] = [await makePhotos(5, { first: 50 }), await makePhotos(1, { first: 60 })]
  writePhotos(folder, good)
  const cut = { ...bad[0]!, name: 'cut.jpg', bytes: bad[0]!.bytes.subarray(0, -100) }
  writePhotos(join(folder, 'deeper'), [cut])
  const words = ['import', folder, join(folder, 'none'), '--data', data, '--album', 'Trip']
  const first = await runCommand(words)
  expect(first.code).toBe(1)
  const lines = first.text.trimEnd().split('\n')
  // Not the path at which there is nothing.
  expect(lines[0]).toBe('6 files found')
  for (const { name } of good) expect(lines).toContain(`imported  ${join(folder, name)}`)
  expect(lines).toContain(`failed  ${join(folder, 'deeper/cut.jpg')}: file is incomplete`)
  expect(lines).toContain(`failed  ${join(folder, 'none')}: no such file or folder`)
  const publishing = lines.findIndex((line) => line.startsWith('This publishes the photos: '))
  expect(lines[publishing]).toContain('anyone can see the album "Trip", because it has no code')
  expect(publishing).toBeLessThan(lines.findIndex((line) => line.startsWith('imported  ')))
  // Failures are last, where they are seen after a long output.
  expect(lines.slice(-4)).toEqual([
    '5 imported, 0 already in the gallery, 2 failed',
    'Visitors can now see the 5 photos imported, because the album "Trip" has no code.',
    `failed  ${join(folder, 'none')}: no such file or folder`,
    `failed  ${join(folder, 'deeper/cut.jpg')}: file is incomplete`,
  ])

  const second = await runCommand(['import', folder, '--data', data])
  expect(second.code).toBe(1)
  expect(second.text).toContain('0 imported, 5 already in the gallery, 1 failed')
  const third = await runCommand(['import', join(folder, good[0]!.name), '--data', data])
  expect(third).toMatchObject({
    code: 0,
    text: expect.stringContaining('already in the gallery  '),
  })

  expect(await faultsOf(server, client)).toEqual([])
  const [album] = await client.json<{ name: string; photoCount: number }[]>('/api/albums')
  expect(album).toMatchObject({ name: 'Trip', photoCount: 5 })
  // An album alone does not become the photostream, but one without a code is visible.
  expect((await client.photos()).map((photo) => photo.isPublic)).toEqual(Array(5).fill(false))
})

test('an import with --photostream makes photos public; without it they are private', async () => {
  const { server, client, data } = await startFresh()
  const photos = await makePhotos(6, { first: 70 })
  const paths = writePhotos(join(temporaryFolder(), 'photos'), photos)
  const run = (...words: string[]) => runCommand(['import', ...words, '--data', data])
  await run(...paths.slice(0, 2), '--album', 'Stream', '--photostream')
  await run(...paths.slice(2, 3), '--photostream')
  await run(...paths.slice(3, 4), '--album', 'Other', '--photostream')
  await run(...paths.slice(4, 5), '--album', 'Other')
  await run(...paths.slice(5))
  const albums =
    await client.json<{ name: string; id: string; photoCount: number }[]>('/api/albums')
  const counts = Object.fromEntries(albums.map((album) => [album.name, album.photoCount]))
  expect(counts).toEqual({ Stream: 4, Other: 2 })
  const { photoStreamAlbumId } = await client.json<{ photoStreamAlbumId: string }>(
    '/api/user/config',
  )
  expect(albums.find(({ id }) => id === photoStreamAlbumId)?.name).toBe('Stream')
  const visitor = await (await fetch(`${server.address}/api/photos`)).json()
  expect(visitor.data.total).toBe(4)
  expect((await client.photos()).length).toBe(6)
})

test('an import names the albums that make its photos visible to visitors', async () => {
  const { client, data } = await startFresh()
  const photos = await makePhotos(6, { first: 100 })
  const paths = writePhotos(join(temporaryFolder(), 'photos'), photos)
  const create = (body: object) => client.send('POST', '/api/albums', body)
  const closed = await create({ name: 'Closed', description: '', coverPic: '' })
  const { data: album } = (await closed.json()) as { data: { id: string } }
  await client.send('PUT', `/api/albums/${album.id}`, { code: 'a secret code' })
  const run = async (...words: string[]) => {
    const { text } = await runCommand(['import', ...words, '--data', data])
    return text.split('\n').filter((line) => line.startsWith('Visitors'))
  }
  const noCode = (name: string) =>
    `Visitors can now see the photo imported, because the album "${name}" has no code.`
  const stream =
    'Visitors can now see the photo imported, because the album "Stream" is the photostream.'
  expect(await run(paths[0]!)).toEqual([])
  expect(await run(paths[1]!, '--album', 'Closed')).toEqual([])
  expect(await run(paths[2]!, '--album', 'Open')).toEqual([noCode('Open')])
  expect(await run(paths[2]!, '--album', 'Open')).toEqual([])
  expect(await run(paths[3]!, '--album', 'Stream', '--photostream')).toEqual([stream])
  expect(await run(paths[4]!, '--album', 'Closed', '--photostream')).toEqual([stream])
  expect(await run(paths[5]!, '--album', 'Open', '--photostream')).toEqual([noCode('Open'), stream])
})

test('an import says which photos were in the gallery and are not added to its albums', async () => {
  const { server, data } = await startFresh()
  const paths = writePhotos(join(temporaryFolder(), 'photos'), await makePhotos(5, { first: 140 }))
  const copy = join(dirname(paths[0]!), 'copy.jpg')
  copyFileSync(paths[0]!, copy)
  const run = async (...words: string[]) => {
    const { text } = await runCommand(['import', ...words, '--data', data])
    const lines = text.trimEnd().split('\n')
    return lines.slice(lines.findIndex((line) => /^\d+ imported/.test(line)))
  }
  await run(...paths.slice(0, 3))
  const trip = ['--album', 'Trip', '--photostream']
  const inTrip = `the album "Trip". Add them there with 'Add photos' on the album's page.`
  expect(await run(...paths, copy, '--album', 'Trip')).toEqual([
    '2 imported, 4 already in the gallery, 0 failed',
    `3 photos were already in the gallery and were not added to ${inTrip}`,
    'Visitors can now see the 2 photos imported, because the album "Trip" has no code.',
  ])
  await run(paths[0]!, '--album', 'Stream', '--photostream')
  expect(await run(...paths.slice(2, 4), ...trip)).toEqual([
    '0 imported, 2 already in the gallery, 0 failed',
    `1 photo was already in the gallery and was not added to ${inTrip.replace('them', 'it')}`,
    '2 photos were already in the gallery and were not added to the photostream. Make them public with the locks on the home page.',
  ])
  // What is in the album already is not spoken of.
  expect(await run(paths[3]!, '--album', 'Trip')).toEqual([
    '0 imported, 1 already in the gallery, 0 failed',
  ])
  // A photo taken out of the photostream stays out.
  const visitor = await (await fetch(`${server.address}/api/photos`)).json()
  expect(visitor.data.total).toBe(0)
})

test('an album shows imported photos in the natural order of their names', async () => {
  // The first of each pair is by far the larger, so that the second is ready before it.
  const large = await makePhotos(3, { first: 110, width: 2400, height: 1600 })
  const small = await makePhotos(3, { first: 120 })
  for (const isServed of [true, false]) {
    const { server, client: first, data, cookie } = await startFresh()
    if (!isServed) await server.stop()
    const folder = join(temporaryFolder(), 'photos')
    const pairs = large.flatMap((photo, index) => [photo, small[index]!])
    const photos = pairs.map((photo, index) => ({ ...photo, name: `IMG_${index * 3 + 1}.jpg` }))
    const paths = writePhotos(folder, photos)
    const inDay = (day: number) => join(folder, `day ${day}`)
    for (const [number, name] of [
      [2, 'b.jpg'],
      [10, 'a.jpg'],
    ] as const) {
      writePhotos(inDay(number), [{ ...(await makePhotos(1, { first: 130 + number }))[0]!, name }])
    }
    const expected = ['b.jpg', 'a.jpg', ...photos.map(({ name }) => name)]
    const wordsFor = [[folder], [inDay(10), inDay(2), ...paths.toSorted()]]
    for (const [index, words] of wordsFor.entries()) {
      const { code } = await runCommand(['import', ...words, '--album', 'Trip', '--data', data])
      expect(code).toBe(0)
      const running = isServed ? server : await startVitrine(data)
      const client = isServed ? first : ownerClient(running, cookie)
      const [album] = await client.json<{ id: string }[]>('/api/albums')
      const { photos: shown } = await client.json<PhotoList>(`/api/albums/${album!.id}/photos`)
      expect(shown.map(({ sourceName }) => sourceName!)).toEqual(expected)
      expect((await client.send('DELETE', '/api/photo', { removeFiles: true })).status).toBe(200)
      if (!isServed || index === wordsFor.length - 1) await running.stop()
    }
  }
})

test('an import without a server locks the folder itself, and a later server shows all photos', async () => {
  const data = join(temporaryFolder(), 'data')
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(4, { first: 80 }))
  const first = await runCommand(['import', folder, '--data', data, '--photostream'])
  expect(first).toMatchObject({
    code: 0,
    text: expect.stringContaining('4 imported, 0 already in the gallery, 0 failed'),
  })
  const server = await startVitrine(data)
  const client = ownerClient(server, await claim(server))
  expect(await faultsOf(server, client)).toEqual([])
  expect((await client.photos()).length).toBe(4)
})

test('a data folder whose path is too long for a socket still accepts imports', async () => {
  const data = join(temporaryFolder(), 'a-long-name-'.repeat(10), 'data')
  const server = await startVitrine(data)
  const client = ownerClient(server, await claim(server))
  expect(statSync(join(data, 'runtime/control.sock'), { throwIfNoEntry: false })).toBeUndefined()
  const paths = writePhotos(join(temporaryFolder(), 'photos'), await makePhotos(2, { first: 90 }))
  const { code, text } = await runCommand(['import', ...paths, '--data', data])
  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('2 imported') })
  expect((await client.photos()).length).toBe(2)
  expect(await server.stop()).toBe(0)
})

test('a new password from the command line signs the owner out of the running server', async () => {
  const { server, client, data } = await startFresh()
  expect((await client.request('/api/photos')).status).toBe(200)
  const short = await runCommand(['password', '--data', data], { input: 'short\n' })
  expect(short.code).toBe(1)
  expect(await client.json<object>('/api/loggedin')).toEqual({ authenticated: true })
  const changed = await startCommand(['password', '--data', data], { input: 'another password\n' })
  expect((await changed.ended).code).toBe(0)
  expect(await client.json<object>('/api/loggedin')).toEqual({ authenticated: false })
  expect((await client.send('DELETE', '/api/photo', { removeFiles: true })).status).toBe(401)
  expect(signIn(server, ownerPassword)).rejects.toThrow('Incorrect Password')
  const again = ownerClient(server, await signIn(server, 'another password'))
  expect(await again.json<object>('/api/loggedin')).toEqual({ authenticated: true })
})

async function startFresh() {
  const data = join(temporaryFolder(), 'data')
  const server = await startVitrine(data)
  const cookie = await claim(server)
  return { data, server, cookie, client: ownerClient(server, cookie) }
}
