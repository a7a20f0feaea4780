import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { recentWarnings } from '../../src/core/log.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, openGallery, send, upload, uploadForm } from '../support/gallery.ts'
import { segment, textureJpeg } from '../support/jpegs.ts'
import { exifSegment, fractions, short, text, withSegments } from '../support/metadata-segments.ts'
import { camera } from '../support/photos.ts'
import { rawExchange, slowReader, statusOf } from '../support/raw-socket.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

/** Expects that nothing of a refused file was kept. */
async function expectNothing({ services, data }: Gallery) {
  const { connection } = services.store
  expect(connection.query('SELECT row_id FROM photo').all()).toEqual([])
  expect(connection.query('SELECT row_id FROM intent').all()).toEqual([])
  for (const folder of ['originals', 'renditions', 'tmp', 'removed']) {
    expect(await filesIn(data, folder)).toEqual([])
  }
}

describe('uploads', () => {
  test('an uploaded photo is stored completely, and only its owner can download it unchanged', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const bytes = await camera({ title: 'Tor', gps: [50, 8] })
    const photo = await upload(gallery, owner, bytes)
    expect(photo.md5).toBe(md5(bytes))
    const download = await owner.get(`/api/photos/${photo.id}/original`)
    expect(download.headers.get('cache-control')).toBe('private, no-store')
    expect(download.headers.get('content-disposition')).toStartWith('attachment; ')
    expect(md5(await download.bytes())).toBe(md5(bytes))
    expect((await gallery.asVisitor().get(`/api/photos/${photo.id}/original`)).status).toBe(401)
  })

  test('an uploaded photo whose original is missing can be downloaded again once it is restored', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const bytes = await camera()
    const { id, sourceName, fullWidth, fullHeight } = await upload(gallery, owner, bytes)
    await rm(gallery.services.library.original(id))
    const refused = await owner.get(`/api/photos/${id}/original`)
    expect(refused.status).toBe(404)
    expect(refused.headers.get('x-request-id')).toBeString()
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
    const { message } = await errorOf(refused)
    expect(message).toBe(
      'the original of this photo is missing; upload the same file again to restore it',
    )
    const edit = { rotation: 90, x: 0, y: 0, width: fullHeight, height: fullWidth }
    const unedited = await owner.put(`/api/photos/${id}/edit`, edit)
    expect(await errorOf(unedited)).toEqual({ code: 404, message })
    const warnings = recentWarnings().map(({ text }) => text)
    expect(warnings.filter((text) => text.includes(id))).toEqual([
      `The original of ${sourceName} (photo ${id}) is missing: originals/${id.slice(-2)}/${id}.jpg. Run "vitrine check", which says what to do.`,
    ])
    expect((await send(owner, bytes)).status).toBe(200)
    const download = await owner.get(`/api/photos/${id}/original`)
    expect(md5(await download.bytes())).toBe(md5(bytes))
  })

  test('an uploaded photo is answered with everything its file contains', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const bytes = await camera({
      title: 'Tor',
      description: 'Im Regen',
      keywords: ['Stadt', 'Nacht'],
      gps: [50, 8],
      orientation: 6,
    })
    const photo = await upload(gallery, owner, bytes, { name: 'P1010001.JPG' })
    expect(photo).toMatchObject({
      width: 64,
      height: 96,
      fullWidth: 64,
      fullHeight: 96,
      title: 'Tor',
      description: 'Im Regen',
      keywords: ['Stadt', 'Nacht'],
      originalDate: '2024-05-06T07:08:09',
      cameraMake: 'OLYMPUS',
      cameraModel: 'E-10',
      focalLength: 9,
      fNumber: 2.8,
      iso: 80,
      exposure: '1/250',
      gps: { latitude: 50, longitude: 8, altitude: null },
      source: 'local',
      sourceName: 'P1010001.JPG',
      isPublic: false,
      visibleIn: [],
      edit: null,
    })
    expect(photo.uploadDate).toBe(new Date(gallery.clock.now()).toISOString())
    expect(photo.fileName).toMatch(/^[0-9a-f]{32}\.jpg$/)
    expect(await owner.data<unknown>(`/api/photos/${photo.id}`)).toEqual(photo)
  })

  test('an uploaded photo without any metadata is accepted, with its values unknown', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner, await textureJpeg(40, 30))
    expect(photo).toMatchObject({
      title: '',
      originalDate: null,
      cameraModel: null,
      exposure: null,
    })
    expect(photo).not.toHaveProperty('gps')
  })

  test('an uploaded photo is named by sourceId, before or after the file, or else by the file', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const before = await upload(gallery, owner, await camera(), { sourceId: 'one.jpg' })
    expect(before.sourceName).toBe('one.jpg')
    const form = uploadForm(await camera(), { name: 'ignored.jpg' })
    form.append('sourceDate', '2020-01-01T00:00:00.000Z')
    form.append('sourceId', 'two.jpg')
    const answer = await owner.request('/api/local/upload', { method: 'PUT', body: form })
    expect((await answer.json()).data.sourceName).toBe('two.jpg')
    expect((await upload(gallery, owner, await camera(), { name: 'three.jpg' })).sourceName).toBe(
      'three.jpg',
    )
  })

  test('an uploaded photo never takes its date from the upload form', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner, await camera({ date: null }), {
      sourceDate: '1999-01-01T00:00:00.000Z',
    })
    expect(photo.originalDate).toBeNull()
  })

  const nastyNames: [string, string][] = [
    ['../../../../etc/passwd.jpg', 'passwd.jpg'],
    ['..\\..\\windows\\a.jpg', 'a.jpg'],
    ['a\0b.jpg', 'ab.jpg'],
    ['a\r\nSet-Cookie: x=1.jpg', 'aSet-Cookie: x=1.jpg'],
    ['Größe 山 🏔️.jpg', 'Größe 山 🏔️.jpg'],
    ['"quoted"; filename=evil.jpg', '"quoted"; filename=evil.jpg'],
    [`${'n'.repeat(300)}.jpg`, 'n'.repeat(255)],
    ['%2e%2e%2fa.jpg', '%2e%2e%2fa.jpg'],
    ['<img src=x onerror=alert(1)>.jpg', '<img src=x onerror=alert(1)>.jpg'],
    ['/', 'photo.jpg'],
    ['..', 'photo.jpg'],
  ]
  test.each(nastyNames)('an uploaded photo called %j gets a plain name', async (sourceId, kept) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner, await camera(), { sourceId })
    expect(photo.sourceName).toBe(kept)
    const download = await owner.get(`/api/photos/${photo.id}/original`)
    const disposition = download.headers.get('content-disposition')!
    expect(disposition).toMatch(
      /^attachment; filename="[ !#-~]*"; filename\*=UTF-8''[\w.!~%&#$+^`|-]*$/,
    )
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(kept)
    expect(download.headers.get('set-cookie')).toBeNull()
    expect(await filesIn(gallery.data, 'originals')).toEqual([
      join('originals', photo.id.slice(-2), `${photo.id}.jpg`),
    ])
  })
})

