import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { looksLike, skeleton } from '../../src/people/guests/look-alikes.ts'

/** Characters that case and composition treat specially. */
const special = [
  ...'iIlL1İıſßΣσςνΝМм0oO .,|-ŉΐﬁ①ª',
  '\u0307',
  '\u0308',
  '\u0345',
  '\u0f71',
  '\u0f72',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'binary', maxLength: 1 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''))
/** The planes with letters; the others are private or unassigned. */
const lastLetter = 0x1ffff
const unseen = fc.constantFrom(
  '\u200b',
  '\u200c',
  '\u200d',
  '\u00ad',
  '\u2060',
  '\ufeff',
  '\u202e',
  '\ufe0f',
  '\u{e0041}',
)

describe('skeletons', () => {
  test.each([
    ['Vitrine', 'vitrine'],
    ['Vitrine', 'V\u00adi\u200bt\u2060rine'],
    ['Vitrine', 'Ｖｉｔｒｉｎｅ'],
    ['Vitrine', '𝐕𝐢𝐭𝐫𝐢𝐧𝐞'],
    ['Vitrine', 'Vitrinе'],
    ['Vitrine', 'V1trlne'],
    ['Ann Example', ' Ann \u00a0\u2003Example '],
    ['Ann Example', 'Ann-Example.'],
    ['Ann Example', 'AnnExample'],
    ['Ann Example', 'A n n E x a m p l e'],
    ['Ann Example', '★ Ann Example ★'],
    ['Martin', 'Martin'.replace('M', 'rn')],
    ['Zoë', 'Zoe\u0308'],
    ['Zoë', 'Zoe'],
    ['Ólafur Ström', 'Olafur Strom'],
    ['Łukasz', 'Lukasz'],
    ['👩‍👧', '👩👧'],
  ])('the skeleton is the same for %j and %j', (one, other) => {
    expect(skeleton(other)).toBe(skeleton(one))
  })

  test.each([
    ['Ann', 'Anna'],
    ['Bea', 'Ben'],
    ['👩', '👨'],
    ['?!', '...'],
  ])('the skeleton differs for %j and %j', (one, other) => {
    expect(skeleton(other)).not.toBe(skeleton(one))
    expect(looksLike(one, other)).toBe(false)
  })

  test('a skeleton is its own skeleton, for every character and for any text', () => {
    const changed: string[] = []
    for (let point = 0; point <= lastLetter; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const once = skeleton(String.fromCodePoint(point))
      if (skeleton(once) !== once) changed.push(point.toString(16))
    }
    expect(changed).toEqual([])
    fc.assert(fc.property(text, (name) => expect(skeleton(skeleton(name))).toBe(skeleton(name))))
  })

  test('a skeleton does not change with invisible characters, wherever they are', () => {
    fc.assert(
      fc.property(text, unseen, fc.nat(30), (name, character, place) => {
        const at = [...name].slice(0, place).join('').length
        expect(skeleton(name.slice(0, at) + character + name.slice(at))).toBe(skeleton(name))
      }),
    )
  })
})

describe('similar names', () => {
  test('names look alike if they differ only in case', () => {
    fc.assert(
      fc.property(text, (name) => {
        fc.pre(skeleton(name) !== '')
        expect(looksLike(name.toLowerCase(), name)).toBe(true)
        expect(looksLike(name.toUpperCase(), name)).toBe(true)
      }),
    )
  })

  test.each([
    ['Ilse', 'llse'],
    ['Ilse', 'ILSE'],
    ['Vitrine', 'νitrine'],
    ['Vitrine', 'VІТRІΝЕ'],
    ['Vitrine', 'ViТRINE'],
    ['Vitrine', 'Vitrine 2'],
    ['Ann Example', 'annexample2'],
    ['Ann Example', 'Ann Example¹'],
    ['Vitrine', 'Vitrine (Owner)'],
    ['Ann Example', 'ann example, 0wner 7'],
    ['Νίκος', 'ΝΊΚΟΣ'],
    ['Straße', 'STRASSE'],
    ['İnci', 'inci'],
  ])('the names %j and %j look alike', (name, other) => {
    expect(looksLike(other, name)).toBe(true)
  })

  test('names with different numbers do not look alike', () => {
    expect(looksLike('Studio 54', 'Studio 7')).toBe(false)
    expect(looksLike('Studio', 'Studio 54')).toBe(false)
  })
})
