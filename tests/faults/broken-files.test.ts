import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadSharp } from '../../src/images/sharp.ts'
import {
  clearAway,
  quickOrFull,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { segment, textureJpeg } from '../support/jpegs.ts'
import { makePhotos } from '../support/made-photos.ts'
import { testWith } from '../support/needs.ts'
import { claim, ownerClient, type UploadOutcome } from '../support/owner-client.ts'
import { needsRealPhotos, readBytes, realPhotos } from '../support/real-photos.ts'
import { test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(300_000)
afterAll(clearAway)

test('a file cut at any percent is rejected, and accepted when it is complete', async () => {
  const { server, client } = await startFresh()
  const [photo] = await makePhotos(1)
  const { bytes } = photo!
  for (let percent = 0; percent < 100; percent++) {
    const cut = bytes.subarray(0, Math.floor((bytes.length * percent) / 100))
    const outcome = await client.upload({ name: `cut-${percent}.jpg`, bytes: cut })
    expect([400, 415]).toContain(outcome.status)
    expect(outcome.message).toMatch(
      /^(the file is empty|file is incomplete|this is not a JPEG file)$/,
    )
  }
  await expectNothingLeft(server.data)
  expect((await client.upload(photo!)).status).toBe(200)
  expect(await faultsOf(server, client)).toEqual([])
})

const flips = quickOrFull(200, 2000)

test(`${flips} files with flipped bits are imported completely or rejected with a reason`, async (random) => {
  const { server, client } = await startFresh()
  const [photo] = await makePhotos(1, { width: 160, height: 120 })
  const acknowledged: string[] = []
  const statuses = new Map<number, number>()
  for (let flip = 0; flip < flips; flip++) {
    const bytes = Buffer.from(photo!.bytes)
    for (let bit = 0; bit <= flip % 3; bit++) {
      // Half of the bits are in the segments before the pixels, where most of the parsing happens.
      const at = Math.floor(random() * (flip % 2 ? 700 : bytes.length))
      bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8))
    }
    const outcome = await client.upload({ name: `flip-${flip}.jpg`, bytes })
    statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1)
    expectStated(`flip-${flip}`, outcome)
    if (outcome.id) acknowledged.push(outcome.id)
  }
  console.log(`  ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  expect(server.isAlive()).toBe(true)
  expect(await faultsOf(server, client, { acknowledged })).toEqual([])
})

test('a file that is not a JPEG is rejected by its content, whatever its name', async () => {
  const { server, client } = await startFresh()
  const sharp = await loadSharp()
  const png = await sharp({
    create: { width: 9, height: 9, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  const jpeg = await textureJpeg()
  const strangers: Record<string, Uint8Array> = {
    png,
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    gif: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
    pdf: Buffer.from('%PDF-1.4\n%%EOF'),
    zip: Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'),
    'html before a JPEG': Buffer.concat([Buffer.from('<html>'), jpeg]),
  }
  for (const [name, bytes] of Object.entries(strangers)) {
    const { status, message } = await client.upload({ name: `${name}.jpg`, bytes })
    expect([name, status, message]).toEqual([name, 415, 'this is not a JPEG file'])
  }
  await expectNothingLeft(server.data)
})

test('a picture with too many pixels is rejected at once', async () => {
  const { server, client } = await startFresh()
  const jpeg = await textureJpeg(64, 64)
  const frame = jpeg.indexOf(Buffer.of(0xff, 0xc0))
  const huge = Buffer.from(jpeg)
  huge.writeUInt16BE(20_000, frame + 5)
  huge.writeUInt16BE(20_000, frame + 7)
  const { status, message } = await client.upload({ name: 'huge.jpg', bytes: huge })
  expect([status, message]).toEqual([413, expect.stringContaining('400 megapixels')])
  await expectNothingLeft(server.data)
})

test('EXIF that points in circles or claims absurd sizes does not stop a photo', async () => {
  const { server, client } = await startFresh()
  const jpeg = await textureJpeg()
  const tiff = Buffer.alloc(64)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  // A maker's name of four billion letters, and an EXIF block that refers to itself.
  Buffer.of(0x0f, 0x01, 2, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff).copy(tiff, 10)
  Buffer.of(0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0).copy(tiff, 22)
  tiff.writeUInt32LE(8, 34)
  const exif = segment(0xe1, 'Exif\0\0', tiff)
  const bytes = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
  const outcome = await client.upload({ name: 'circle.jpg', bytes })
  expect(outcome.status).toBe(200)
  expect(await faultsOf(server, client)).toEqual([])
})

testWith(needsRealPhotos)(
  'each real broken file is imported whole or rejected with a reason',
  async () => {
    const { server, client, data } = await startFresh()
    const outcomes: string[] = []
    const md5s = new Map<string, string>()
    for (const path of [...realPhotos('broken/*'), ...realPhotos('metadata/*.{jpg,jpeg}')]) {
      const bytes = Buffer.from(await readBytes(path))
      const outcome = await client.upload({ name: basename(path), bytes })
      expectStated(path, outcome)
      if (outcome.id) md5s.set(outcome.id, createHash('md5').update(bytes).digest('hex'))
      outcomes.push(`${outcome.status}`)
    }
    for (const [id, md5] of md5s) {
      const original = await (await client.request(`/api/photos/${id}/original`)).arrayBuffer()
      expect(createHash('md5').update(new Uint8Array(original)).digest('hex')).toBe(md5)
    }
    expect(server.isAlive()).toBe(true)
    // Photos with a decoder warning are imported; the others must decode without one.
    const faults = await faultsOf(server, client, { acknowledged: md5s.keys() })
    const warned = (await client.photos()).filter(({ warning }) => warning).map(({ id }) => id)
    expect(faults.filter((fault) => !warned.some((id) => fault.includes(id)))).toEqual([])

    const again = await runCommand([
      'import',
      join(realPhotos('broken/*')[0]!, '..'),
      '--data',
      data,
    ])
    expect(again.text).toMatch(/\n0 imported, \d+ already in the gallery, \d+ failed\n/)
  },
)

test('a damaged image library in runtime/ is repaired by the next start', async () => {
  const { server, client, data } = await startFresh()
  const photos = await makePhotos(2)
  expect((await client.upload(photos[0]!)).status).toBe(200)
  const { cookie } = client
  await server.stop()
  const libraries = (await filesIn(data, 'runtime')).filter((path) => !path.endsWith('/reserve'))
  const before = libraries.map((path) => hashOf(join(data, path)))
  for (const [index, path] of libraries.entries()) {
    const bytes = readFileSync(join(data, path))
    if (index % 2) bytes.fill(0, bytes.length / 2, bytes.length / 2 + 5000)
    writeFileSync(join(data, path), index % 2 ? bytes : bytes.subarray(0, 1000))
  }
  const again = await startVitrine(data)
  const client2 = ownerClient(again, cookie)
  expect((await client2.upload(photos[1]!)).status).toBe(200)
  const after = libraries.map((path) => hashOf(join(data, path)))
  expect(libraries.length).toBeGreaterThan(1)
  expect(after).toEqual(before)
  expect(await faultsOf(again, client2)).toEqual([])
})

function expectStated(name: string, { status, message, id }: UploadOutcome): void {
  if (id) expect(status).toBe(200)
  else {
    expect([name, [400, 409, 413, 415].includes(status)]).toEqual([name, true])
    expect(message).toMatch(/^\S.{5,200}$/)
  }
}

async function expectNothingLeft(data: string): Promise<void> {
  for (const folder of ['originals', 'renditions', 'removed', 'tmp']) {
    expect(await filesIn(data, folder)).toEqual([])
  }
  expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([])
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

async function startFresh() {
  const data = join(temporaryFolder(), 'data')
  const server = await startVitrine(data)
  return { data, server, client: ownerClient(server, await claim(server)) }
}
