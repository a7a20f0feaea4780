import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  filterKeys,
  filterKinds,
  filterOf,
  filterQuery,
  parseFilter,
} from '../../src/contract/search/photo-filter.ts'
import { filterOfText, textOfFilter } from '../../src/contract/search/search-syntax.ts'
import { searchTokens } from '../../src/contract/search/search-tokens.ts'

const addressOf = (text: string) => decodeURIComponent(`${filterQuery(filterOfText(text))}`)
const textFor = (query: string) => textOfFilter(filterOf(new URLSearchParams(query)))

describe('searches', () => {
  test('a search combines terms with plain words in any order', () => {
    expect(addressOf('lens:"XF 35" f:<2 iso:>3200 lake -keyword:draft at dawn')).toBe(
      'lens=~xf+35&f=<2&iso=>3200&-keyword=draft&q=lake+at+dawn',
    )
  })

  test('a search accepts other words for a key, in any case', () => {
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
      'uploaded:today': 'uploaded=today',
      'added:7d': 'uploaded=7d',
      'uploaded:2026‑11–01': 'uploaded=2026-11-01',
      'uploaded:2026-02-29': 'q=uploaded:2026-02-29',
      'uploaded:2026-11..': 'uploaded=2026-11..',
      'is:Private': 'is=private',
      '-is:public': '-is=public',
      'is:untitled': 'title=no',
      'has:title': 'title=yes',
      'album:none': 'albums=none',
      'album:lofoten': 'q=album:lofoten',
      'order:added is:private fox': 'is=private&q=fox&order=added',
      '-order:added': 'q=-order:added',
      'model:"NIKON D700"': 'cameraModel=NIKON+D700',
    }
    for (const [text, address] of Object.entries(same)) expect(addressOf(text)).toBe(address)
  })

  test('a search finds a camera by a part of its name, or exactly after an equals sign', () => {
    expect(addressOf('camera:d700')).toBe('camera=~d700')
    expect(addressOf('camera:=nikon-d700')).toBe('camera=nikon-d700')
    expect(addressOf('camera:="NIKON D700"')).toBe('camera=nikon-d700')
    expect(addressOf('keyword:fox')).toBe('keyword=fox')
    expect(addressOf('keyword:~fox')).toBe('keyword=~fox')
  })

  test('a search matches either value of a key given twice, and excludes after a hyphen', () => {
    expect(addressOf('keyword:fox keyword:"red deer" -year:2020')).toBe(
      'keyword=fox&keyword=red+deer&-year=2020',
    )
  })

  test('a search reads the signs that phones and other keyboards type', () => {
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
      'exposure:1½ sec': 'exposure=1.5',
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

  test('a search reads single quotes around a value, and apostrophes as part of a word', () => {
    const same = {
      'camera:‘Canon EOS R5’': 'camera=~canon+eos+r5',
      "camera:'Canon EOS R5' lake": 'camera=~canon+eos+r5&q=lake',
      "camera:='NIKON D700'": 'camera=nikon-d700',
      'keyword:‚red fox‘': 'keyword=red+fox',
      'keyword:‚red fox’ lake': 'keyword=red+fox&q=lake',
      'keyword:’red fox’': 'keyword=red+fox',
      'keyword:‹red fox›': 'keyword=red+fox',
      "-keyword:'red fox'": '-keyword=red+fox',
      "keyword:'l'été à Rome' lake": "keyword=l'été+à+rome&q=lake",
      'keyword:‘l’été à Rome’': 'keyword=l’été+à+rome',
      'keyword:o’brien lake': 'keyword=o’brien&q=lake',
      "keyword:l'été": "keyword=l'été",
      "keyword:'90s": "keyword='90s",
      "keyword:'90s lake": "keyword='90s&q=lake",
      "keyword:dogs' lake": "keyword=dogs'&q=lake",
      "o'brien 'red fox'": "q=o'brien+'red+fox'",
    }
    for (const [text, address] of Object.entries(same)) {
      expect([text, addressOf(text)]).toEqual([text, address])
    }
  })

  test('a search closes a quote that was left open at the end', () => {
    const same = {
      'keyword:"Rome, Italy': 'keyword=rome,+italy',
      'lake keyword:“Rome, Italy': 'keyword=rome,+italy&q=lake',
      'camera:="NIKON D700': 'camera=nikon-d700',
      'keyword:‘Rome, Italy': 'keyword=rome,+italy',
      'keyword: "Rome, Italy': 'keyword=rome,+italy',
      'iso:"3200': 'iso=3200',
      'iso:"3200 lake': 'iso=3200&q=lake',
      'lake 5" print': 'q=lake+5"+print',
    }
    for (const [text, address] of Object.entries(same)) {
      expect([text, addressOf(text)]).toEqual([text, address])
    }
  })

  test('a search reads spaces within a range, a number or a comparison, and after the colon', () => {
    const same = {
      'year:2017 – 2019': 'year=2017..2019',
      'year:2017 - 2019 lake': 'year=2017..2019&q=lake',
      'year:2017 -2019': 'year=2017..2019',
      'year:2017– 2019': 'year=2017..2019',
      'f:1.2 - 2.8': 'f=1.2..2.8',
      'f:1,2 — f/2,8 lake': 'f=1.2..2.8&q=lake',
      'iso:100 .. 400': 'iso=100..400',
      'iso:100 … 400': 'iso=100..400',
      'month:jun - aug': 'month=6..8',
      'hour:22 – 4': 'hour=22..4',
      'exposure:1/250 - 1 / 60 s': 'exposure=1/250..1/60',
      'focal:24 - 70 mm lake': 'focal=24..70&q=lake',
      'iso:3 200': 'iso=3200',
      'iso:3\u00a0200': 'iso=3200',
      'iso:3\u202f200 lake': 'iso=3200&q=lake',
      'iso:3\u2009200': 'iso=3200',
      'iso:3’200': 'iso=3200',
      "iso:3'200": 'iso=3200',
      'iso:12 800 – 25 600': 'iso=12800..25600',
      'iso >= 800 lake': 'iso=>=800&q=lake',
      'iso>=3 200': 'iso=>=3200',
      'iso:>= 800': 'iso=>=800',
      'f ≤ 2.8': 'f=<=2.8',
      'f<2': 'f=<2',
      '-iso > 800': '-iso=>800',
      'rating = 5': 'rating=5',
      'camera: Canon': 'camera=~canon',
      'camera: "Canon EOS R5" lake': 'camera=~canon+eos+r5&q=lake',
      "camera: 'Canon EOS R5'": 'camera=~canon+eos+r5',
      'year: 2019 lake': 'year=2019&q=lake',
      'year: 2017 – 2019': 'year=2017..2019',
      '-year : 2019': 'q=-year+:+2019',
      'month: June': 'month=6',
      'has: location': 'location=yes',
    }
    for (const [text, address] of Object.entries(same)) {
      expect([text, addressOf(text)]).toEqual([text, address])
    }
  })

  test('a search leaves words and other terms alone that follow a term', () => {
    const same = {
      'year:2017 - sunset': 'year=2017&q=-+sunset',
      'year:2017 -blurry': 'year=2017&q=-blurry',
      'year:2017 -keyword:blurry': '-keyword=blurry&year=2017',
      'year:2017 -year:2019': 'year=2017&-year=2019',
      'year:2017 2019': 'year=2017&q=2019',
      'year:2 017': 'year=2&q=017',
      'iso:3 2000': 'iso=3&q=2000',
      'iso:3200 200': 'iso=3200&q=200',
      'iso:3 20': 'iso=3&q=20',
      'focal:50 200': 'focal=50&q=200',
      'f:2 mm': 'f=2&q=mm',
      'iso:100 -': 'iso=100&q=-',
      'camera: iso:100': 'iso=100&q=camera:',
      'camera: -keyword:draft': '-keyword=draft&q=camera:',
      'camera: -blurry': 'q=camera:+-blurry',
      'year: sunset': 'q=year:+sunset',
      'iso > high': 'q=iso+>+high',
      'camera > 5': 'q=camera+>+5',
      'lake > 5': 'q=lake+>+5',
      'note: lake': 'q=note:+lake',
    }
    for (const [text, address] of Object.entries(same)) {
      expect([text, addressOf(text)]).toEqual([text, address])
    }
  })

  test('a search treats unknown terms as plain words', () => {
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

  test('a search gives the positions of its words', () => {
    expect(searchTokens(' lake lens:"XF 35"').map(({ start, end }) => [start, end])).toEqual([
      [1, 5],
      [6, 18],
    ])
  })
})

describe('filters as text', () => {
  test('the text of a filter is what a person would type', () => {
    expect(textFor('lens=~xf+35&f=<2&-keyword=red+fox&q=lake')).toBe(
      'lens:"xf 35" f:<2 -keyword:"red fox" lake',
    )
    expect(textFor('camera=nikon-d700&location=yes&aspect=square')).toBe(
      'camera:=nikon-d700 shape:square has:location',
    )
    expect(textFor('q=iso:100')).toBe('\\iso:100')
    expect(textFor('iso=3&q=200')).toBe('iso:3 \\200')
    expect(textFor('year=2017&q=-+2019')).toBe('year:2017 \\- 2019')
    expect(textFor("keyword='a'&keyword=o'b")).toBe(`keyword:"'a'" keyword:o'b`)
  })

  test('the text of a filter is read as the same filter, whatever the filter', () => {
    const range = fc.constantFrom('50', '24..35', '3200..', '..2', '<2', '<=2.8', '>1/250', '22..4')
    const value = fc.oneof(
      range,
      fc.constantFrom('landscape', 'square', 'yes', 'no', 'none', 'private', 'added'),
      fc.constantFrom('today', '7d', '2026', '2026-11', '2024-02-29', '2026-11-28..', '..2026'),
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
          "'",
          '‘',
          '’',
          '3',
          'a',
          'é',
        ),
        maxLength: 9,
      }),
    )
    const names = filterKeys.flatMap((key) => [key, `-${key}`])
    const name = fc.constantFrom(...names, 'q', 'cameraModel', 'order')
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

  test('the text of a filter is read back, whatever a person types before and after it', () => {
    const piece = fc.constantFrom(
      ...['iso:3', 'iso:', 'iso', 'f', 'year:2017', 'camera:', 'keyword:‘', 'month:jun', 'mm:50'],
      ...['is:private', 'is:', 'uploaded:7d', 'uploaded:', 'album:none', 'order:added'],
      ...[' ', ' 200', '\u202f', ' - ', '–', ' >= ', '=', "'", '’', '"', '\\', ' mm', 'é', '12 '],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const tokens = searchTokens(text)
        expect(tokens.map(({ start, end }) => text.slice(start, end))).toEqual(
          tokens.map((token) => token.text),
        )
        expect(text.replace(/\s/g, '')).toBe(
          tokens.map((token) => token.text.replace(/\s/g, '')).join(''),
        )
        const filter = filterOfText(text)
        const { q } = filter
        const again = q?.replace(/\s+/g, ' ')
        const read = filterOfText(textOfFilter(filter))
        expect({ ...read, ...(q && { q: read.q?.replace(/\s+/g, ' ') }) }).toEqual({
          ...filter,
          ...(q && { q: again }),
        })
      }),
      { numRuns: 3000 },
    )
  })

  test('the text of a filter is stable: reading any text and writing it twice gives the same text', () => {
    const piece = fc.oneof(
      fc.constantFrom(...Object.keys(filterKinds).map((key) => `${key}:`), '-', 'has:location'),
      fc.constantFrom('"', '\\', ' ', '=', '~', '<2', 'xf 35', 'lake'),
      fc.constantFrom('iso', 'f', ' - ', ' >= ', ' 200', '‘', '’ ', "'", ' mm', ' – 3'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const once = textOfFilter(filterOfText(text))
        expect(filterOfText(once)).toEqual(filterOf(filterQuery(filterOfText(text))))
        expect(textOfFilter(filterOfText(once))).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })
})
