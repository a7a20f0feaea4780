// Values that some part of a request does not expect, chosen at random.
import { payloads } from '../abuse/payloads.ts'
import type { Random } from './seed.ts'

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!

export const chance = (random: Random, share: number): boolean => random() < share

const numbers = [
  ...[0, -1, 1, 2, 0.5, -0, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 2 ** 64],
  ...[Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 90, 400, 2024],
]

const texts = [
  ...['', ' ', '0', '-1', '1', '12', '500', '501', '1e9', 'NaN', 'Infinity', '٣', '１', '0x10'],
  ...[
    'true',
    'null',
    'undefined',
    '[object Object]',
    'a\0b',
    'a\r\nSet-Cookie: b=c',
    '\t',
    '\u007f',
  ],
  ...[
    'a\ud800b',
    '\udc00',
    '\ufeff',
    '\ufffe',
    '\u202egnp.exe',
    'a\u3002b',
    'é',
    'e\u0301',
    'ﬀ',
    'İ',
  ],
  ...[
    '../../../../etc/passwd',
    '..\\..\\windows',
    '/etc/passwd',
    './',
    '.',
    '..',
    'C:\\',
    'file:///etc',
  ],
  ...[
    "'; DROP TABLE photo; --",
    '" OR 1=1',
    '*',
    '%',
    '_',
    '"',
    '""',
    'NEAR(',
    'a AND',
    '^',
    '(',
    '-',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'then'],
  ...['2024', '2024..', '..2024', '2024..2020', '2024-13-45', '0000-00-00', '9999-12-31T25:61:61Z'],
  ...[
    '1..',
    '..',
    '1..2..3',
    '1/0',
    '1/250',
    '-1/250',
    '50mm',
    'f/2.8',
    '4..',
    '5',
    '99999999999999999999',
  ],
  ...[
    'http://127.0.0.1/a.png',
    'http://[::1]/',
    'http://169.254.169.254/',
    '//evil.invalid/',
    'data:,',
  ],
  ...['a@b', 'a@b@c', 'a@[127.0.0.1]', '"a b"@example.org', 'a@example.org\nBcc: b@example.org'],
  ...['keyword=gate', 'rating=4..', 'keyword=gate&keyword=sea', 'lens=zoom-1', 'nothing=1'],
  'x'.repeat(201),
  'x'.repeat(5_000),
  '🏔️'.repeat(300),
  'é'.repeat(2_000),
  ...payloads,
]

/** A text of any kind. */
export const randomText = (random: Random): string => pick(random, texts)

/** A JSON value of any kind; it may be nested. */
export function randomValue(random: Random, depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 3 ? 4 : 8))
  switch (kind) {
    case 0:
      return randomText(random)
    case 1:
      return pick(random, numbers)
    case 2:
      return pick(random, [null, true, false])
    case 3:
      return pick(random, [[], {}, '', 'text', 1])
    case 4:
      return Array.from({ length: Math.floor(random() * 5) }, () => randomValue(random, depth + 1))
    case 5:
      return Array(pick(random, [1, 100, 1_001, 3_000])).fill(randomText(random).slice(0, 40))
    case 6:
      return Object.fromEntries(
        Array.from({ length: Math.floor(random() * 4) }, () => [
          pick(random, ['id', 'kind', 'toString', 'length', 'name', 'value', 'constructor', '']),
          randomValue(random, depth + 1),
        ]),
      )
    default:
      return JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1},"then":1}')
  }
}

/** JSON that a parser reads differently from what it looks like, or not at all. */
export const oddJson = [
  ...['', 'null', 'true', '1', '"text"', '[]', '[{}]', '{}', '{', '}', '{"a":', "{'a':1}", '\0'],
  ...['{}\0', '{"a":1,"a":2}', '\ufeff{}', '{"a":1e999}', '{"id":-1e999}', 'NaN', '[1,]', '// {}'],
  ...['{"ids":"\\ud800"}', '{"name":"\\u0000"}', '{"a":"\\x"}', '{"limit":9007199254740993}'],
  '['.repeat(1_000),
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  `${'['.repeat(31)}${']'.repeat(31)}`,
  `{"limit":${'9'.repeat(5_000)}}`,
  `{"ids":[${'"x",'.repeat(3_000)}"x"]}`,
  `{"x":"${'x'.repeat(17 * 1024)}"}`,
]

/** Percent-encoded as a browser would, or raw, or wrongly; never a line break of the request itself. */
export function inAddress(random: Random, text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed())
  switch (Math.floor(random() * 8)) {
    case 0:
      return text
        .toWellFormed()
        .replace(/[\s\0\u007f]/g, '+')
        .slice(0, 500)
    case 1:
      return pick(random, ['%', '%zz', '%ff%fe', '%00', '%c0%af', '%ed%a0%80', '%252e', '%u0041'])
    case 2:
      return encoded.replaceAll('.', '%2E').toLowerCase()
    default:
      return encoded
  }
}
