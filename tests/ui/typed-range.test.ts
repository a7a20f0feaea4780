import { expect, test } from 'bun:test'
import { typedRange } from '../../ui/features/filter/panel/typed-range.ts'

test('fields of a range give a value for the filter', () => {
  expect(typedRange('iso', { from: '', to: '' })).toEqual({})
  expect(typedRange('iso', { from: '100', to: '' })).toEqual({ value: '100..' })
  expect(typedRange('exposure', { from: '1/250s', to: '1/60' })).toEqual({ value: '1/250..1/60' })
  expect(typedRange('month', { from: 'November', to: 'feb' })).toEqual({ value: '11..2' })
})

test('the wrong field of a range alone is marked, with an example of its key', () => {
  expect(typedRange('iso', { from: 'abc', to: '400' }).problem).toEqual({
    text: 'Enter a number, such as 400.',
    ends: ['from'],
  })
  expect(typedRange('exposure', { from: '', to: 'soon' }).problem).toEqual({
    text: 'Enter a number, such as 1/250.',
    ends: ['to'],
  })
  expect(typedRange('hour', { from: '20', to: '25' }).problem).toEqual({
    text: 'Enter a number from 0 to 23, such as 18.',
    ends: ['to'],
  })
  expect(typedRange('iso', { from: '400', to: '100' }).problem).toEqual({
    text: 'The first number must not be larger than the second.',
    ends: ['from', 'to'],
  })
})
