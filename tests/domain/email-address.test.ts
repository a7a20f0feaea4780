import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { emailKey, readEmailAddress, smtpAddress } from '../../src/contract/people/email-address.ts'

test.each([
  'ann@example.org',
  'ann+photos@example.org',
  'ann_b.c-d@sub.example.co.uk',
  "o'brien@example.ie",
  '_@example.org',
  "!#$%&'*+-/=?^_`{|}~@example.org",
  'a@b.c',
  'ann@example.photography',
  'ann@xn--bcher-kva.example',
  'ann@bücher.example',
  'müller@bücher.example',
  'δοκιμή@παράδειγμα.δοκιμή',
  '用户@例子.广告',
  'अजय@डाटा.भारत',
  'ann@☃.net',
  'ann@faß.de',
  'ann@مثال.إختبار',
  '1234567890@example.org',
  'ann@1and1.example',
  'ann@a_b.example',
  '"ann b"@example.org',
  `${'a'.repeat(64)}@example.org`,
  `ann@${'b'.repeat(63)}.example`,
  `ann@${'c.'.repeat(121)}example`,
])('the address %s is accepted as it is', (address) => {
  expect(readEmailAddress(address)).toEqual({ address })
})

test.each([
  [' ann@example.org ', 'ann@example.org'],
  ['ann@example.org\u200b', 'ann@example.org'],
  ['\ufeffann@example.org', 'ann@example.org'],
  ['ann\u00ad@exam\u200dple.org', 'ann@example.org'],
  ['\u202aann@example.org\u202c', 'ann@example.org'],
  ['ann\u2060@example.org\u00a0', 'ann@example.org'],
  ['ann＠example．org', 'ann@example.org'],
  ['ａｎｎ@example。org', 'ann@example.org'],
  ['ann@example｡org', 'ann@example.org'],
  ['o’brien@example.ie', "o'brien@example.ie"],
  ['ann‑b@example.org', 'ann-b@example.org'],
  ['mu\u0308ller@bu\u0308cher.example', 'müller@bücher.example'],
  ['"ann"@example.org', 'ann@example.org'],
])('the address %j is read as %s', (typed, address) => {
  expect(readEmailAddress(typed)).toEqual({ address })
})

test.each([
  ['', 'must be an e-mail address, such as name@example.org'],
  ['\u200b', 'must be an e-mail address, such as name@example.org'],
  ['ann', 'must contain an @, as in name@example.org'],
  ['ann.example.org', 'must contain an @, as in name@example.org'],
  ['@example.org', 'must have a name before the @, as in name@example.org'],
  ['ann@', 'must have a domain after the @, such as example.org'],
  ['ann@@example.org', 'must contain only one @'],
  ['ann@home@example.org', 'must contain only one @'],
  ['ann@example.org, ben@example.org', 'must contain only one @'],
  ['ann b@example.org', 'must not contain spaces'],
  ['ann@exam ple.org', 'must not contain spaces'],
  ['ann @example.org', 'must not contain spaces'],
  ['.ann@example.org', 'must not begin with a dot'],
  ['ann.@example.org', 'must not have a dot before the @'],
  ['ann..b@example.org', 'must not contain two dots in a row'],
  ['ann@example..org', 'must not contain two dots in a row'],
  ['ann@.example.org', 'must not have a dot after the @'],
  ['ann@example.org.', 'must not end with a dot'],
  ['ann@example', 'must have a domain with a dot after the @, such as example.org'],
  ['ann@localhost', 'must have a domain with a dot after the @, such as example.org'],
  ['ann@example.org,', 'must not contain “,”'],
  ['ann@example.org;', 'must not contain “;”'],
  ['ann,b@example.org', 'must not contain “,”'],
  ['ann(work)@example.org', 'must not contain “(”'],
  ['ann\\b@example.org', 'must not contain “\\”'],
  ['ann@example.org/photos', 'must not contain “/”'],
  ['ann@example.org:25', 'must not contain “:”'],
  ['ann@exam%70le.org', 'must not contain “%”'],
  ['ann@-example.org', 'must have a domain that can exist after the @; “-example.org” cannot'],
  ['ann@xn--a.org', 'must have a domain that can exist after the @; “xn--a.org” cannot'],
  ['ann@1.0xa', 'must have a domain that can exist after the @; “1.0xa” cannot'],
  ['Ann <ann@example.org>', 'must be given without anything around it, as in name@example.org'],
  ['mailto:ann@example.org', 'must be given without anything around it, as in name@example.org'],
  ['ann@example.org\r\nBcc: x@example.org', 'must not contain control characters'],
  ['ann@example.org\u2028Bcc: x@example.org', 'must not contain control characters'],
  ['ann\ud800@example.org', 'must not contain control characters'],
  [`${'a'.repeat(65)}@example.org`, 'must have at most 64 characters before the @'],
  [`${'ü'.repeat(33)}@example.org`, 'must have at most 64 characters before the @'],
  [`ann@${'b'.repeat(64)}.org`, 'must have at most 63 characters between two dots of its domain'],
  [`${'a'.repeat(64)}@${'b.'.repeat(100)}example.org`, 'must have at most 254 characters'],
  ...['[127.0.0.1]', '127.0.0.1', '[IPv6:::1]', 'example.1'].map((domain) => [
    `ann@${domain}`,
    'must have the name of a domain after the @, such as example.org, not a number',
  ]),
])('the error for %j says what is wrong with it', (typed, problem) => {
  expect(readEmailAddress(typed!)).toEqual({ problem: problem! })
})

