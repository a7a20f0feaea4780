import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { changesOf, draftOf, keywordsOf, movedBetween } from '../../ui/photos/edit/state.ts'

const photo = {
  title: 'Lake',
  keywords: ['water', 'Bern, Switzerland'],
  description: 'At noon.\nNo wind.',
}

describe('what is sent of an edited photo', () => {
  test('is nothing while nothing has changed, whatever its texts are', () => {
    const text = fc.string().map((any) => any.trim())
    const word = text.filter((any) => any !== '')
    const any = fc.record({ title: text, description: text, keywords: fc.uniqueArray(word) })
    fc.assert(fc.property(any, (photo) => expect(changesOf(photo, draftOf(photo))).toBeUndefined()))
  })

  test('is nothing for spaces around what was there', () => {
    const draft = draftOf(photo)
    const spaced = { ...draft, title: ' Lake ', keywords: `${draft.keywords} , ` }
    expect(changesOf(photo, spaced)).toBeUndefined()
  })

  test('is the changed text alone', () => {
    expect(changesOf(photo, { ...draftOf(photo), title: '' })).toEqual({ title: '' })
    expect(changesOf(photo, { ...draftOf(photo), description: 'At dusk.' })).toEqual({
      description: 'At dusk.',
    })
    expect(changesOf(photo, { ...draftOf(photo), keywords: 'water, snow' })).toEqual({
      keywords: ['water', 'snow'],
    })
  })
})

test('keywords stand between commas, each once and without the spaces around it', () => {
  expect(keywordsOf(' alps,  first snow ,,alps, ')).toEqual(['alps', 'first snow'])
  expect(keywordsOf('')).toEqual([])
})

test('moved are the albums that the photo comes into and those it leaves', () => {
  expect(movedBetween(new Set(['a', 'b']), new Set(['b', 'c'])).sort()).toEqual(['a', 'c'])
  expect(movedBetween(new Set(['a']), new Set(['a']))).toEqual([])
})
