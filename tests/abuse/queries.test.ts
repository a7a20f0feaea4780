// SQL and FTS5 syntax and other nonsense, as the value of every query key of every endpoint.
import { expect, spyOn, test } from 'bun:test'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import { quickOrFull } from '../support/executable.ts'
import { isFailedSignIn } from '../support/printed.ts'
import {
  addressOf,
  contentOf,
  endsSession,
  inside,
  isWrite,
  openWithEverything,
  spread,
  tableOf,
} from './every-route.ts'

const values = [
  "'",
  "''",
  '"',
  "' OR '1'='1",
  "' OR 1=1 --",
  "'; DROP TABLE photo; --",
  "' UNION SELECT password_hash FROM owner --",
  '1; DELETE FROM photo',
  '1) OR (1=1',
  '1 OR 1=1',
  '%',
  '_',
  '%27',
  '\\',
  '`',
  '--',
  '/*',
  '*',
  '"*',
  'a*',
  '^a',
  'a b c" OR "d',
  'a NEAR/2 b',
  'NEAR(a b, 5)',
  'title:a',
  '{title description}: a',
  '-title:a',
  'a AND',
  'AND',
  'OR OR OR',
  'NOT a',
  'a NOT',
  '(',
  ')',
  '(a',
  '+',
  'a + b',
  ':x',
  '?1',
  '$q',
  '@x',
  '\0',
  'a\0b',
  '\ud800',
  '\r\nSet-Cookie: a=b',
  '-1',
  '0',
  '00',
  '1e9',
  '0x10',
  '1.5',
  '99999999999999999999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '{}',
  '[]',
  'é'.normalize('NFD').repeat(50),
  '🏔️',
  'x'.repeat(3000),
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the payload
  '${7*7}',
  '{{7*7}}',
]

const keys = [
  'q',
  'cameraModel',
  'limit',
  'offset',
  'around',
  'w',
  'code',
  'rotation',
  'x',
  'y',
  'width',
  'height',
  'redir',
  'state',
  'deleted',
  'facets',
  'camera',
  '-keyword',
  'exposure',
  'month',
  '__proto__',
  'constructor',
]

const listKeys = ['limit', 'offset', 'around', 'facets', 'camera', '-keyword', 'exposure', 'month']
/**
 * The keys that each endpoint reads, besides `code`, which all do; each is tried with every value.
 */
const readKeys: Record<string, string[]> = {
  '/api/photos': listKeys,
  '/api/photos/search': ['q', 'cameraModel', ...listKeys],
  '/api/albums/:id/photos': [...listKeys, 'code'],
  '/api/photos/read-again/:id/changes': ['limit', 'offset'],
  '/api/photos/:id/edit/preview': ['rotation', 'x', 'y', 'width', 'height'],
  '/api/thumbs/:fileName': ['w', 'f', 'code'],
  '/api/guest/verify': ['code'],
  '/api/drive/auth': ['redir'],
  '/api/drive/callback': ['code', 'state'],
  '/api/drive/check': ['deleted'],
}

/** What an endpoint needs besides the key that is tried. */
const context: Record<string, string> = {
  '/api/photos/search': 'limit=3',
  '/api/photos': 'limit=3',
  '/api/albums/:id/photos': 'limit=3',
}

test('a hostile query is rejected or finds nothing it should not, and never breaks the server', async () => {
  const { gallery, owner, ids, hidden } = await openWithEverything()
  await using _ = gallery
  const log = spyOn(console, 'error').mockImplementation(() => undefined)
  const before = contentOf(gallery)
  const faults: string[] = []
  const rows = tableOf(gallery).filter((row) => !isWrite(row) && !endsSession(row))
  const all = rows.flatMap((row) =>
    keys.flatMap((key) => values.map((value) => ({ row, key, value }))),
  )
  const isRead = ({ row, key }: (typeof all)[number]) => readKeys[row.path]?.includes(key) ?? false
  const tried = [
    ...all.filter(isRead),
    ...spread(
      all.filter((one) => !isRead(one)),
      quickOrFull(0.1, 1),
    ),
  ]
  for (const { row, key, value } of tried) {
    // Ten wrong codes a minute are allowed.
    gallery.clock.advance(10_000)
    const search = new URLSearchParams(context[row.path] ?? '')
    search.set(key, value)
    const label = `${row.path}?${search}`.slice(0, 160)
    const isRaw = value === '%' || value === '%27'
    const query = isRaw ? `${key}=${value}` : search
    const browser = row.role === 'owner' ? owner : gallery.asVisitor()
    const answer = await browser.get(`${addressOf(row, ids)}?${query}`)
    const isBytes = answer.headers.get('content-type')?.startsWith('image/')
    const text = isBytes ? '' : await answer.text()
    if (answer.status >= 500) faults.push(`${label}: ${answer.status} ${text}`)
    if (answer.status >= 400 && inside.test(text)) faults.push(`${label} tells: ${text}`)
    if (row.role !== 'owner' && text.includes(hidden.id)) faults.push(`${label} leaks`)
    if (answer.headers.get('set-cookie')?.includes('a=b')) faults.push(`${label} sets a cookie`)
  }
  const logged = log.mock.calls
    .flat()
    .map(String)
    .filter((line) => !isFailedSignIn(line))
  log.mockRestore()
  expect(faults.slice(0, 10)).toEqual([])
  expect(logged.slice(0, 10)).toEqual([])
  const now = contentOf(gallery)
  for (const table of ['photo', 'album', 'album_photo', 'guest', 'comment', 'owner', 'camera']) {
    expect(now[table]).toEqual(before[table]!)
  }
}, 600_000)

test('a search for syntax finds photos with it in their text, and nothing else', async () => {
  const { gallery, owner, photo, hidden } = await openWithEverything()
  await using _ = gallery
  const title = `It's "quoted" AND (NEAR) title:x * 100%`
  await owner.data(`/api/photos/${photo.id}`, { method: 'PUT', body: { id: photo.id, title } })
  const found = async (search: Record<string, string>) => {
    const query = new URLSearchParams({ ...search, limit: '9' })
    const list = await owner.data<PhotoList>(`/api/photos/search?${query}`)
    return list.photos.map(({ id }) => id)
  }
  for (const q of [`"quoted" AND`, '(NEAR)', 'title:x', title, `it's`, '100%']) {
    expect([q, await found({ q })]).toEqual([q, [photo.id]])
  }
  for (const q of [`shown" OR "hidden`, 'quoted NOT hidden', 'title:hidden', 'hidden OR quoted']) {
    expect([q, await found({ q })]).toEqual([q, []])
  }
  expect(await found({ q: 'hidden' })).toEqual([hidden.id])
  for (const cameraModel of ['%', '_-10', "E-10' OR '1'='1", 'E%', 'E-1']) {
    expect([cameraModel, await found({ cameraModel })]).toEqual([cameraModel, []])
  }
  for (const cameraModel of ['E-10', 'e-10 ']) {
    expect([cameraModel, (await found({ cameraModel })).length]).toEqual([cameraModel, 2])
  }
})
