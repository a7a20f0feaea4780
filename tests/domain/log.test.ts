// What the operator is told, and what text from outside cannot do to it.
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { recentWarnings, stackOf, warn } from '../../src/core/log.ts'

let printed: string[] = []
let listener: ReturnType<typeof spyOn>

beforeEach(() => {
  printed = []
  listener = spyOn(console, 'error').mockImplementation((text: string) => void printed.push(text))
})
afterEach(() => listener.mockRestore())

describe('warnings', () => {
  test('a warning is printed and remembered', () => {
    const before = Date.now()
    warn('The disk is full.')
    expect(printed).toEqual(['The disk is full.'])
    expect(recentWarnings()[0]).toEqual({ at: expect.any(Number), text: 'The disk is full.' })
    expect(recentWarnings()[0]!.at).toBeGreaterThanOrEqual(before)
  })

  test('the log remembers the last 50 warnings, newest first', () => {
    for (let i = 1; i <= 60; i++) warn(`warning ${i}`)
    const texts = recentWarnings().map(({ text }) => text)
    expect(texts).toEqual(Array.from({ length: 50 }, (_, i) => `warning ${60 - i}`))
  })

  test('a warning has an error’s stack, indented', () => {
    warn(`It failed: ${stackOf(new Error('no such file'))}`)
    const [first, ...others] = printed[0]!.split('\n')
    expect(first).toBe('It failed: Error: no such file')
    expect(others.length).toBeGreaterThan(0)
    expect(others.every((line) => line.startsWith('  '))).toBe(true)
  })

  test('a warning never begins another line or moves the cursor, whatever it quotes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\u0085', '\x1b[2J', '\x00'),
        (text, control) => {
          warn(`It said ${text}${control}Failed sign-in`)
          const [, ...others] = printed.at(-1)!.split('\n')
          expect(others.every((line) => line.startsWith('  '))).toBe(true)
          expect(printed.at(-1)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/)
        },
      ),
    )
  })
})
