import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  cameraSpecs,
  numberIn,
  type SpecKind,
  specRows,
} from '../../src/contract/cameras/camera-specs.ts'
import { Camera } from '../../src/contract/cameras/cameras.ts'
import { changeIn, problemsIn } from '../../ui/screens/cameras/spec-values.ts'

/** The value of a specification that is unknown. */
function unknownOf(kind: SpecKind): '' | null | 0 {
  if (kind === 'text') return ''
  return kind === 'boolean' ? null : 0
}

const unknown = Camera().parse({
  id: 'e-10',
  name: 'Olympus E-10',
  image: '',
  photoCount: 1,
  ...Object.fromEntries(cameraSpecs.map(({ key, kind }) => [key, unknownOf(kind)])),
  make: 'OLYMPUS',
  model: 'E-10',
  cameraModel: 'E-10',
})
const labels = (camera: Camera, isOwner: boolean) =>
  specRows(camera, isOwner).map(({ label }) => label)

describe('table', () => {
  test('the table of a camera shows every row to the owner', () => {
    expect(labels(unknown, true)).toEqual(cameraSpecs.map(({ label }) => label))
  })

  test('the table of a camera says Yes or No only where the owner has said so', () => {
    const gps = (camera: Camera) => specRows(camera, true).find(({ key }) => key === 'gps')?.text
    expect(gps(unknown)).toBe('')
    expect(gps({ ...unknown, year: 2000, raw: true })).toBe('')
    expect(gps({ ...unknown, gps: false })).toBe('No')
    expect(gps({ ...unknown, gps: true })).toBe('Yes')
  })

  test('the table of a camera shows visitors only the data from photos while nothing else is filled in', () => {
    expect(labels(unknown, false)).toEqual(['Camera Model', 'Model', 'Make'])
  })

  test('the table of a camera shows visitors what is filled in, even a No, and nothing else', () => {
    const described = { ...unknown, year: 2000, gps: false }
    expect(labels(described, false)).toEqual(['Camera Model', 'Model', 'Make', 'Year', 'GPS'])
  })
})

describe('form', () => {
  test.each([
    ['2000', 2000],
    [' 3.7 ', 3.7],
    ['.5', 0.5],
    ['0', 0],
    ['', undefined],
    ['-3', -3],
    ['1e3', 1000],
    ['-0', 0],
    ['e3', undefined],
    ['1e999', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['four', undefined],
  ])('the form of a camera reads %p as %p', (text, number) => {
    expect(numberIn(text)).toBe(number)
  })

  test('the form of a camera accepts every number that it shows', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(numberIn(String(number))).toBe(number + 0)
      }),
    )
  })

  test('the form of a camera sends every value except invalid numbers, make and model', () => {
    const form = new FormData()
    form.set('year', 'soon')
    form.set('cropFactor', '1.5')
    form.set('sensorType', 'CCD')
    form.set('opticalZoom', ' ')
    form.set('raw', 'yes')
    form.set('gps', 'no')
    form.set('videoCapture', 'unknown')
    form.set('model', 'another')
    const change = changeIn(form)
    expect(change).toMatchObject({ cropFactor: 1.5, sensorType: 'CCD', opticalZoom: 0 })
    expect(change).toMatchObject({ raw: true, gps: false, videoCapture: null, digitalZoom: null })
    expect(change.year).toBeUndefined()
    expect(Object.keys(change)).not.toContain('model')
    expect(Object.keys(change)).not.toContain('make')
  })

  test.each([
    ['year', '99999', 'a year with four digits'],
    ['year', '-200', 'a year with four digits'],
    ['year', 'abcd', 'a year with four digits'],
    ['year', '2008.5', 'a year with four digits'],
    ['effectivePixels', '-5', 'a number above 0'],
    ['cropFactor', '-1.5', 'a number above 0'],
    ['opticalZoom', 'abcd', 'a number'],
    ['focusRange', '3,7', 'a number'],
  ])('the form of a camera says what to enter where %s is %p', (field, text, wanted) => {
    const form = new FormData()
    form.set(field, text)
    const message = expect.stringContaining(`Enter ${wanted}, such as `)
    expect(problemsIn(form, unknown)).toEqual([{ field, message }])
  })

  test.each([
    ['year', ' 2008 '],
    ['year', ''],
    ['year', '0'],
    ['effectivePixels', '1e3'],
    ['macroFocusRange', '-3'],
    ['opticalZoom', '-0'],
  ])('the form of a camera accepts %s as %p', (field, text) => {
    const form = new FormData()
    form.set(field, text)
    expect(problemsIn(form, unknown)).toEqual([])
  })

  test('the form of a camera does not question a number that the camera already has', () => {
    const form = new FormData()
    form.set('year', '99999')
    expect(problemsIn(form, { ...unknown, year: 99999 })).toEqual([])
  })
})