describe('duplicates', () => {
  test('a duplicate is rejected with the id of the existing photo', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const bytes = await camera()
    const photo = await upload(gallery, owner, bytes)
    const again = await send(owner, bytes, { name: 'other-name.jpg' })
    expect(again.status).toBe(409)
    expect((await errorOf(again)).details).toEqual({ photoId: photo.id })
  })

  test('a duplicate uploaded twenty times at once makes one photo', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const bytes = await camera({ width: 400, height: 300 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(owner, bytes)))
    const [taken, ...others] = answers.filter((answer) => answer.status === 200)
    expect(others).toEqual([])
    const { id } = (await taken!.json()).data
    const refused = answers.filter((answer) => answer !== taken)
    for (const answer of refused) {
      expect(answer.status).toBe(409)
      expect((await errorOf(answer)).details).toEqual({ photoId: id })
    }
    expect(await filesIn(gallery.data, 'originals')).toHaveLength(1)
  })

  test('a duplicate of a photo that was deleted for good is a new photo', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const bytes = await camera()
    const first = await upload(gallery, owner, bytes)
    await deleteForGood(gallery.services, first.id)
    const second = await upload(gallery, owner, bytes)
    expect(second.id).not.toBe(first.id)
    expect(second.fileName).not.toBe(first.fileName)
  })
})

