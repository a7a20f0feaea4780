import { describe, expect, spyOn, test } from 'bun:test'
import { rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { widthLadder } from '../../src/contract/photos/picture-sources.ts'
import { recentWarnings } from '../../src/core/log.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { errorOf } from '../support/browser.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { filesIn } from '../support/folder-faults.ts'
import { openGallery, publicPhoto, send, upload } from '../support/gallery.ts'
import { withEveryReader } from '../support/jpegs.ts'
import { camera } from '../support/photos.ts'

const variants = ['thumbs', 'squares', 'portraits', 'landscapes', 'resizes'] as const
const ladders = {
  thumbs: widthLadder.thumb,
  squares: widthLadder.square,
  portraits: widthLadder.portrait,
  landscapes: widthLadder.landscape,
  resizes: widthLadder.resize,
}

const sizeOf = async (answer: Response) => {
  const bytes = await answer.bytes()
  const sharp = await loadSharp()
  const { width, height, format } = await withEveryReader(() => sharp(bytes).metadata())
  return { width, height, format }
}

describe('addresses', () => {
  test('an image address answers JPEG unless the client names a modern format, and sends Vary', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const visitor = gallery.asVisitor()
    const typeFor = async (path: string, accept?: string) => {
      const answer = await visitor.get(`/api/${path}/${photo.fileName}`, accept ? { accept } : {})
      expect(answer.headers.get('vary')).toBe(path === 'images' ? null : 'Accept')
      const type = answer.headers.get('content-type')
      const { format } = await sizeOf(answer)
      expect(type).toBe(`image/${format === 'heif' ? 'avif' : format}`)
      return type
    }
    const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
    for (const path of variants) {
      const modern = path === 'thumbs' ? 'image/avif' : 'image/webp'
      for (const accept of ['*/*', 'image/*', 'image/*,*/*;q=0.8', 'text/html', 'image/jpeg']) {
        expect(await typeFor(path, accept)).toBe('image/jpeg')
      }
      expect(await typeFor(path, chrome)).toBe(modern)
      expect(await typeFor(path, modern)).toBe(modern)
      expect(await typeFor(path, `${modern};q=0, */*`)).toBe('image/jpeg')
      expect(await typeFor(path, `${modern.toUpperCase()} ; q=0.5`)).toBe(modern)
    }
    expect(await typeFor('images', chrome)).toBe('image/jpeg')
    expect(await typeFor('thumbs', 'image/webp')).toBe('image/jpeg')
  })

  test('an image address sends the format that the address names, whatever the client accepts, without Vary', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const accepted = ['*/*', 'image/avif,image/webp', 'image/jpeg', 'text/html']
    for (const path of variants) {
      for (const [f, type, encoded] of [
        ['avif', 'image/avif', 'heif'],
        ['webp', 'image/webp', 'webp'],
        ['jpg', 'image/jpeg', 'jpeg'],
      ] as const) {
        for (const query of [`?f=${f}`, `?w=200&f=${f}`, `?f=${f}&w=400`]) {
          const etags = new Set<string | null>()
          for (const accept of accepted) {
            const target = `/api/${path}/${photo.fileName}${query}`
            const answer = await gallery.asVisitor().get(target, { accept })
            expect([target, answer.status]).toEqual([target, 200])
            const { headers } = answer
            expect([target, headers.get('content-type')]).toEqual([target, type])
            expect(headers.get('vary')).toBeNull()
            expect(headers.get('cache-control')).toBe(
              'public, max-age=31536000, immutable, s-maxage=45',
            )
            etags.add(headers.get('etag'))
            expect((await sizeOf(answer)).format).toBe(encoded)
          }
          expect(etags.size).toBe(1)
        }
      }
    }
    const original = await gallery.asVisitor().get(`/api/images/${photo.fileName}?f=avif`)
    expect(original.headers.get('content-type')).toBe('image/jpeg')
  })

  test('an image address without a format lets shared caches store only JPEG, which every browser shows', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const known = new Map<string, string>()
    for (const path of variants) {
      for (const accept of ['*/*', 'image/avif,image/webp', 'image/avif', 'image/webp']) {
        const target = `/api/${path}/${photo.fileName}`
        const answer = await gallery.asVisitor().get(target, { accept })
        const isJpeg = answer.headers.get('content-type') === 'image/jpeg'
        const caching = isJpeg
          ? 'public, max-age=31536000, immutable, s-maxage=45'
          : 'private, max-age=31536000, immutable'
        expect(answer.headers.get('cache-control')).toBe(caching)
        const etag = answer.headers.get('etag')!
        const again = await gallery.asVisitor().get(target, { accept, 'if-none-match': etag })
        expect([again.status, again.headers.get('cache-control')]).toEqual([304, caching])
        known.set(`${path} ${answer.headers.get('content-type')}`, etag)
      }
    }
    expect(known.size).toBe(2 * variants.length)
  })

  test('an image address names one of three formats', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    for (const path of variants) {
      for (const f of ['', 'AVIF', 'jpeg', 'png', 'avif%00', 'avif,webp', '1', '__proto__']) {
        const answer = await gallery.asVisitor().get(`/api/${path}/${photo.fileName}?f=${f}`)
        expect([f, answer.status]).toEqual([f, 400])
        const { error } = (await answer.json()) as { error: { message: string } }
        expect(error.message).toBe('f must be avif, webp or jpg')
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
      }
    }
  })

  test('an image address is answered with JPEG where the named format does not allow the size', async () => {
    await using gallery = await openGallery()
    const {
      owner,
      photo: tall,
      album,
    } = await publicPhoto(gallery, await camera({ width: 10, height: 17_000 }))
    const large = await upload(gallery, owner, await camera({ width: 2500, height: 1700 }))
    await owner.put(`/api/albums/${album.id}/photos/add`, { photoIds: [large.id] })
    const typeOf = async (path: string) => {
      const answer = await gallery.asVisitor().get(path, { accept: 'image/avif,image/webp' })
      expect(answer.headers.get('vary')).toBeNull()
      expect(answer.headers.get('cache-control')).toStartWith('public')
      return answer.headers.get('content-type')
    }
    expect(await typeOf(`/api/resizes/${tall.fileName}?f=webp`)).toBe('image/jpeg')
    expect(await typeOf(`/api/resizes/${tall.fileName}?f=avif`)).toBe('image/jpeg')
    expect(await typeOf(`/api/resizes/${large.fileName}?w=2400&f=avif`)).toBe('image/avif')
    expect(await typeOf(`/api/resizes/${large.fileName}?w=3200&f=avif`)).toBe('image/jpeg')
    expect(await typeOf(`/api/resizes/${large.fileName}?w=3200&f=webp`)).toBe('image/webp')
  })

  test('an image address has a different ETag for each format and width', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery, await camera({ width: 500, height: 400 }))
    const seen = new Map<string, string>()
    for (const path of [...variants, 'images']) {
      for (const accept of ['*/*', 'image/avif,image/webp']) {
        for (const query of ['', '?w=200', '?w=400']) {
          if (path === 'images' && query) continue
          const target = `/api/${path}/${photo.fileName}${query}`
          const answer = await gallery.asVisitor().get(target, { accept })
          const hash = Bun.hash(await answer.bytes()).toString()
          const etag = answer.headers.get('etag')!
          expect(etag).toMatch(/^"[^"]+"$/)
          expect(seen.get(etag) ?? hash).toBe(hash)
          seen.set(etag, hash)
          const again = await gallery.asVisitor().get(target, { accept, 'if-none-match': etag })
          expect(again.status).toBe(304)
          expect(again.headers.get('etag')).toBe(etag)
          expect((await again.bytes()).length).toBe(0)
          const weak = await gallery
            .asVisitor()
            .get(target, { accept, 'if-none-match': `"x", W/${etag}` })
          expect(weak.status).toBe(304)
          const other = await gallery.asVisitor().get(target, { accept, 'if-none-match': '"x"' })
          expect(other.status).toBe(200)
        }
      }
    }
  })

  test('an image address answers ranges the same from a new file, from disk and from memory', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery, await camera({ width: 900, height: 700 }))
    const visitor = gallery.asVisitor()
    for (const path of [...variants, 'images']) {
      for (const accept of ['*/*', 'image/avif,image/webp']) {
        const target = `/api/${path}/${photo.fileName}`
        const parts: Uint8Array[] = []
        for (let turn = 0; turn < 3; turn++) {
          const answer = await visitor.get(target, { accept, range: 'bytes=10-29' })
          expect(answer.status).toBe(206)
          parts.push(await answer.bytes())
          expect(answer.headers.get('content-type')).toStartWith('image/')
        }
        const whole = await (await visitor.get(target, { accept })).bytes()
        for (const part of parts) expect(part).toEqual(whole.slice(10, 30))
        const range = `bytes 10-29/${whole.length}`
        const again = await visitor.get(target, { accept, range: 'bytes=10-29' })
        expect(again.headers.get('content-range')).toBe(range)
        const tail = await visitor.get(target, { accept, range: 'bytes=-5' })
        expect([tail.status, await tail.bytes()]).toEqual([206, whole.slice(-5)])
        const beyond = await visitor.get(target, { accept, range: `bytes=${whole.length}-` })
        expect(beyond.status).toBe(416)
        expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`)
        const head = await visitor.request(target, { method: 'HEAD', headers: { accept } })
        expect(head.status).toBe(200)
        expect(head.headers.get('content-length')).toBe(String(whole.length))
      }
    }
  })

  test('an image address accepts only a closed list of widths', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    for (const path of variants) {
      const statusFor = async (w: string) =>
        (await gallery.asVisitor().get(`/api/${path}/${photo.fileName}?w=${w}`)).status
      for (const w of ladders[path]) expect(await statusFor(String(w))).toBe(200)
      for (const w of ['0', '1', '-200', '200.0', '0200', '4e2', '', '%00', '99999999', '3201']) {
        expect(await statusFor(w), `${path} ${w}`).toBe(400)
      }
    }
  })

  test('an image address answers each variant and width with its aspect ratio', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery, await camera({ width: 1700, height: 1800 }))
    const sizeFor = async (path: string, query = '') => {
      const { width, height } = await sizeOf(
        await gallery.asVisitor().get(`/api/${path}/${photo.fileName}${query}`),
      )
      return [width, height]
    }
    expect(await sizeFor('thumbs')).toEqual([400, 400])
    expect(await sizeFor('squares')).toEqual([1200, 1200])
    expect(await sizeFor('portraits')).toEqual([1080, 1350])
    expect(await sizeFor('landscapes')).toEqual([1200, 628])
    expect(await sizeFor('resizes')).toEqual([1200, 1271])
    expect(await sizeFor('images')).toEqual([1700, 1800])
    expect(await sizeFor('thumbs', '?w=200')).toEqual([200, 200])
    expect(await sizeFor('squares', '?w=1600')).toEqual([1600, 1600])
    expect(await sizeFor('portraits', '?w=1600')).toEqual([1440, 1800])
    expect(await sizeFor('landscapes', '?w=400')).toEqual([400, 209])
    expect(await sizeFor('resizes', '?w=3200')).toEqual([1700, 1800])
    expect(await sizeFor('images', '?w=200')).toEqual([1700, 1800])
  })

  test.each([
    [640, 426],
    [30, 500],
    [500, 30],
    [1, 1],
    [400, 400],
    [1199, 629],
  ])(
    'an image address never enlarges a photo of %i × %i and keeps the aspect ratios',
    async (width, height) => {
      await using gallery = await openGallery()
      const { photo } = await publicPhoto(gallery, await camera({ width, height }))
      const shapes = { thumbs: 1, squares: 1, portraits: 1080 / 1350, landscapes: 1200 / 628 }
      for (const path of variants) {
        for (const w of ['', ...ladders[path]]) {
          for (const accept of ['*/*', 'image/avif,image/webp']) {
            const answer = await gallery
              .asVisitor()
              .get(`/api/${path}/${photo.fileName}${w && `?w=${w}`}`, { accept })
            const size = await sizeOf(answer)
            expect(size.width).toBeLessThanOrEqual(width)
            expect(size.height).toBeLessThanOrEqual(height)
            const shape = path === 'resizes' ? width / height : shapes[path]
            expect(Math.abs(size.width / shape - size.height)).toBeLessThanOrEqual(
              Math.max(1, 1 / shape),
            )
          }
        }
      }
    },
  )
})

describe('renditions', () => {
  test('a rendition that does not exist is rendered once, however many requests there are', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery, await camera({ width: 1000, height: 700 }))
    const before = await filesIn(gallery.data, 'renditions')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        gallery.asVisitor().get(`/api/squares/${photo.fileName}?w=400`),
      ),
    )
    const bodies = await Promise.all(answers.map((answer) => answer.bytes()))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    for (const body of bodies) expect(body).toEqual(bodies[0]!)
    const made = (await filesIn(gallery.data, 'renditions')).filter((it) => !before.includes(it))
    expect(made).toHaveLength(1)
    const { ino, mtimeMs } = await stat(join(gallery.data, made[0]!))
    await gallery.asVisitor().get(`/api/squares/${photo.fileName}?w=400`)
    const after = await stat(join(gallery.data, made[0]!))
    expect([after.ino, after.mtimeMs]).toEqual([ino, mtimeMs])
  })

  test('a rendition is rendered again if its file is missing, empty or truncated', async () => {
    const bytes = await camera({ width: 1000, height: 700 })
    const data = await (async () => {
      const gallery = await openGallery()
      await publicPhoto(gallery, bytes)
      await gallery.abandon()
      return gallery.data
    })()
    const files = await filesIn(data, 'renditions')
    expect(files).toHaveLength(6)
    for (const damage of ['lost', 'empty', 'cut']) {
      // Opened again each time, because small files stay in memory.
      await using gallery = await openGallery({ data, keepFolder: true })
      for (const file of files) {
        if (damage === 'lost') await rm(join(data, file))
        else await truncate(join(data, file), damage === 'empty' ? 0 : 100)
      }
      const { photos } = await gallery
        .asVisitor()
        .data<{ photos: { fileName: string }[] }>('/api/photos')
      for (const path of variants) {
        for (const accept of ['*/*', 'image/avif,image/webp']) {
          const answer = await gallery
            .asVisitor()
            .get(`/api/${path}/${photos[0]!.fileName}`, { accept })
          expect(answer.status).toBe(200)
          expect((await sizeOf(answer)).width).toBeGreaterThan(300)
        }
      }
      const small = await gallery
        .asVisitor()
        .get(`/api/thumbs/${photos[0]!.fileName}?w=256`, { accept: 'image/avif' })
      expect(await sizeOf(small)).toMatchObject({ width: 256, height: 256 })
      for (const file of files) expect((await stat(join(data, file))).size).toBeGreaterThan(100)
    }
    await rm(data, { recursive: true })
  })

  test('a rendition cannot be made from a damaged original, which is logged once and names the photo', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery, await camera({ width: 1000, height: 700 }))
    const path = gallery.services.library.original(photo.id)
    const bytes = await Bun.file(path).bytes()
    await Bun.write(path, 'no JPEG')
    for (const address of ['squares', 'resizes'].map((it) => `/api/${it}/${photo.fileName}`)) {
      const refused = await gallery.asVisitor().get(`${address}?w=400&f=webp`)
      expect(await errorOf(refused)).toEqual({ code: 404, message: 'not found' })
    }
    const { sourceName } = await owner.data<Photo>(`/api/photos/${photo.id}`)
    const warnings = recentWarnings().map(({ text }) => text)
    expect(warnings.filter((text) => text.includes(photo.id))).toEqual([
      `The original of ${sourceName} (photo ${photo.id}) is damaged: originals/${photo.id.slice(-2)}/${photo.id}.jpg. Run "vitrine check", which says what to do.`,
    ])
    await Bun.write(path, bytes)
  })

  test('a rendition cannot be made while the original is missing, which is logged once', async () => {
    await using gallery = await openGallery()
    const bytes = await camera({ width: 1000, height: 700 })
    const { owner, photo } = await publicPhoto(gallery, bytes)
    const { sourceName } = await owner.data<Photo>(`/api/photos/${photo.id}`)
    await rm(gallery.services.library.original(photo.id))
    for (const asking of [gallery.asVisitor(), owner]) {
      for (const address of ['squares', 'resizes'].map((it) => `/api/${it}/${photo.fileName}`)) {
        const refused = await asking.get(`${address}?w=400&f=webp`)
        expect(await errorOf(refused)).toEqual({ code: 404, message: 'not found' })
        expect(refused.headers.get('cache-control')).toBe('private, no-store')
      }
    }
    const said = recentWarnings().map(({ text }) => text)
    expect(said.filter((text) => text.includes(photo.id))).toEqual([
      `The original of ${sourceName} (photo ${photo.id}) is missing: originals/${photo.id.slice(-2)}/${photo.id}.jpg. Run "vitrine check", which says what to do.`,
    ])
    expect((await send(owner, bytes)).status).toBe(200)
    const again = await gallery.asVisitor().get(`/api/squares/${photo.fileName}?w=400&f=webp`)
    expect(again.status).toBe(200)
  })

  test('a rendition of a photo deleted in the meantime answers 404 and leaves no file', async () => {
    const log = spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      await using gallery = await openGallery()
      const { photo } = await publicPhoto(gallery, await camera({ width: 1500, height: 1000 }))
      const asked = variants.flatMap((path) =>
        [200, 400].map(async (w) => {
          const answer = await gallery.asVisitor().get(`/api/${path}/${photo.fileName}?w=${w}`)
          return answer.status
        }),
      )
      const deleted = deleteForGood(gallery.services, photo.id)
      for (const status of await Promise.all(asked)) expect([200, 404]).toContain(status)
      await deleted
      expect(await filesIn(gallery.data, 'renditions')).toEqual([])
    } finally {
      log.mockRestore()
    }
  })
})
