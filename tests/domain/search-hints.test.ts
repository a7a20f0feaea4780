import { expect, test } from 'bun:test'
import { searchHints } from '../../ui/features/search/search-hints.ts'

test('a hint says why a part of a search was read as a word', () => {
  expect(searchHints('f:banana lake', false)).toEqual([
    '“f:banana” was read as a word, because “banana” is not a value of Aperture.',
  ])
  expect(searchHints('-hour:25', false)).toEqual([
    '“-hour:25” was read as a word, because “25” is not a value of Hour of day.',
  ])
  const [unknown] = searchHints('foo:bar', false)
  expect(unknown).toStartWith(
    '“foo:bar” was read as a word, because “foo” is not a key. The keys are camera, make, lens, ',
  )
  for (const key of ['location', 'uploaded', 'album', 'title', 'is,']) {
    expect(unknown).not.toContain(key)
  }
  expect(searchHints('foo:bar', true)[0]).toEndWith(', location, uploaded, is, album and title.')
  expect(searchHints('-lake', false)).toEqual([
    '“-lake” was searched for as a word: only terms with a key can be excluded, such as -keyword:lake.',
  ])
})

test('the hints explain other keyboards’ signs as the search reads them', () => {
  expect(searchHints('Ｆ：banana', false)[0]).toContain('“banana” is not a value of Aperture.')
  expect(searchHints('−lake', false)[0]).toContain('was searched for as a word')
})

test('words, addresses and deliberate words get no hint', () => {
  for (const words of ['lake at dawn', 'http://example.org', '12:30', '\\foo:bar', 'a-b', '-']) {
    expect([words, searchHints(words, false)]).toEqual([words, []])
  }
})