describe('rejected files', () => {
  const text = (value: string) => new TextEncoder().encode(value)
  const others: [string, Uint8Array][] = [
    ['PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['GIF', text('GIF89a\x01\0\x01\0\0\0\0;')],
    ['PDF', text('%PDF-1.7\n%%EOF')],
    ['ZIP', Buffer.from('504b0304140000000800', 'hex')],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', text('<!doctype html><script>alert(1)</script>')],
    ['WebP', text('RIFF\x1a\0\0\0WEBPVP8L')],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['half a start of image', Buffer.from('ffd8', 'hex').subarray(0, 1)],
  ]
  test.each(others)(
    'a file (%s sent as image/jpeg) is rejected and leaves nothing behind',
    async (kind, bytes) => {
      await using gallery = await openGallery()
      const answer = await send(await gallery.asOwner(), bytes, { name: 'photo.jpg' })
      expect(answer.status).toBe(kind === 'half a start of image' ? 400 : 415)
      expect((await errorOf(answer)).message).not.toMatch(/undefined|Error|vips/)
      await expectNothing(gallery)
    },
  )

  test('a truncated file is rejected as incomplete', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const bytes = await camera()
    const answer = await send(owner, bytes.subarray(0, bytes.length - 40))
    expect(answer.status).toBe(400)
    expect((await errorOf(answer)).message).toBe('file is incomplete')
    await expectNothing(gallery)
    expect((await send(owner, bytes)).status).toBe(200)
  })

  test('an empty file is rejected', async () => {
    await using gallery = await openGallery()
    expect((await send(await gallery.asOwner(), new Uint8Array())).status).toBe(400)
    await expectNothing(gallery)
  })

  test('a file that is too large is rejected; the largest allowed is not', async () => {
    const bytes = await camera()
    await using gallery = await openGallery({ maxUpload: bytes.length })
    const owner = await gallery.asOwner()
    const padded = new Uint8Array([...bytes, 0])
    expect((await send(owner, padded)).status).toBe(413)
    expect((await send(owner, new Uint8Array(1_000_000))).status).toBe(413)
    await expectNothing(gallery)
    expect((await send(owner, bytes)).status).toBe(200)
  })

  test('a file with too many pixels is rejected by its header alone', async () => {
    await using gallery = await openGallery({ maxPixels: 96 * 64 })
    const owner = await gallery.asOwner()
    const answer = await send(owner, await camera({ width: 97, height: 64 }))
    expect(answer.status).toBe(413)
    expect((await errorOf(answer)).message).toContain('megapixels')
    await expectNothing(gallery)
    expect((await send(owner, await camera())).status).toBe(200)
    // So large that its one scan would take too long to decode.
    const claimed = await camera({ width: 65, height: 64 })
    for (let at = 2; at < claimed.length; at++) {
      if (claimed[at] === 0xff && claimed[at + 1] === 0xc0) {
        new DataView(claimed.buffer, claimed.byteOffset).setUint32(at + 5, 0xffffffff)
        break
      }
    }
    expect(await errorOf(await send(owner, claimed))).toMatchObject({
      code: 413,
      message: 'the picture has 4294.8 megapixels; the limit is 0',
    })
  })
})

