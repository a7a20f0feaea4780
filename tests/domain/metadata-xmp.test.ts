import { beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { type PhotoMetadata, readMetadata } from '../../src/images/metadata.ts'
import {
  dublinCore,
  extendedXmpSegment,
  packet,
  withSegments,
  xmpPacketSegment,
  xmpSegment,
} from '../support/metadata-segments.ts'

const guid = '0123456789ABCDEF0123456789ABCDEF'
const title = 'Brücke über den Fluß – 東京 🌉'
let plain: Uint8Array

beforeAll(async () => {
  plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
})

describe('packet', () => {
  const encodings: [string, (text: string) => Uint8Array][] = [
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-16, little-endian', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16, big-endian', (text) => Buffer.from(text, 'utf16le').swap16()],
    ['UTF-32, little-endian', (text) => utf32(text)],
    ['UTF-32, big-endian', (text) => utf32(text).swap32()],
  ]

  describe.each(encodings)('%s', (_, encode) => {
    test.each([
      ['with a byte order mark', `\ufeff${packet(dublinCore(title, '', []))}`],
      ['without a byte order mark', packet(dublinCore(title, '', []))],
      [
        'with one in its header',
        packet(dublinCore(title, '', [])).replace('begin=""', 'begin="\ufeff"'),
      ],
      ['after blank lines', `\n \n${packet(dublinCore(title, '', []))}`],
    ])('an XMP packet is read %s', async (_, text) => {
      expect((await read(xmpPacketSegment(encode(text)))).title).toBe(title)
    })

    test('an XMP packet keeps any text as it was written', async () => {
      // Without characters that XML excludes or escapes, and those that titles are cleaned of.
      const word = fc.stringMatching(/^[^\p{C}\p{Z}\s<>&]{1,40}$/u)
      await fc.assert(
        fc.asyncProperty(word, async (written) => {
          const bytes = encode(packet(dublinCore(written, '', [])))
          expect((await read(xmpPacketSegment(bytes))).title).toBe(written)
        }),
      )
    })
  })

  test('an XMP packet in UTF-8 after a stray NUL byte is read', async () => {
    const bytes = Buffer.from(`\0${packet(dublinCore(title, '', []))}`)
    expect((await read(xmpPacketSegment(bytes))).title).toBe(title)
  })

  test('an XMP packet with its properties as attributes is read like any other', async () => {
    const namespaces = `xmlns:x="http://ns.adobe.com/xap/1.0/"
      xmlns:p="http://ns.adobe.com/photoshop/1.0/" xmlns:t="http://ns.adobe.com/tiff/1.0/"`
    const attributes = xmpSegment(`<rdf:Description ${namespaces}
      x:Rating="4" p:DateCreated="2020-02-03" p:Credit="Agency" t:Model="X100V"/>`)
    const elements = xmpSegment(`<rdf:Description ${namespaces}><x:Rating>4</x:Rating>
      <p:DateCreated>2020-02-03</p:DateCreated><p:Credit>Agency</p:Credit>
      <t:Model>X100V</t:Model></rdf:Description>`)
    const fromAttributes = await read(attributes)
    expect(fromAttributes).toEqual(await read(elements))
    expect(fromAttributes).toMatchObject({ rating: 4, credit: 'Agency', cameraModel: 'X100V' })
  })

  test('a blank XMP property in the default language gives way to another language', async () => {
    const xmp = xmpSegment(`<rdf:Description><dc:title><rdf:Alt>
      <rdf:li xml:lang="x-default"> </rdf:li><rdf:li xml:lang="de-DE">Brücke</rdf:li>
      </rdf:Alt></dc:title></rdf:Description>`)
    expect((await read(xmp)).title).toBe('Brücke')
  })

  test('a blank XMP property gives way to the next one', async () => {
    const xmp = xmpSegment(`<rdf:Description dc:title=""/>${dublinCore(title, '', [])}`)
    expect((await read(xmp)).title).toBe(title)
    const second = [xmpSegment(dublinCore('', '', ['one'])), xmpSegment(dublinCore(title, '', []))]
    expect(await read(...second)).toMatchObject({ title, keywords: ['one'] })
  })

  test.each([
    ['-1', null],
    ['0', null],
    ['3', 3],
    ['5.0', 5],
    ['6', null],
  ])('an XMP packet with the rating %s gives %p', async (rating, expected) => {
    const xmp = xmpSegment(`<rdf:Description xmlns:x="http://ns.adobe.com/xap/1.0/"
      x:Rating="${rating}"/>`)
    expect((await read(xmp)).rating).toBe(expected)
  })
})

describe('extended packet', () => {
  const extended = Buffer.from(packet(dublinCore('never used', title, ['far', 'away'])))
  const standard = (id = guid) =>
    xmpSegment(`<rdf:Description xmlns:n="http://ns.adobe.com/xmp/note/" n:HasExtendedXMP="${id}"/>
      ${dublinCore('In front', '', [])}`)
  const part = (start: number, end: number, id = guid) =>
    extendedXmpSegment(extended.subarray(start, end), {
      guid: id,
      length: extended.length,
      offset: start,
    })

  test('extended XMP is assembled from its parts, wherever it is split and in any order', async () => {
    const whole = await read(standard(), part(0, extended.length))
    expect(whole).toMatchObject({
      title: 'In front',
      description: title,
      keywords: ['far', 'away'],
    })
    const cuts = fc.array(fc.nat(extended.length), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(cuts, fc.infiniteStream(fc.nat()), async (positions, order) => {
        const edges = [0, ...positions.sort((one, other) => one - other), extended.length]
        const parts = edges.slice(1).map((end, index) => part(edges[index] as number, end))
        const shuffled = parts
          .map((bytes) => ({ bytes, rank: order.next().value as number }))
          .sort((one, other) => one.rank - other.rank)
          .map(({ bytes }) => bytes)
        expect(await read(standard(), ...shuffled)).toEqual(whole)
      }),
    )
  })

  test('extended XMP with overlapping, repeated or missing parts gives what is intact', async () => {
    const [third, half] = [Math.floor(extended.length / 3), Math.floor(extended.length / 2)]
    const overlapping = [part(0, half), part(third, extended.length), part(0, half)]
    expect((await read(standard(), ...overlapping)).description).toBe(title)
    const gap = [part(0, third), part(half, extended.length)]
    expect((await read(standard(), ...gap)).title).toBe('In front')
  })

  test('extended XMP that the packet does not mention is ignored', async () => {
    const other = 'F'.repeat(32)
    expect((await read(standard(), part(0, extended.length, other))).description).toBe('')
    const nameless = xmpSegment(dublinCore('In front', '', []))
    expect((await read(nameless, part(0, extended.length))).description).toBe('')
  })
})

function utf32(text: string): Buffer {
  const points = Array.from(text, (character) => character.codePointAt(0) as number)
  return Buffer.from(Uint32Array.from(points).buffer)
}

async function read(...segments: Uint8Array[]): Promise<PhotoMetadata> {
  return await readMetadata(withSegments(plain, ...segments))
}
