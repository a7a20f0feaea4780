// What rules say of a photo: their order, and keywords at any level of a hierarchy.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Rule, RuleAction, RuleCondition } from '../../src/contract/site/rules.ts'
import { outcomeOf, type RuleFacts } from '../../src/gallery/rules/outcome.ts'

const nothing: RuleFacts = {
  rating: null,
  label: '',
  keywords: [],
  keywordPaths: [],
  folder: null,
}
const rule = (action: RuleAction, ...conditions: RuleCondition[]): Rule => ({
  conditions,
  action,
})
const publish = { kind: 'add to photostream' } as const
const unpublish = { kind: 'remove from photostream' } as const
const hide = { kind: 'hide keyword' } as const
const keyword = (word: string, how: 'is' | 'begins with' = 'is') =>
  ({ kind: 'keyword', how, keyword: word }) as const
const rated = (atLeast: number) => ({ kind: 'rating', atLeast }) as const

const word = fc.constantFrom('animals', 'birds', 'heron', 'people', 'ann', 'bo')
const condition = fc.oneof(
  fc.integer({ min: 1, max: 5 }).map(rated),
  fc.constantFrom('Red', 'Green').map((is) => ({ kind: 'label', is }) as const),
  fc.tuple(word, fc.constantFrom('is', 'begins with')).map(([text, how]) => keyword(text, how)),
  fc.constantFrom('2024', 'May').map((is) => ({ kind: 'folder', is }) as const),
)
const action = fc.constantFrom<RuleAction>(publish, unpublish, hide, {
  kind: 'add to album',
  album: 'A',
})
const rules = fc.array(
  fc
    .tuple(action, fc.array(condition, { minLength: 1, maxLength: 3 }))
    .map(([what, when]) => rule(what, ...when)),
  { maxLength: 6 },
)
const facts: fc.Arbitrary<RuleFacts> = fc.record({
  rating: fc.constantFrom(null, 1, 3, 5),
  label: fc.constantFrom('', 'red', 'Green'),
  keywords: fc.uniqueArray(word, { maxLength: 4 }),
  keywordPaths: fc.array(
    fc.array(word, { minLength: 2, maxLength: 3 }).map((levels) => levels.join('|')),
    { maxLength: 2 },
  ),
  folder: fc.constantFrom(null, '/photos/2024/May', 'Mayor'),
})

const isMet = (when: RuleCondition, of: RuleFacts) =>
  outcomeOf([rule(publish, when)], of).photostream === true

describe('conditions', () => {
  test('rules apply if all of their conditions are met, and the last one about the photostream wins', () => {
    fc.assert(
      fc.property(rules, facts, (all, of) => {
        const met = all.filter(({ conditions }) => conditions.every((each) => isMet(each, of)))
        const last = met.findLast(({ action: { kind } }) => kind.endsWith('photostream'))
        const outcome = outcomeOf(all, of)
        expect(outcome.photostream).toBe(last && last.action.kind === 'add to photostream')
        const isPlaced = met.some(({ action: { kind } }) => kind === 'add to album')
        expect(outcome.albums).toEqual(isPlaced ? ['A'] : [])
      }),
    )
  })

  test('rules whose conditions are not met change nothing', () => {
    fc.assert(
      fc.property(rules, facts, (all, of) => {
        const met = all.filter(({ conditions }) => conditions.every((each) => isMet(each, of)))
        expect(outcomeOf(met, of)).toEqual(outcomeOf(all, of))
      }),
    )
  })

  test('rules find a hierarchical keyword at any level, but not by parts of a name', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), word, (levels, wanted) => {
        const of = { ...nothing, keywordPaths: [levels.join('|')] }
        expect(isMet(keyword(wanted), of)).toBe(levels.includes(wanted))
        expect(isMet(keyword(wanted.toUpperCase()), of)).toBe(levels.includes(wanted))
        expect(isMet(keyword(wanted.slice(0, 2), 'begins with'), of)).toBe(
          levels.some((level) => level.startsWith(wanted.slice(0, 2))),
        )
        expect(isMet(keyword(wanted.slice(1), 'begins with'), of)).toBe(false)
        for (const [index] of levels.entries()) {
          expect(isMet(keyword(levels.slice(0, index + 1).join('|')), of)).toBe(true)
        }
      }),
    )
  })

  test('rules hide their keywords and those below them, and no others', () => {
    fc.assert(
      fc.property(facts, word, (of, wanted) => {
        const below = of.keywordPaths.flatMap((path) => {
          const levels = path.split('|')
          const at = levels.indexOf(wanted)
          return at < 0 ? [] : levels.slice(at)
        })
        const expected = of.keywords.filter((each) => each === wanted || below.includes(each))
        expect(outcomeOf([rule(hide, keyword(wanted))], of).hidden).toEqual(expected)
      }),
    )
  })

  test('rules find a folder by name or path, and what is in it', () => {
    const inFolder = (is: string, folder: string) =>
      isMet({ kind: 'folder', is }, { ...nothing, folder })
    expect(inFolder('family', '/photos/2024/Family')).toBe(true)
    expect(inFolder('2024/Family', '/photos/2024/Family/May')).toBe(true)
    expect(inFolder('\\2024\\family\\', 'C:\\2024\\Family')).toBe(true)
    expect(inFolder('amily', '/photos/2024/Family')).toBe(false)
    expect(inFolder('photos/Family', '/photos/2024/Family')).toBe(false)
    expect(inFolder('/', '/photos')).toBe(false)
  })

  test('rules treat the photostream’s album name as the photostream', () => {
    const named = rule({ kind: 'add to album', album: ' photoStream ' }, rated(1))
    const of = { ...nothing, rating: 3 }
    const both = outcomeOf([named, rule(unpublish, rated(2))], of, 'Photostream')
    expect(both).toMatchObject({ photostream: false, albums: [] })
    const other = outcomeOf([rule(unpublish, rated(2)), named], of, 'Photostream')
    expect(other).toMatchObject({ photostream: true, albums: [] })
  })
})
