import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { naturally } from '../../src/core/natural-order.ts'

test('natural order sorts numbers within names by their value', () => {
  const names = ['IMG_10.jpg', 'IMG_2.jpg', 'IMG_1 b.jpg', 'IMG_1.jpg', 'b.jpg', 'A.jpg', 'a2.jpg']
  expect(names.toSorted(naturally)).toEqual([
    'A.jpg',
    'a2.jpg',
    'b.jpg',
    'IMG_1 b.jpg',
    'IMG_1.jpg',
    'IMG_2.jpg',
    'IMG_10.jpg',
  ])
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (one, other) => {
      expect(Math.sign(naturally(`IMG_${one}.jpg`, `IMG_${other}.jpg`))).toBe(
        Math.sign(one - other),
      )
    }),
  )
})

test('natural order is the same for any order of its input', () => {
  const parts = fc.constantFrom('IMG_', '1', '01', '10', '2', 'a', 'A', 'é', 'é', ' ', '.jpg')
  const names = fc.uniqueArray(fc.array(parts, { maxLength: 5 }).map((name) => name.join('')))
  fc.assert(
    fc.property(names, fc.infiniteStream(fc.nat()), (given, random) => {
      const shuffled = given
        .map((name) => ({ name, key: random.next().value as number }))
        .sort((one, other) => one.key - other.key)
        .map(({ name }) => name)
      expect(shuffled.sort(naturally)).toEqual(given.toSorted(naturally))
    }),
  )
})
