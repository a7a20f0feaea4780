// Which JSON file of Google Takeout is about which photo, by their names alone.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createTakeoutNames, originalOfEdited } from '../../src/imports/beside/takeout-names.ts'

const jsonOf = (photo: string, ...names: string[]) => createTakeoutNames(names).of(photo)
const marker = '.supplemental-metadata'
const cut = (name: string) => name.slice(0, 46)

test('names of Takeout’s JSON lead to the photos that Google wrote them for', () => {
  const long = 'A very long name of a photo that Google cuts off somewhere.jpg'
  const shortened = `${long.slice(0, 47)}.jpg`
  for (const [photo, json] of [
    ['IMG_1.jpg', 'IMG_1.jpg.json'],
    ['IMG_1.JPG', 'IMG_1.JPG.supplemental-metadata.json'],
    ['IMG_20190504_120000_BURST001.jpg', 'IMG_20190504_120000_BURST001.jpg.supplemental-.json'],
    [shortened, `${cut(long)}.json`],
    ['IMG_1(2).jpg', 'IMG_1.jpg(2).json'],
    ['IMG_1(2).jpg', 'IMG_1.jpg.supplemental-metadata(2).json'],
    ['Film (1999).jpg', 'Film (1999).jpg.json'],
    ['Ärger.jpg'.normalize('NFD'), 'Ärger.jpg.json'.normalize('NFC')],
    ['🌋'.repeat(30).concat('.jpg'), `${'🌋'.repeat(23)}.json`],
  ] as const) {
    expect([photo, jsonOf(photo, 'other.jpg.json', json)]).toEqual([photo, json])
  }
  // Not those of others.
  expect(jsonOf('IMG_1.jpg', 'IMG_1.jpg(1).json', 'IMG_10.jpg.json', 'IMG_1.json')).toBe(undefined)
  expect(jsonOf('IMG_1(1).jpg', 'IMG_1.jpg.json', 'IMG_1.jpg(2).json')).toBe(undefined)
  expect(jsonOf('a.jpg', '.json', 'metadata.json', '(1).json')).toBe(undefined)
})

test('an edited copy has the original of the same name and number, in any of Google’s languages', () => {
  const names = new Set(['a.jpg', 'a(1).jpg', 'b.jpg'])
  expect(originalOfEdited('a-edited.jpg', names)).toBe('a.jpg')
  expect(originalOfEdited('a-edited(1).jpg', names)).toBe('a(1).jpg')
  expect(originalOfEdited('b-BEARBEITET.jpg', names)).toBe('b.jpg')
  expect(originalOfEdited('b-modifié.jpg'.normalize('NFD'), names)).toBe('b.jpg')
  for (const name of ['c-edited.jpg', '-edited.jpg', 'a-edited.png', 'a.jpg', 'a-edited(2).jpg']) {
    expect(originalOfEdited(name, names)).toBe(undefined)
  }
})

const stem = fc
  .string({
    unit: fc.constantFrom('a', 'B', '7', ' ', '-', '(', ')', '.', 'ä', '🌋'),
    maxLength: 60,
  })
  .filter((text) => text.trim() !== '' && !/\(\d+\)$/.test(text))

test('names as Google makes them are always matched, and never to another photo’s JSON', () => {
  const files = fc.uniqueArray(
    fc.record({ stem, number: fc.nat(3), isNew: fc.boolean() }),
    // Google counts the photos whose shortened names are equal.
    { selector: (file) => `${cut(file.stem).slice(0, 38)} ${file.number}`, maxLength: 8 },
  )
  fc.assert(
    fc.property(files, (all) => {
      const made = all.map(({ stem, number, isNew }) => {
        const counter = number === 0 ? '' : `(${number})`
        const photo = `${stem.slice(0, 47)}${counter}.jpg`
        const json = `${cut(`${stem}.jpg${isNew ? marker : ''}`)}${counter}.json`
        return { photo, json }
      })
      const names = createTakeoutNames(made.map(({ json }) => json))
      for (const { photo, json } of made) {
        // A cut can end within a letter's two units or leave too little of a short name.
        expect(names.of(photo)).toBe(json)
      }
    }),
    { numRuns: 500 },
  )
})

test('names of any kind are answered without an error', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(fc.string()),
      (name, all) => {
        const found = createTakeoutNames(all).of(name)
        expect(found === undefined || all.includes(found)).toBe(true)
        originalOfEdited(name, new Set(all))
      },
    ),
  )
})
