import { expect, test } from 'bun:test'
import { suggestionsFor, typedAt } from '../../ui/features/filter/suggestions/suggest.ts'

const labelsFor = (text: string, facets: Parameters<typeof suggestionsFor>[1]) =>
  suggestionsFor(typedAt(text, text.length), facets, []).map(({ label }) => label)

test('values are suggested without their diacritics, in any case', () => {
  const keyword = [
    { value: 'münchen', label: 'München', count: 2 },
    { value: 'munich', label: 'Munich', count: 1 },
  ]
  expect(labelsFor('keyword:munch', { keyword })).toEqual(['München'])
  expect(labelsFor('keyword:MÜNI', { keyword })).toEqual(['Munich'])
  expect(labelsFor('munch', { keyword })).toEqual(['München'])
})

test('values are suggested for what phones type, and inside text without spaces', () => {
  const keyword = [
    { value: 'łódź', label: 'Łódź', count: 3 },
    { value: 'straße', label: 'Straße', count: 2 },
    { value: '東京都', label: '東京都', count: 1 },
    { value: 'θήρα', label: 'Θήρα', count: 1 },
  ]
  for (const [text, labels] of [
    ['keyword:lod', ['Łódź']],
    ['Keyword：“łó', ['Łódź']],
    ['−keyword:STRASS', ['Straße']],
    ['keyword:京', ['東京都']],
    ['京都', ['東京都']],
    ['θηρ', ['Θήρα']],
    ['keyword:dz', []],
  ] as const) {
    expect([text, labelsFor(text, { keyword })]).toEqual([text, [...labels]])
  }
  const [suggested] = suggestionsFor(typedAt('−keyword:lod', 12), { keyword }, [])
  expect(suggested?.text).toBe('-keyword:łódź ')
})

test('the newest years are suggested first', () => {
  const year = Array.from({ length: 12 }, (_, index) => {
    const value = String(2010 + index)
    return { value, label: value, count: 1 }
  })
  expect(labelsFor('year:', { year })[0]).toBe('2021')
})
