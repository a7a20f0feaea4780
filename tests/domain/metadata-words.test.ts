// Keywords and lens names as programs and cameras write them.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readMetadata } from '../../src/images/metadata.ts'
import { textureJpeg } from '../support/jpegs.ts'
import {
  dublinCore,
  exifSegment,
  fractions,
  iptcSegment,
  packet,
  text,
  windowsText,
  withSegments,
  xmpPacketSegment,
  xmpSegment,
} from '../support/metadata-segments.ts'

const plain = await textureJpeg(8, 8)
const read = (...segments: Uint8Array[]) => readMetadata(withSegments(plain, ...segments))
const keywordsOf = async (...segments: Uint8Array[]) => (await read(...segments)).keywords
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

describe('keywords in XMP', () => {
  const odd = ['Berlin, Germany', 'a/b', 'x;y', 'Tom & Co', 'p|q']

  test('keywords in a list are one each, whichever separators they contain', async () => {
    for (const list of ['Bag', 'Seq', 'Alt']) {
      const items = odd.map((keyword) => `<rdf:li>${escaped(keyword)}</rdf:li>`).join('')
      const xmp = `<rdf:Description><dc:subject><rdf:${list}>${items}</rdf:${list}></dc:subject>
        </rdf:Description>`
      expect(await keywordsOf(xmpSegment(xmp))).toEqual(odd)
      const big = Buffer.from(packet(xmp), 'utf16le').swap16()
      expect(await keywordsOf(xmpPacketSegment(big))).toEqual(odd)
    }
    expect(await keywordsOf(iptcSegment(odd.map((keyword) => [25, keyword])))).toEqual(odd)
    expect(await keywordsOf(xmpSegment(dublinCore('', '', ['x;y'])))).toEqual(['x;y'])
  })

  test('keywords in a list stay as written, whatever they contain', async () => {
    const word = fc.stringMatching(/^[a-z;,|/&]{1,20}$/)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { minLength: 1, maxLength: 5 }), async (words) => {
        expect(await keywordsOf(xmpSegment(dublinCore('', '', words.map(escaped))))).toEqual(words)
        const datasets = words.map((written) => [25, written] as [number, string])
        expect(await keywordsOf(iptcSegment(datasets))).toEqual(words)
      }),
    )
  })

  test('keywords in one text are separated by semicolons', async () => {
    const windows = exifSegment({ ifd0: [windowsText(0x9c9e, 'a, b; c ;c;;d')] })
    expect(await keywordsOf(windows)).toEqual(['a, b', 'c', 'd'])
    const attribute = xmpSegment('<rdf:Description dc:subject="a; b"/>')
    expect(await keywordsOf(attribute)).toEqual(['a', 'b'])
    const unsplit = [
      'Kossuth Lajos utca, Budapest',
      'Belváros',
      'utcakép',
      'az ezerkilencszázas évek',
    ]
    expect(await keywordsOf(iptcSegment([[25, unsplit.join('; ')]]))).toEqual(unsplit)
  })

  test('keywords are read with other prefixes, numbered items and a default namespace', async () => {
    const renamed = packet('').replace(
      /<rdf:RDF[\s\S]*<\/rdf:RDF>/,
      `<RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><Description
        xmlns:d="http://purl.org/dc/elements/1.1/"><d:subject><Bag><_1>a</_1><li>b;c</li></Bag>
        </d:subject></Description></RDF>`,
    )
    expect(await keywordsOf(xmpPacketSegment(Buffer.from(renamed)))).toEqual(['a', 'b;c'])
  })

  const bag = (name: string, uri: string, items: string[]) =>
    `<rdf:Description xmlns:n="${uri}"><n:${name}><rdf:Seq>${items
      .map((item) => `<rdf:li>${item}</rdf:li>`)
      .join('')}</rdf:Seq></n:${name}></rdf:Description>`
  const slashed = ['Places/Italy/Rome', 'Places / Italy / Siena', 'alone']
  const barred = slashed.map((path) => path.replaceAll('/', '|'))
  const mwg = (content: string) =>
    `<rdf:Description xmlns:k="http://www.metadataworkinggroup.com/schemas/keywords/">
      ${content}</rdf:Description>`
  const categories = `<Categories><Category Assigned="0">Places<Category Assigned="0">Italy<Category
    Assigned="1">Rome</Category><Category Assigned="1">Siena</Category></Category></Category><Category
    Assigned="1">alone</Category></Categories>`

  test.each<[string, string]>([
    [
      'digiKam',
      bag('TagsList', 'http://www.digikam.org/ns/1.0/', [...slashed, '_Digikam_Internal_Tags_/x']),
    ],
    ['Lightroom', bag('hierarchicalSubject', 'http://ns.adobe.com/lightroom/1.0/', barred)],
    ['Windows', bag('LastKeywordXMP', 'http://ns.microsoft.com/photo/1.0/', slashed)],
    ['Media Pro', bag('CatalogSets', 'http://ns.iview-multimedia.com/mediapro/1.0/', barred)],
    [
      'ACDSee',
      `<rdf:Description xmlns:a="http://ns.acdsee.com/iptc/1.0/"><a:categories>${escaped(categories)}
       </a:categories></rdf:Description>`,
    ],
    [
      'the Metadata Working Group',
      mwg(`<k:Keywords rdf:parseType="Resource"><k:Hierarchy><rdf:Bag>
        <rdf:li rdf:parseType="Resource"><k:Keyword>Places</k:Keyword><k:Children><rdf:Bag>
          <rdf:li><rdf:Description k:Keyword="Italy"><k:Children><rdf:Bag>
            <rdf:li k:Keyword="Rome"/><rdf:li rdf:parseType="Resource"><k:Keyword>Siena</k:Keyword>
            </rdf:li></rdf:Bag></k:Children></rdf:Description></rdf:li>
        </rdf:Bag></k:Children></rdf:li><rdf:li k:Keyword="alone"/>
        </rdf:Bag></k:Hierarchy></k:Keywords>`),
    ],
  ])('keywords are the leaves of a hierarchy alone, as %s writes it', async (_, rdf) => {
    const { keywords, keywordPaths } = await read(xmpSegment(rdf))
    expect(keywords).toEqual(['Rome', 'Siena', 'alone'])
    expect(keywordPaths).toEqual(['Places|Italy|Rome', 'Places|Italy|Siena'])
    const beside = await read(xmpSegment(`${dublinCore('', '', ['flat'])}${rdf}`))
    expect(beside.keywords).toEqual(['flat'])
    expect(beside.keywordPaths).toEqual(keywordPaths)
  })
})