test('the spellings of one address share a key, and those of another do not', () => {
  const spellings = [
    [
      'ann@bücher.example',
      'Ann@BÜCHER.example',
      'ann@xn--bcher-kva.example',
      'ann＠bücher。example',
    ],
    ['MÜLLER@example.org', 'mu\u0308ller@example.org', 'müller@EXAMPLE.org\u200b'],
    ['ann@example.org', '"ann"@example.org', ' \u202eann@example.org'],
    ['ann+1@example.org'],
    ['ann@xn--bcher-kva.example.org'],
    ['ann@faß.de'],
    ['ann@fass.de'],
  ]
  const keys = spellings.map((group) => new Set(group.map(emailKey)))
  expect(keys.map(({ size }) => size)).toEqual(spellings.map(() => 1))
  expect(new Set(keys.flatMap((key) => [...key])).size).toBe(spellings.length)
})

test('the domain is sent to mail servers in its ASCII form', () => {
  expect(smtpAddress('Ann@Bücher.example')).toBe('Ann@xn--bcher-kva.example')
  expect(smtpAddress('müller@例え.テスト')).toBe('müller@xn--r8jz45g.xn--zckzah')
  expect(smtpAddress('ann@example.org')).toBe('ann@example.org')
})

test('an accepted address is one address on one line, and the same when it is read again', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '@',
      '.',
      '＠',
      '。',
      '"',
      '\\',
      ',',
      ';',
      ':',
      '<',
      '>',
      ' ',
      '\r\n',
      '\u202e',
    ),
    fc.constantFrom(
      'ann',
      'example',
      'org',
      'ü',
      'xn--',
      '-',
      '_',
      '+',
      "'",
      '%',
      '[',
      '1',
      '(',
      '#',
    ),
    fc.string({ unit: 'binary', maxLength: 2 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
      const { address, problem } = readEmailAddress(parts.join(''))
      if (address === undefined) return expect(problem).toMatch(/^must /)
      expect(readEmailAddress(address)).toEqual({ address })
      expect(address).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}<>\\\u202a-\u202e]/u)
      expect(smtpAddress(address)).toMatch(/^("[^"]+"|[^\s",;:()[\]]+)@[a-z\d_-]+(\.[a-z\d_-]+)+$/)
      expect(emailKey(smtpAddress(address))).toBe(emailKey(address))
    }),
    { numRuns: 3000 },
  )
})
