import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { exposureSettings } from '../../src/contract/photos/photo-facts.ts'
import { amongNumbers, classFinder } from '../../src/contract/search/number-classes.ts'

/** With the two decimals that lenses have at most. */
const aperture = fc.integer({ min: 50, max: 3200 }).map((hundredths) => hundredths / 100)

test('f-numbers are compared as they are', () => {
  fc.assert(
    fc.property(aperture, aperture, aperture, (value, from, to) => {
      const isAmong = (range: string) => amongNumbers('f', range)(value)
      expect(isAmong(`<${to}`)).toBe(value < to)
      expect(isAmong(`>${from}`)).toBe(value > from)
      expect(isAmong(`${from}..${to}`)).toBe(value >= from && value <= to)
      expect(isAmong(`${from}..<${to}`)).toBe(value >= from && value < to)
      expect(isAmong(String(from))).toBe(value === from)
    }),
  )
})

test('a lens wider than f/1 has a class of its own, and its number is shown as it is', () => {
  const classOf = classFinder('f')
  expect(classOf(0.95)?.label).toBe('wider than f/1')
  expect(classOf(1)?.label).toBe('f/1–1.3')
  expect(amongNumbers('f', '2.8')(2.8000001)).toBe(true)
  expect(exposureSettings({ fNumber: 0.95, iso: null, exposure: null })).toBe('f/0.95')
})
