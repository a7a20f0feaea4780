import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Photo } from '../../src/contract/photos/photos.ts'
import {
  changesOf,
  draftOf,
  followed,
  movedBetween,
  otherInFile,
} from '../../ui/features/edit/state.ts'
import { keywordsOf, keywordText } from '../../ui/kit/keyword-text.ts'

const photo = {
  title: 'Lake',
  keywords: ['water', 'Bern, Switzerland'],
  description: 'At noon.\nNo wind.',
  alt: null,
  creator: 'Ann',
  copyright: null,
  rating: 4,
}

describe('changes', () => {
  test('the changes sent for an edited photo are empty while nothing has changed, whatever the texts', () => {
    const text = fc.string().map((any) => any.trim())
    const word = text.filter((any) => any !== '')
    const line = fc.option(word)
    const any = fc.record({
      ...{ title: text, description: text, keywords: fc.uniqueArray(word) },
      ...{ alt: line, creator: line, copyright: line },
      rating: fc.option(fc.integer({ min: 1, max: 5 })),
    })
    fc.assert(fc.property(any, (photo) => expect(changesOf(photo, draftOf(photo))).toBeUndefined()))
  })

  test('the changes sent for an edited photo ignore spaces around the texts', () => {
    const draft = draftOf(photo)
    const spaced = { ...draft, title: ' Lake ', keywords: `${draft.keywords} , ` }
    expect(changesOf(photo, spaced)).toBeUndefined()
  })

  test('the changes sent for an edited photo contain only the changed text', () => {
    expect(changesOf(photo, { ...draftOf(photo), title: '' })).toEqual({ title: '' })
    expect(changesOf(photo, { ...draftOf(photo), description: 'At dusk.' })).toEqual({
      description: 'At dusk.',
    })
    expect(changesOf(photo, { ...draftOf(photo), rating: '', creator: '' })).toEqual({
      rating: null,
      creator: '',
    })
    expect(changesOf(photo, { ...draftOf(photo), keywords: 'water, snow' })).toEqual({
      keywords: ['water', 'snow'],
    })
  })
})

describe('file', () => {
  const edited = { ...photo, title: 'Pond', edited: { title: 'Lake', rating: null } }

  test('the value in the file is offered where it differs from the form', () => {
    const draft = { ...draftOf(edited), creator: 'Ben', alt: ' ' }
    const fields = ['title', 'keywords', 'description', 'alt', 'creator', 'rating'] as const
    expect(fields.map((field) => otherInFile(field, edited, draft))).toEqual([
      ...['Lake', undefined, undefined, undefined, 'Ann', ''],
    ])
    expect(otherInFile('title', { ...edited, edited: null }, draft)).toBeUndefined()
  })

  test('the value in the file returns a keyword with a comma unchanged', () => {
    const changed = { ...photo, keywords: ['snow'], edited: { keywords: photo.keywords } }
    const said = otherInFile('keywords', changed, draftOf(changed))!
    expect(changesOf(changed, { ...draftOf(changed), keywords: said })).toEqual({
      keywords: ['water', 'Bern, Switzerland'],
    })
  })

  test('the value in the file replaces a field that was not changed in the form', () => {
    const before = { ...photo } as Photo
    const after = { ...photo, title: 'Sea', alt: 'Waves', rating: null } as Photo
    const draft = { ...draftOf(before), title: 'Mine' }
    expect(followed(draft, before, after)).toEqual({ ...draft, alt: 'Waves', rating: '' })
  })
})

test('keywords are separated by commas, trimmed and distinct', () => {
  expect(keywordsOf(' alps,  first snow ,,alps, ')).toEqual(['alps', 'first snow'])
  expect(keywordsOf('')).toEqual([])
})

test('keywords in quotes may contain commas, and text that only looks quoted is unchanged', () => {
  expect(keywordsOf('"Smith, John", “Bern, Switzerland”,„Ulm, a"')).toEqual([
    ...['Smith, John', 'Bern, Switzerland', '„Ulm', 'a"'],
  ])
  expect(keywordsOf('12" disc, "a" b, "open, "", "say ""hi"""')).toEqual([
    ...['12" disc', '"a" b', '"open', 'say "hi"'],
  ])
})

test('keywords are the same after they were written as text and read again', () => {
  const characters = fc.constantFrom(...',"“”„ \tab')
  const word = fc.oneof(fc.string({ unit: characters }), fc.string()).filter((any) => any !== '')
  fc.assert(
    fc.property(fc.uniqueArray(word), (keywords) =>
      expect(keywordsOf(keywordText(keywords))).toEqual(keywords),
    ),
  )
})

test('movedBetween returns the albums that the photo is added to or removed from', () => {
  expect(movedBetween(new Set(['a', 'b']), new Set(['b', 'c'])).sort()).toEqual(['a', 'c'])
  expect(movedBetween(new Set(['a']), new Set(['a']))).toEqual([])
})
