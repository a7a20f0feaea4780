import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { folded } from '../../src/contract/search/folded.ts'
import { spellingsOf } from '../../src/contract/search/spellings.ts'
import { indexedWords } from '../../src/gallery/photos/search-words.ts'

describe('texts', () => {
  test('folding gives texts that people take for the same one form', () => {
    for (const same of [
      ['Łódź', 'LODZ', 'Lódz'],
      ['Straße', 'STRASSE', 'STRAẞE'],
      ['Ærø', 'aero'],
      ['Œuvre', 'oeuvre'],
      ['Þingvellir', 'thingvellir'],
      ['Suðurland', 'sudurland'],
      ['Đakovo', 'dakovo'],
      ['Ħamrun', 'hamrun'],
      ['İstanbul', 'ISTANBUL', 'ıstanbul'],
      ['Ŧŋſ', 'tns'],
      ['Azərbaycan', 'Azerbaycan'],
      ['Đà Nẵng', 'da nang'],
      ['Ἀθῆναι', 'Αθήναι', 'ΑΘΗΝΑΙ'],
      ['Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
      ['Ёлка', 'елка'],
      ['Йод', 'иод'],
      ['Ґанок', 'ганок'],
      ['Қазақ', 'казак'],
      ['שָׁלוֹם', 'שלום'],
      ['أحمد', 'احمد', 'ٱحمد'],
      ['الْقَاهِرَة', 'القاهره'],
      ['کتاب', 'كتاب'],
      ['Ｃａｆｅ１２', 'cafe12'],
      ['ﾃﾚﾋﾞ', 'テレビ', 'てれび'],
      ['ﬁre ﬄ', 'fire ffl'],
      ['٣٤ ۵ ६ ๗', '34 5 6 7'],
      ['①②', '12'],
      ['co\u00adoperate', 'cooperate'],
      ['a\u200db\u2060c', 'abc'],
    ]) {
      const [first, ...others] = same.map(folded)
      for (const other of others) expect([same[0], other]).toEqual([same[0], first])
      for (const text of same) expect(folded(text.normalize('NFD'))).toBe(folded(text))
    }
  })

  test('folding keeps letters apart that only look alike', () => {
    for (const [one, other] of [
      ['か', 'が'],
      ['は', 'ば'],
      ['и', 'і'],
      ['나', '너'],
      ['कि', 'की'],
      ['ปา', 'ป่า'],
      ['א', 'ע'],
      ['p', 'р'],
    ] as const) {
      expect([one, folded(one)]).not.toEqual([one, folded(other)])
    }
  })

  test('folding a text twice changes nothing more, for any text and any character', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 20 })
    fc.assert(
      fc.property(anyText, (text) => expect(folded(folded(text))).toBe(folded(text))),
      { numRuns: 500 },
    )
    for (let code = 0; code < 0x20000; code++) {
      const character = String.fromCodePoint(code)
      const once = folded(character)
      if (folded(once) !== once) throw new Error(`${code.toString(16)} is folded twice`)
    }
  })

  test('folding gives the other spellings of words with umlauts and apostrophes', () => {
    for (const [text, spelling] of [
      ['München', 'muenchen'],
      ['Tromsø', 'tromsoe'],
      ['Århus', 'aarhus'],
      ['Hawaiʻi', 'hawaii'],
      ['O’Brien', 'obrien'],
    ] as const) {
      expect(spellingsOf(text)).toContain(spelling)
    }
    expect(spellingsOf('blue poet')).toEqual(['blue poet'])
  })
})

test('the index has letters, digits and emoji as words, and every pair of characters without spaces', () => {
  for (const [text, words] of [
    ['東京都', '東京 京都 都'],
    ['iPhoneで撮影', 'iphone で撮 撮影 影'],
    ['f/2.8 – 1,8', 'f 2 8 1 8'],
    ['「京都」（2024）', '京都 都 2024'],
    ['สวย', 'สว วย ย'],
    ['Distagon® T*', 'distagon t'],
    ['sunset 🌅❤️', 'sunset 🌅 ❤'],
    ['हिन्दी', 'हिन्दी'],
    ['Müller', 'muller mueller'],
    ['***', ''],
  ] as const) {
    expect([text, indexedWords(text)]).toEqual([text, words])
  }
})