describe('forms', () => {
  const put = async (browser: Browser, body: BodyInit | undefined, type?: string) =>
    browser.request('/api/local/upload', {
      method: 'PUT',
      body,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    })
  const part = (name: string, bytes: string, file = 'a.jpg') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: image/jpeg\r\n\r\n${bytes}\r\n`

  const forms: [string, string | undefined, string | undefined, number][] = [
    [
      'of no file',
      '--b\r\nContent-Disposition: form-data; name="sourceId"\r\n\r\nx\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
      400,
    ],
    ['of no part', '--b--\r\n', 'multipart/form-data; boundary=b', 400],
    ['of another field', `${part('photo', 'x')}--b--\r\n`, 'multipart/form-data; boundary=b', 400],
    [
      'of two files',
      `${part('image', 'x')}${part('image', 'y')}--b--\r\n`,
      'multipart/form-data; boundary=b',
      400,
    ],
    [
      'of three files',
      `${part('image', 'x')}${part('image', 'y')}${part('image', 'z')}--b--\r\n`,
      'multipart/form-data; boundary=b',
      400,
    ],
    ['without a boundary', `${part('image', 'x')}--b--\r\n`, 'multipart/form-data', 415],
    [
      'with an empty boundary',
      `${part('image', 'x')}--b--\r\n`,
      'multipart/form-data; boundary=',
      400,
    ],
    [
      'with another boundary',
      `${part('image', 'x')}--b--\r\n`,
      'multipart/form-data; boundary=c',
      400,
    ],
    ['without its end', part('image', 'x'), 'multipart/form-data; boundary=b', 400],
    ['cut within a header', '--b\r\nContent-Disp', 'multipart/form-data; boundary=b', 400],
    ['called a JPEG', 'x', 'image/jpeg', 415],
    ['sent as JSON', '{}', 'application/json', 415],
    ['without a type', 'x', '', 415],
    ['without a body', undefined, 'multipart/form-data; boundary=b', 400],
  ]
  test.each(forms)(
    'a malformed form (%s) is rejected and leaves nothing behind',
    async (_, body, type, status) => {
      await using gallery = await openGallery()
      const answer = await put(await gallery.asOwner(), body, type)
      expect(answer.status).toBe(status)
      expect((await errorOf(answer)).message).not.toBe('')
      await expectNothing(gallery)
    },
  )

  test('a malformed form (a good photo and then a second one) is rejected as a whole', async () => {
    await using gallery = await openGallery()
    const form = uploadForm(await camera())
    form.append('image', new Blob([(await camera()) as Uint8Array<ArrayBuffer>]), 'b.jpg')
    const owner = await gallery.asOwner()
    const answer = await owner.request('/api/local/upload', { method: 'PUT', body: form })
    expect(answer.status).toBe(400)
    await expectNothing(gallery)
  })

  test('a malformed form (interrupted with its connection) leaves no files behind', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const bytes = await camera({ width: 400, height: 300 })
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const start = [
      'PUT /api/local/upload HTTP/1.1',
      `Host: 127.0.0.1:${gallery.port}`,
      `Cookie: ${cookie}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${bytes.length + 500}`,
      '',
      part('image', ''),
    ].join('\r\n')
    const sent = Buffer.concat([Buffer.from(start.slice(0, -2)), bytes.subarray(0, 2000)])
    const untilInTmp = async (count: number) => {
      const tmp = join(gallery.data, 'tmp')
      for (const giveUpAt = Date.now() + 20_000; Date.now() < giveUpAt; await Bun.sleep(20)) {
        if ((await readdir(tmp)).length === count) break
      }
      expect(await readdir(tmp)).toHaveLength(count)
    }
    const uploads = Array.from({ length: 10 }, () => slowReader(gallery.port, sent))
    // Cut earlier, a busy server would not have begun, and its tmp would be empty as well.
    await untilInTmp(uploads.length)
    for (const each of uploads) await each.leave()
    await untilInTmp(0)
    await expectNothing(gallery)
    expect((await send(owner, bytes)).status).toBe(200)
  })

  test('a malformed form (of chunks with false lengths) is rejected', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await rawExchange(
      gallery.port,
      [
        'PUT /api/local/upload HTTP/1.1',
        `Host: 127.0.0.1:${gallery.port}`,
        `Cookie: ${cookie}`,
        'Connection: close',
        'Content-Type: multipart/form-data; boundary=b',
        'Transfer-Encoding: chunked',
        '',
        `zz\r\n${part('image', 'x')}`,
      ].join('\r\n'),
    )
    expect(statusOf(answer)).toBe(400)
    await expectNothing(gallery)
  })
})

test('only the owner can upload', async () => {
  await using gallery = await openGallery()
  await gallery.asOwner()
  expect((await send(gallery.asVisitor(), await camera())).status).toBe(401)
  const stranger = gallery.asVisitor()
  stranger.cookies.set('vitrine_owner', 'x')
  expect((await send(stranger, await camera())).status).toBe(401)
  await expectNothing(gallery)
})

describe('metadata', () => {
  const loop = (offset: number) =>
    // An EXIF block whose only entry, and whose next block, is itself.
    segment(
      0xe1,
      'Exif\0\0II*\0\x08\0\0\0',
      Uint8Array.of(1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, offset, 0, 0, 0, 8, 0, 0, 0),
    )
  const strays: [string, Uint8Array][] = [
    ['a block that contains itself', loop(8)],
    ['a block after the end', loop(255)],
    ['a header and nothing else', segment(0xe1, 'Exif\0\0')],
    [
      'a count of four billion',
      exifSegment({
        ifd0: [{ tag: 0x010f, type: 2, bytes: new Uint8Array(8), offset: 0xfffffff0 }],
      }),
    ],
    ['an impossible date', exifSegment({ exif: [text(0x9003, '2023:02:31 25:61:61')] })],
    ['an orientation of 99', exifSegment({ ifd0: [short(0x0112, 99)] })],
    [
      'a division by zero',
      exifSegment({ exif: [fractions(0x829d, [0, 0]), fractions(0x829a, [1, 0])] }),
    ],
    ['XMP without an end', segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:RDF')],
  ]
  test.each(strays)('misleading metadata (%s) do not prevent an upload', async (_, stray) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner, withSegments(await textureJpeg(), stray))
    expect(photo).toMatchObject({ width: 96, height: 64, originalDate: null })
    expect(JSON.stringify(photo)).not.toMatch(/NaN|Infinity/)
    expect((await owner.get(`/api/images/${photo.fileName}`)).status).toBe(200)
  })
})
