import { expect, spyOn, test } from 'bun:test'
import { printable } from '../../src/cli/terminal.ts'
import { setLogFormat, warn } from '../../src/core/log.ts'
import { verificationMessage } from '../../src/people/mail/messages.ts'

const link = `https://photos.example.org/guest?code=${'x'.repeat(43)}`
const messageFor = (guestName: string, siteName = 'Ann') =>
  verificationMessage({ siteName, guestName, email: 'ben@example.org', link })

const turning = [
  '\u061c',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202b',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2069',
]

test.each([
  'evil.example',
  'evil。example',
  'evil．example',
  'evil｡example',
  'evil․example',
  'evil﹒example',
  'evil.\u200dexample',
  'evil۔example',
  'evil·example',
  '1.example',
  'evil⁄x',
  'evil∕x',
  'evil／x',
  'ann＠evil',
])('a mail does not repeat the name %s, which could be read as a link', (name) => {
  const { text, html } = messageFor(name)
  expect(text).toStartWith('Hello,\n')
  expect(text + html).not.toContain(name)
})

test.each(['Dr. Ann', 'علی‌رضا', 'שרה', 'अक्षय', 'Ann O’Neil', 'J. R.', '山田'])(
  'a mail greets %s by name',
  (name) => {
    expect(messageFor(name).text).toStartWith(`Hello ${name},\n`)
  },
)

test.each(turning)('a mail contains nothing of the direction mark %j', (mark) => {
  const { sender, subject, text, html } = messageFor(`Be${mark}n`, `An${mark}n`)
  expect([sender, subject, text, html].join().includes(mark)).toBe(false)
  expect(text).toStartWith('Hello Ben,\n')
  expect(sender).toBe('Ann')
})

test('printed text shows direction marks and invisible characters as code points', () => {
  const log = spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    for (const mark of [...turning, '\u200b', '\ufeff', '\u00ad', '\u{e0041}']) {
      warn(`a${mark}b`)
      setLogFormat('json')
      warn(`a${mark}b`)
      setLogFormat('text')
    }
    const lines = log.mock.calls.flat().map(String)
    expect(lines.join()).not.toMatch(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/)
    expect(lines[0]).toBe('a\\u{61c}b')
    expect(JSON.parse(lines[1]!).message).toBe('a\\u{61c}b')
    warn('علی‌رضا')
    expect(String(log.mock.calls.at(-1))).toBe('علی‌رضا')
  } finally {
    log.mockRestore()
  }
  expect(turning.map((mark) => printable(`a${mark}b`))).toEqual(turning.map(() => 'a?b'))
})
