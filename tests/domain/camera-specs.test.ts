import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  cameraPicture,
  cameraSpecs,
  type SpecKind,
  specText,
} from '../../src/contract/cameras/camera-specs.ts'
import { Camera, CameraChange } from '../../src/contract/cameras/cameras.ts'

const spec = (key: (typeof cameraSpecs)[number]['key']) =>
  cameraSpecs.find((found) => found.key === key)!

/** The value of a specification that is unknown. */
function unknownOf(kind: SpecKind): '' | null | 0 {
  if (kind === 'text') return ''
  return kind === 'boolean' ? null : 0
}

describe('specifications', () => {
  test('the specifications table of a camera has a row for every field except the id, the name, the picture and the photo count', () => {
    const rows = cameraSpecs.map(({ key }) => key as string)
    expect(rows).toEqual([...new Set(rows)])
    expect([...rows].sort()).toEqual(
      Object.keys(Camera().shape)
        .filter((key) => !['id', 'name', 'image', 'photoCount'].includes(key))
        .sort(),
    )
    expect(new Set(cameraSpecs.map(({ label }) => label)).size).toBe(rows.length)
  })

  test.each([
    ['digitalZoom', true, 'Yes'],
    ['digitalZoom', false, 'No'],
    ['digitalZoom', null, ''],
    ['effectivePixels', 24.2, '24.2 M'],
    ['effectivePixels', 24_160_000, '24.2 M'],
    ['totalPixels', 307_200, '0.307 M'],
    ['totalPixels', 102, '102 M'],
    ['totalPixels', 9_999, '10000 M'],
    ['totalPixels', 10_000, '0.01 M'],
    ['opticalZoom', 3, '3x'],
    ['opticalZoom', 3.5, '3.5x'],
    ['focusRange', 50, '50 cm'],
    ['macroFocusRange', 1.5, '1.5 cm'],
    ['year', 2000, '2000'],
    ['cropFactor', 1.5, '1.5'],
    ['iso', '80 to 400', '80 to 400'],
  ] as const)('the specifications table of a camera shows %s %p as %p', (key, value, text) => {
    expect(specText(spec(key), value)).toBe(text)
  })

  test('the specifications table of a camera leaves unknown values empty', () => {
    for (const found of cameraSpecs) {
      expect(specText(found, unknownOf(found.kind))).toBe('')
    }
  })
})

describe('address', () => {
  test('the address of a camera’s picture has the size before the version', () => {
    expect(cameraPicture('/api/cameras/e-10/image?v=1a2b', 192)).toBe(
      '/api/cameras/e-10/image/192?v=1a2b',
    )
    expect(cameraPicture('/api/cameras/e-10/image', 48)).toBe('/api/cameras/e-10/image/48')
    expect(cameraPicture('', 512)).toBe('')
  })
})

describe('changes', () => {
  const change = (body: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(CameraChange().parse(body)).filter(([, value]) => value !== undefined),
    )

  test.each(['', ' ', 'false', ' FALSE ', 'f', 'F', 'no', 'No', '0', 0, false])(
    'a change to a camera reads %p as no',
    (raw) => {
      expect(change({ raw })).toEqual({ raw: false })
    },
  )

  test('a change to a camera reads null as unknown', () => {
    expect(change({ raw: null })).toEqual({ raw: null })
  })

  test.each(['yes', 'true', 't', '1', 1, true, 'off', 'n', 'null', ' NULL ', {}, 'nonsense'])(
    'a change to a camera reads %p as yes',
    (raw) => {
      expect(change({ raw })).toEqual({ raw: true })
    },
  )

  test.each([
    [2000, 2000],
    [0, 0],
    ['24.2', 24.2],
    [' 24.2 ', 24.2],
    ['.5', 0.5],
    ['-3', -3],
    [-3, -3],
    ['1e3', 1000],
    ['2.5E-1', 0.25],
    ['+5', 5],
    ['-0', 0],
  ])('a change to a camera accepts the number %p', (effectivePixels, number) => {
    expect(change({ effectivePixels })).toEqual({ effectivePixels: number })
  })

  test.each([
    '',
    ' ',
    'many',
    '24,2',
    '24.2 M',
    '0x10',
    '1e',
    '--1',
    '1e999',
    NaN,
    Infinity,
    null,
    true,
  ])('a change to a camera leaves a number unchanged when given %p', (year) => {
    expect(change({ year })).toEqual({})
  })

  test('a change to a camera turns any value into a number or nothing, and into yes or no', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        const { year, raw } = CameraChange().parse({ year: value, raw: value })
        expect(year === undefined || Number.isFinite(year)).toBe(true)
        if (value !== undefined && value !== null) expect(typeof raw).toBe('boolean')
        else expect(raw).toBe(value)
      }),
    )
    expect(change({ raw: { toString: 1, valueOf: 1 } })).toEqual({ raw: true })
  })

  test('a change to a camera trims texts and rejects what does not fit on one line', () => {
    expect(change({ iso: '  80 to 400 ' })).toEqual({ iso: '80 to 400' })
    expect(change({ iso: '' })).toEqual({ iso: '' })
    for (const iso of ['a\nb', '\0', 'x'.repeat(201), 400, null]) {
      expect(CameraChange().safeParse({ iso }).success).toBe(false)
    }
  })

  test('a change to a camera leaves out missing fields and ignores those that the owner cannot change', () => {
    const body = {
      id: 'other',
      image: '/other.jpg',
      make: 'Other',
      model: 'Other',
      cameraModel: 'Other',
      photoCount: 99,
      specs: '{}',
      metering: 'Matrix',
    }
    expect(change(body)).toEqual({ metering: 'Matrix' })
    expect(change({})).toEqual({})
    expect(change(JSON.parse('{"__proto__": {"year": 1}}'))).toEqual({})
  })
})
