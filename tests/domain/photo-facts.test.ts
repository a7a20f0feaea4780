import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { cameraId } from '../../src/contract/cameras/camera-id.ts'
import {
  altText,
  exposureSettings,
  focalLengths,
  photoTitle,
  takenOn,
} from '../../src/contract/photos/photo-facts.ts'

describe('facts', () => {
  test('a photo’s facts give the time by the camera’s clock, whatever the time zone', () => {
    expect(takenOn({ originalDate: '2009-03-03T23:59:59-10:00' })).toBe('Taken on March 3, 2009')
    expect(takenOn({ originalDate: '1999-12-31T00:00:00' })).toBe('Taken on December 31, 1999')
    expect(takenOn({ originalDate: null })).toBeUndefined()
  })

  test('a photo’s facts include what is known of lens and exposure, and nothing else', () => {
    expect(focalLengths({ focalLength: 12.84, focalLength35: 60 })).toBe('12.8 mm (60 mm)')
    expect(focalLengths({ focalLength: null, focalLength35: 60 })).toBe('(60 mm)')
    expect(focalLengths({ focalLength: null, focalLength35: null })).toBeUndefined()
    const all = { fNumber: 4, iso: 80, exposure: '1/500' }
    expect(exposureSettings(all)).toBe('f/4, ISO 80, 1/500 s')
    expect(exposureSettings({ ...all, fNumber: null, exposure: null })).toBe('ISO 80')
    expect(exposureSettings({ fNumber: null, iso: null, exposure: null })).toBeUndefined()
  })

  test('a photo’s facts always include a title and an alternative text', () => {
    const photo = {
      alt: null,
      title: '',
      originalDate: '2009-03-03T10:00:00',
      cameraName: 'Olympus E-10',
    }
    expect(photoTitle(photo)).toBe('Untitled')
    expect(altText(photo)).toBe('Photo taken on March 3, 2009 with Olympus E-10')
    expect(altText({ ...photo, title: 'Tor' })).toBe('Tor')
    expect(altText({ ...photo, title: 'Tor', alt: 'A gate' })).toBe('A gate')
    expect(altText({ ...photo, originalDate: null })).toBe('Photo taken with Olympus E-10')
    const bare = { ...photo, originalDate: null, cameraName: null }
    expect(altText(bare)).toBe('Photo')
  })
})

describe('id', () => {
  test.each([
    ['E-10', 'e-10'],
    ['  Canon EOS   5D ', 'canon-eos-5d'],
    ['X100/T?#%_\\', 'x100-t-----'],
    ['Größe 山', 'größe-山'],
  ])('a camera’s id of %j is %j', (model, id) => {
    expect(cameraId(model)).toBe(id)
  })

  test('a camera’s id is never empty, never a path, and survives in an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (model) => {
        const id = cameraId(model)
        expect(id).not.toMatch(/[\s/\\?#%_]|^\.{0,2}$/)
        const { pathname } = new URL(`http://x/camera/${encodeURIComponent(id)}`)
        expect(decodeURIComponent(pathname)).toBe(`/camera/${id}`)
        expect(cameraId(model)).toBe(id)
      }),
    )
    for (const empty of ['', '  ', '.', '..']) {
      expect(cameraId(empty)).toMatch(/^camera-[0-9a-f]{8}$/)
    }
    expect(cameraId('.')).not.toBe(cameraId('..'))
  })
})
