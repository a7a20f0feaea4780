// Names of photos and albums as names of files, which every system must accept.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { skipReasonOf } from '../../src/contract/imports/system-names.ts'
import {
  createNames,
  foldedName,
  photoName,
  portableName,
} from '../../src/operations/export/file-names.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('.', ' ', '/', '\\', 'a', 'A', '\0', '🌋', 'é'),
    maxLength: 90,
  }),
  fc.constantFrom(
    '',
    '.',
    '..',
    'con',
    'NUL.jpg',
    'lpt1.x.jpg',
    '@eaDir',
    '#recycle',
    '.hidden.jpg',
  ),
)

const isPortable = (name: string): boolean =>
  name !== '' &&
  Buffer.byteLength(name) <= 247 &&
  name === name.toWellFormed() &&
  !/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]/u.test(name) &&
  !/^\.|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name) &&
  skipReasonOf(name) === undefined

test('names of any text are portable, and no two of a folder are one on any system', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), fc.string(), (texts, foreign) => {
      const isForeign = (_: string, name: string) => foldedName(name) === foldedName(foreign)
      const names = createNames(isForeign)
      const made = texts.map((each) => {
        const { stem, ending } = photoName(each)
        return names.add('albums', stem, ending)
      })
      for (const name of made) expect([name, isPortable(name)]).toEqual([name, true])
      expect(new Set(made.map(foldedName)).size).toBe(made.length)
      expect(made.some((name) => isForeign('', name))).toBe(false)
      // The same again, so that an export of the same gallery writes nothing.
      const again = createNames(isForeign)
      const second = texts.map((each) =>
        again.add('albums', photoName(each).stem, photoName(each).ending),
      )
      expect(second).toEqual(made)
    }),
  )
})

test('names that are portable already are kept', () => {
  for (const name of ['IMG_0001', 'Évian 2024', '🌋 Etna', 'a.b.c', 'Trash', '日本']) {
    expect(portableName(name, 'x')).toBe(name.normalize('NFC'))
  }
  expect(photoName('DSC 1.JPEG')).toEqual({ stem: 'DSC 1', ending: '.JPEG' })
  expect(photoName('scan.tif')).toEqual({ stem: 'scan.tif', ending: '.jpg' })
})