describe('lenses', () => {
  const info = (...values: [number, number][]) => fractions(0xa432, ...values)
  const lensOf = async (...tags: ReturnType<typeof text>[]) =>
    (await read(exifSegment({ exif: tags }))).lensModel

  test.each<[[number, number][], string | null]>([
    [
      [
        [18, 1],
        [200, 1],
        [35, 10],
        [63, 10],
      ],
      '18–200 mm f/3.5–6.3',
    ],
    [
      [
        [70, 1],
        [200, 1],
        [28, 10],
        [28, 10],
      ],
      '70–200 mm f/2.8',
    ],
    [
      [
        [50, 1],
        [50, 1],
        [18, 10],
        [18, 10],
      ],
      '50 mm f/1.8',
    ],
    [
      [
        [50, 1],
        [0, 0],
        [18, 10],
        [0, 0],
      ],
      '50 mm f/1.8',
    ],
    [
      [
        [18, 1],
        [200, 1],
        [0, 0],
        [0, 0],
      ],
      '18–200 mm',
    ],
    [
      [
        [425, 100],
        [425, 100],
        [17_799_999, 10_000_000],
        [17_799_999, 10_000_000],
      ],
      '4.3 mm f/1.8',
    ],
    [[[50, 1]], '50 mm'],
    [
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      null,
    ],
    [
      [
        [0, 1],
        [0, 1],
        [28, 10],
        [28, 10],
      ],
      null,
    ],
    [
      [
        [18, 0],
        [200, 0],
        [35, 10],
        [63, 10],
      ],
      null,
    ],
    [[], null],
  ])('a lens specified as %j is named %p', async (values, name) => {
    expect(await lensOf(info(...values))).toBe(name)
  })

  test.each([
    ...['----', '0.0 mm f/0.0', '0mm', 'Unknown (0)', 'unknown', 'None', 'N/A', '0', '   ', '\0\0'],
  ])('a lens called %j is named by its specification', async (model) => {
    const named = await lensOf(text(0xa434, model), info([18, 1], [55, 1], [35, 10], [56, 10]))
    expect(named).toBe('18–55 mm f/3.5–5.6')
    expect(await lensOf(text(0xa434, model))).toBeNull()
  })

  test.each([
    [
      'aux:LensInfo',
      'xmlns:a="http://ns.adobe.com/exif/1.0/aux/" a:LensInfo="18/1 200/1 35/10 63/10"',
      '18–200 mm f/3.5–6.3',
    ],
    [
      'aux:LensInfo without apertures',
      'xmlns:a="http://ns.adobe.com/exif/1.0/aux/" a:LensInfo="35/1 35/1 0/0 0/0"',
      '35 mm',
    ],
    [
      'aux:Lens',
      'xmlns:a="http://ns.adobe.com/exif/1.0/aux/" a:Lens="35mm F2" a:LensInfo="35/1 35/1 2/1 2/1"',
      '35mm F2',
    ],
    ['exifEX:LensModel', 'xmlns:x="http://cipa.jp/exif/1.0/" x:LensModel="XF35"', 'XF35'],
  ])('a lens is read from %s', async (_, attributes, name) => {
    expect((await read(xmpSegment(`<rdf:Description ${attributes}/>`))).lensModel).toBe(name)
  })

  test('a lens is read from the list in exifEX:LensSpecification', async () => {
    const items = ['18/1', '200/1', '35/10', '63/10'].map((item) => `<rdf:li>${item}</rdf:li>`)
    const xmp = `<rdf:Description xmlns:x="http://cipa.jp/exif/1.0/"><x:LensSpecification>
      <rdf:Seq>${items.join('')}</rdf:Seq></x:LensSpecification></rdf:Description>`
    expect((await read(xmpSegment(xmp))).lensModel).toBe('18–200 mm f/3.5–6.3')
  })
})
