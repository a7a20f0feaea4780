import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { shellWord } from '../../src/core/shell-word.ts'

const shells = ['bash', 'dash'].flatMap((name) => Bun.which(name) ?? [])

function wordsIn(shell: string, command: string): string {
  const { stdout } = Bun.spawnSync([shell, '-c', `printf '%s' ${command}`])
  return stdout.toString()
}

describe('words', () => {
  test.each([
    ['/srv/photos', '/srv/photos'],
    ['/my photos', "'/my photos'"],
    ["/Ann's", "'/Ann'\\''s'"],
    ['/a$(id)`id`"', "'/a$(id)`id`\"'"],
    ['/Fotos/Äpfel', "'/Fotos/Äpfel'"],
    ['~/photos', "'~/photos'"],
    ['-rf', './-rf'],
    ['', "''"],
    ['/a\nb', "$'/a\\x0ab'"],
    ['/a\u202eb', "$'/a\\xe2\\x80\\xaeb'"],
  ])('the word %j of a printed command is written as %s', (word, written) => {
    expect(shellWord(word, false)).toBe(written)
  })

  test.each([
    ['C:\\photos', 'C:\\photos'],
    ['C:\\my photos\\', '"C:\\my photos\\\\"'],
    ['C:\\a&b', '"C:\\a&b"'],
    ['C:\\100%', '"C:\\100%"'],
  ])('the word %j of a printed command is written as %s on Windows', (word, written) => {
    expect(shellWord(word, true)).toBe(written)
  })

  test.skipIf(shells.length === 0)(
    'a word of a printed command is one word with the same text in a shell, in one line',
    () => {
      const character = fc.oneof(
        fc.constantFrom(...' \'"$`\\*?[](){}<>|&;!#~=%^-\t'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      )
      const words = fc.array(character, { maxLength: 12 }).map((all) => `/${all.join('')}`)
      fc.assert(
        fc.property(words, (word) => {
          fc.pre(
            !word.includes('\0') &&
              !/[\ud800-\udfff]/.test(word.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')),
          )
          const written = shellWord(word, false)
          expect(written).not.toMatch(/[\n\r\u2028]/)
          // dash does not know $'…', which only names with control characters need.
          const able = written.startsWith("$'") ? ['bash'] : shells
          for (const shell of able) expect(wordsIn(shell, written)).toBe(word)
        }),
        { numRuns: 40 },
      )
    },
  )
})
