import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  filterKeys,
  filterKinds,
  filterOf,
  filterQuery,
  parseFilter,
} from '../../src/contract/photo-filter.ts'
import { filterOfText, searchTokens, textOfFilter } from '../../src/contract/search-syntax.ts'

const addressOf = (text: string) => decodeURIComponent(`${filterQuery(filterOfText(text))}`)
const textFor = (query: string) => textOfFilter(filterOf(new URLSearchParams(query)))

describe('the text of a search', () => {
  test('combines terms with plain words in any order', () => {
    expect(addressOf('lens:"XF 35" f:<2 iso:>3200 lake -keyword:draft at dawn')).toBe(
      'lens=~xf+35&f=<2&iso=>3200&-keyword=draft&q=lake+at+dawn',
    )
  })

  test('accepts other words for a key, in any case', () => {
    const same = {
      'aperture:2.8': 'f=2.8',
      'shutter:1/250s': 'exposure=1/250',
      'mm35:24-70': 'focal35=24..70',
      'mm:35mm': 'focal=35',
      'stars:4..': 'rating=4..',
      'Tag:Fox': 'keyword=fox',
      'shape:square': 'aspect=square',
      'month:June': 'month=6',
      'month:jun–aug': 'month=6..8',
      'F:f/2': 'f=2',
      'has:location': 'location=yes',
      '-has:location': '-location=yes',
      'location:no': 'location=no',
      'model:"NIKON D700"': 'cameraModel=NIKON+D700',
    }
    for (const [text, address] of Object.entries(same)) expect(addressOf(text)).toBe(address)
  })

  test('names a camera by a part of its name, or exactly after an equals sign', () => {
    expect(addressOf('camera:d700')).toBe('camera=~d700')
    expect(addressOf('camera:=nikon-d700')).toBe('camera=nikon-d700')
    expect(addressOf('camera:="NIKON D700"')).toBe('camera=nikon-d700')
    expect(addressOf('keyword:fox')).toBe('keyword=fox')
    expect(addressOf('keyword:~fox')).toBe('keyword=~fox')
  })

  test('takes a value twice as either, and excludes after a hyphen', () => {
    expect(addressOf('keyword:fox keyword:"red deer" -year:2020')).toBe(
      'keyword=fox&keyword=red+deer&-year=2020',
    )
  })

  test('reads the signs that phones and other keyboards type', () => {
    const same = {
      'lens:“XF 35”': 'lens=~xf+35',
      'lens:„XF 35“ lake': 'lens=~xf+35&q=lake',
      'lens:«XF 35»': 'lens=~xf+35',
      'lens:＂XF 35＂': 'lens=~xf+35',
      'keyword:「京都 秋」': 'keyword=京都+秋',
      'ISO：3200': 'iso=3200',
      'ＩＳＯ：３２００': 'iso=3200',
      'İSO﹕٣٢٠٠': 'iso=3200',
      'f:1,8': 'f=1.8',
      'f:ƒ/1,8': 'f=1.8',
      'f:f/1.8–f/4': 'f=1.8..4',
      'focal:23,5': 'focal=23.5',
      'focal:24–70': 'focal=24..70',
      'focal:24—70mm': 'focal=24..70',
      'focal:"24 − 70 mm"': 'focal=24..70',
      'focal:24ー70': 'focal=24..70',
      'year:2020～2022': 'year=2020..2022',
      'year:2020〜2022': 'year=2020..2022',
      'year:2020…2022': 'year=2020..2022',
      'iso:≥3200': 'iso=>=3200',
      'iso:＞3200': 'iso=>3200',
      'iso:12’800': 'iso=12800',
      'iso:12,800': 'iso=12800',
      'iso:3200+': 'iso=3200..',
      'f:≤2,8': 'f=<=2.8',
      'f:⩽2.8': 'f=<=2.8',
      'f:＜２．８': 'f=<2.8',
      'exposure:1⁄250s': 'exposure=1/250',
      'exposure:½': 'exposure=1/2',
      'exposure:1½ sec': 'exposure=1.5&q=sec',
      'exposure:0,004': 'exposure=0.004',
      '−keyword:draft': '-keyword=draft',
      '–Keyword:draft': '-keyword=draft',
      '－has：location': '-location=yes',
      '\u200eiso:100': 'iso=100',
      'lake　iso:100': 'iso=100&q=lake',
      'iso:100\u00a0lake\u202ff:2': 'f=2&iso=100&q=lake',
    }
    for (const [text, address] of Object.entries(same)) {
      expect([text, addressOf(text)]).toEqual([text, address])
    }
  })

  test('keeps what is no term as plain words', () => {
    const plain = [
      'time:12',
      'iso:high',
      'http://example.org',
      '12：30',
      'f:1,8,2',
      '–draft',
      '“red fox”',
      '京都：秋',
      '-draft',
      'f:',
      ':',
      '"red fox"',
      '"',
    ]
    for (const text of plain) expect(filterOfText(text)).toEqual({ terms: [], q: text })
    expect(filterOfText('\\iso:100')).toEqual({ terms: [], q: 'iso:100' })
    expect(filterOfText('  ')).toEqual({ terms: [] })
  })

  test('says where its words are', () => {
    expect(searchTokens(' lake lens:"XF 35"').map(({ start, end }) => [start, end])).toEqual([
      [1, 5],
      [6, 18],
    ])
  })
})

describe('the text of a filter', () => {
  test('is what a person would type', () => {
    expect(textFor('lens=~xf+35&f=<2&-keyword=red+fox&q=lake')).toBe(
      'lens:"xf 35" f:<2 -keyword:"red fox" lake',
    )
    expect(textFor('camera=nikon-d700&location=yes&aspect=square')).toBe(
      'camera:=nikon-d700 shape:square has:location',
    )
    expect(textFor('q=iso:100')).toBe('\\iso:100')
  })

  test('is read as the same filter, whatever the filter', () => {
    const range = fc.constantFrom('50', '24..35', '3200..', '..2', '<2', '<=2.8', '>1/250', '22..4')
    const value = fc.oneof(
      range,
      fc.constantFrom('landscape', 'square', 'yes', 'no'),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom(
          '"',
          '“',
          '»',
          '「',
          '\\',
          ' ',
          ':',
          '：',
          '=',
          '~',
          '-',
          '–',
          'a',
          'é',
        ),
        maxLength: 9,
      }),
    )
    const names = filterKeys.flatMap((key) => [key, `-${key}`])
    const name = fc.constantFrom(...names, 'q', 'cameraModel')
    let read = 0
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (parameters) => {
        const { filter } = parseFilter(new URLSearchParams(parameters))
        // Plain words are separated by one blank.
        const q =
          filter.q &&
          searchTokens(filter.q)
            .map(({ text }) => text)
            .join(' ')
        const { q: _, ...rest } = filter
        read += filter.terms.length
        expect(filterOfText(textOfFilter(filter))).toEqual({ ...rest, ...(q && { q }) })
      }),
      { numRuns: 2000 },
    )
    expect(read).toBeGreaterThan(1000)
  })

  test('is stable: reading any text and writing it twice gives the same text', () => {
    const piece = fc.oneof(
      fc.constantFrom(...Object.keys(filterKinds).map((key) => `${key}:`), '-', 'has:location'),
      fc.constantFrom('"', '\\', ' ', '=', '~', '<2', 'xf 35', 'lake'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = textOfFilter(filterOfText(pieces.join('')))
        expect(textOfFilter(filterOfText(once))).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })
})
