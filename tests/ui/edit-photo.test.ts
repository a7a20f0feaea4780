import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { changesOf, draftOf, keywordsOf, movedBetween } from '../../ui/photos/edit/state.ts'

const photo = {
  title: 'Lake',
  keywords: ['water', 'Bern, Switzerland'],
  description: 'At noon.\nNo wind.',
}

describe('the changes sent for an edited photo', () => {
  test('are empty while nothing has changed, whatever the texts', () => {
    const text = fc.string().map((any) => any.trim())
    const word = text.filter((any) => any !== '')
    const any = fc.record({ title: text, description: text, keywords: fc.uniqueArray(word) })
    fc.assert(fc.property(any, (photo) => expect(changesOf(photo, draftOf(photo))).toBeUndefined()))
  })

  test('ignore spaces around the texts', () => {
    const draft = draftOf(photo)
    const spaced = { ...draft, title: ' Lake ', keywords: `${draft.keywords} , ` }
    expect(changesOf(photo, spaced)).toBeUndefined()
  })

  test('contain only the changed text', () => {
    expect(changesOf(photo, { ...draftOf(photo), title: '' })).toEqual({ title: '' })
    expect(changesOf(photo, { ...draftOf(photo), description: 'At dusk.' })).toEqual({
      description: 'At dusk.',
    })
    expect(changesOf(photo, { ...draftOf(photo), keywords: 'water, snow' })).toEqual({
      keywords: ['water', 'snow'],
    })
  })
})

test('keywords are separated by commas, trimmed and distinct', () => {
  expect(keywordsOf(' alps,  first snow ,,alps, ')).toEqual(['alps', 'first snow'])
  expect(keywordsOf('')).toEqual([])
})

test('movedBetween returns the albums that the photo is added to or removed from', () => {
  expect(movedBetween(new Set(['a', 'b']), new Set(['b', 'c'])).sort()).toEqual(['a', 'c'])
  expect(movedBetween(new Set(['a']), new Set(['a']))).toEqual([])
})
