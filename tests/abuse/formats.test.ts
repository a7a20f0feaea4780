// A file that is not a JPEG is rejected by its content, and libvips itself reads nothing else.
import { describe, expect, test } from 'bun:test'
import { loadSharp } from '../../src/images/sharp.ts'
import { errorOf } from '../support/browser.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makeAlbum, openGallery, send, upload } from '../support/gallery.ts'
import { inserted, segment, textureJpeg } from '../support/jpegs.ts'
import { camera } from '../support/photos.ts'
import { inside } from './every-route.ts'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>'
const html = '<!doctype html><html><body><script>alert(1)</script></body></html>'
const php = '<?php system($_GET["x"]); ?>'

/** Whole files in other formats, some of which libvips could read. */
async function foreignFiles(): Promise<[string, Uint8Array][]> {
  const sharp = await loadSharp()
  const image = sharp(await textureJpeg(32, 32))
  const made = await Promise.all(
    (['png', 'webp', 'gif', 'tiff', 'avif'] as const).map(
      async (format): Promise<[string, Uint8Array]> => [
        format,
        await image.clone().toFormat(format).toBuffer(),
      ],
    ),
  )
  return [
    ...made,
    ['SVG', bytesOf(svg)],
    ['SVG with an XML head', bytesOf(`<?xml version="1.0"?>\n<!-- x -->${svg}`)],
    ['SVG, gzipped', Bun.gzipSync(bytesOf(svg))],
    ['HTML', bytesOf(html)],
    [
      'XML with an entity',
      bytesOf('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    ],
    ['PDF', bytesOf('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF')],
    ['PostScript', bytesOf('%!PS-Adobe-3.0 EPSF-3.0\n(x) run')],
    ['ZIP', Buffer.from('504b0304140000000800', 'hex')],
    ['ELF', bytesOf('\x7fELF\x02\x01\x01')],
    [
      'an MVG script',
      bytesOf('push graphic-context\nimage over 0,0 0,0 "|ls"\npop graphic-context'),
    ],
    ['a PPM', bytesOf('P6\n1 1\n255\nabc')],
    ['a BMP', bytesOf('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0')],
    ['a HEIC', bytesOf('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['a JPEG 2000', bytesOf('\0\0\0\x0cjP  \r\n\x87\n')],
    ['a JPEG XL', Buffer.from('ff0a0000', 'hex')],
    ['Radiance', bytesOf('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n')],
    ['MATLAB', bytesOf('MATLAB 5.0 MAT-file')],
    ['CSV', bytesOf('1,2\n3,4\n')],
    [
      'a byte order mark before a JPEG',
      Buffer.concat([Buffer.from('efbbbf', 'hex'), await textureJpeg()]),
    ],
    ['a line before a JPEG', Buffer.concat([bytesOf('\n'), await textureJpeg()])],
  ]
}

async function polyglots(): Promise<[string, Uint8Array][]> {
  const jpeg = await textureJpeg()
  const behind = (text: string) => Buffer.concat([bytesOf(text), jpeg])
  return [
    ['a GIF with a JPEG after it', behind('GIF89a\x01\0\x01\0\0\0\0;')],
    ['a PDF with a JPEG in it', behind('%PDF-1.7\n1 0 obj<</Filter/DCTDecode>>stream\n')],
    ['a ZIP with a JPEG in it', behind('PK\x03\x04\x14\0\0\0\0\0a.jpg')],
    ['HTML with a JPEG after it', behind(`${html}<!--`)],
    ['SVG with a JPEG after it', behind(svg)],
    ['a script with a JPEG after it', behind('#!/bin/sh\nexit\n')],
  ]
}

test('no photo is made from another format or a polyglot, whatever its declared type', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  for (const [kind, bytes] of [...(await foreignFiles()), ...(await polyglots())]) {
    for (const type of ['image/jpeg', 'image/svg+xml', 'application/octet-stream']) {
      const answer = await send(owner, bytes, { name: 'photo.jpg', type })
      expect([kind, answer.status]).toEqual([kind, 415])
      expect((await errorOf(answer)).message).not.toMatch(inside)
    }
  }
  for (const folder of ['originals', 'renditions', 'tmp', 'removed']) {
    expect(await filesIn(gallery.data, folder)).toEqual([])
  }
})

test('no camera’s picture is made from a format other than JPEG and PNG', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  const put = (bytes: Uint8Array) => {
    const form = new FormData()
    form.append('cameraImage', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'a.png')
    return owner.request('/api/cameras/e-10/image/upload', { method: 'PUT', body: form })
  }
  for (const [kind, bytes] of [...(await foreignFiles()), ...(await polyglots())]) {
    const answer = await put(bytes)
    if (kind === 'png') {
      expect(answer.status).toBe(200)
      continue
    }
    expect([kind, answer.status]).toEqual([kind, 415])
    expect((await errorOf(answer)).message).not.toMatch(inside)
  }
  // A file with only the right start cannot be decoded, and the old picture is kept.
  for (const start of ['89504e470d0a1a0a', 'ffd8ffe0']) {
    const answer = await put(Buffer.concat([Buffer.from(start, 'hex'), bytesOf(svg)]))
    expect(answer.status).toBe(400)
  }
  const image = await owner.get('/api/cameras/e-10/image')
  expect(image.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/)
})

describe('polyglots', () => {
  const attached = ['a comment', 'a segment', 'what follows the picture'] as const
  test('a JPEG that is also something else is shown as a JPEG, and only the owner’s original keeps the rest', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const parasites = [html, svg, php, 'PK\x05\x06 evil.zip', '%PDF-1.7 evil', 'MZ evil.exe']
    const photos: { id: string; fileName: string }[] = []
    for (const parasite of parasites) {
      for (const place of attached) {
        const jpeg = await camera()
        const bytes =
          place === 'what follows the picture'
            ? Buffer.concat([jpeg, bytesOf(parasite)])
            : inserted(jpeg, 2, segment(place === 'a comment' ? 0xfe : 0xeb, parasite))
        photos.push(await upload(gallery, owner, bytes))
      }
    }
    await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
    for (const { fileName } of photos) {
      for (const path of ['images', 'thumbs', 'resizes']) {
        const answer = await gallery.asVisitor().get(`/api/${path}/${fileName}`)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toStartWith('image/')
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        const text = Buffer.from(await answer.bytes()).toString('latin1')
        expect(text).not.toMatch(/alert\(1\)|<svg|<\?php|evil/)
      }
    }
  }, 30_000)
})

describe('decoder', () => {
  test('libvips itself reads JPEG and PNG and no other format', async () => {
    const sharp = await loadSharp()
    const read: string[] = []
    for (const [kind, bytes] of await foreignFiles()) {
      const isRead = await sharp(bytes)
        .metadata()
        .then(
          () => true,
          () => false,
        )
      if (isRead) read.push(kind)
    }
    expect(read).toEqual(['png'])
    expect((await sharp(await textureJpeg()).metadata()).format).toBe('jpeg')
  })
})
