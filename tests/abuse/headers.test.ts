import { expect, test } from 'bun:test'
import { ownerPassword } from '../support/gallery.ts'
import { codeIn, lettersTo } from '../support/mailbox.ts'
import {
  addressOf,
  endsSession,
  goodBody,
  isWrite,
  keepSession,
  openWithEverything,
  tableOf,
  takesForm,
} from './every-route.ts'

/** The headers of every response. */
const always: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'x-frame-options': /^DENY$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\)/,
  'content-security-policy': /^default-src 'none'; .*frame-ancestors 'none'/,
  'cache-control': /^(private, no-(cache|store)|public, max-age=\d+.*)$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
}
/** The headers that no response has. */
const never = [
  'x-powered-by',
  'server',
  'access-control-allow-origin',
  'access-control-allow-headers',
]

function faultsOf({ headers }: Response, isHttps: boolean): string[] {
  const policy = headers.get('content-security-policy') ?? ''
  const cookies = headers.getSetCookie()
  const transport = headers.get('strict-transport-security')
  const type = headers.get('content-type') ?? ''
  const resourcePolicy = headers.get('cross-origin-resource-policy')
  // Pictures of public photos are shown by feed readers and embedded in other sites.
  const isPicture = type.startsWith('image/') && resourcePolicy === 'cross-origin'
  return [
    ...(resourcePolicy === 'same-origin' || isPicture
      ? []
      : [`cross-origin-resource-policy: ${resourcePolicy}`]),
    ...(transport === (isHttps ? 'max-age=31536000' : null)
      ? []
      : [`strict-transport-security: ${transport}`]),
    ...(/^(text\/|[^;]+\+(xml|json))/.test(type) && !/; ?charset=utf-8$/i.test(type)
      ? [`content-type: ${type}`]
      : []),
    ...Object.entries(always).flatMap(([name, pattern]) =>
      pattern.test(headers.get(name) ?? '') ? [] : [`${name}: ${headers.get(name)}`],
    ),
    ...never.flatMap((name) => (headers.has(name) ? [`${name} is present`] : [])),
    ...(/unsafe-eval|script-src[^;]*(unsafe|data:|blob:|\*|https?:)|style-src '?unsafe/.test(policy)
      ? [`policy: ${policy}`]
      : []),
    ...(headers.get('content-type')?.startsWith('text/html') && !policy.includes("base-uri 'none'")
      ? ['a page without base-uri']
      : []),
    ...cookies.filter((cookie) => !/; HttpOnly; .*SameSite=Lax/.test(cookie)),
    ...(cookies.length > 0 && headers.get('cache-control')?.startsWith('public')
      ? ['a cookie that may be cached']
      : []),
  ]
}

/** What is wrong with how a response may be cached, depending on who asked. */
function cachingFaultsOf({ headers, status }: Response, isKnown: boolean): string[] {
  const caching = headers.get('cache-control')
  const isPageOrData = /^(text\/html|application\/json)/.test(headers.get('content-type') ?? '')
  if (status < 400 && !isPageOrData) return []
  const isPersonal = isKnown || headers.getSetCookie().length > 0
  const expected = status >= 400 || isPersonal ? 'private, no-store' : 'private, no-cache'
  return caching === expected ? [] : [`${caching} instead of ${expected}`]
}

test.each([undefined, 'https://photos.example.org'])(
  'every route protects its responses, accepted and refused (public URL: %p)',
  async (publicUrl) => {
    const { gallery, owner, guest, ids } = await openWithEverything({
      publicUrl,
      metricsToken: 'x'.repeat(16),
    })
    await using _ = gallery
    const rows = tableOf(gallery).filter(
      (row) => `${row.method} ${row.path}` !== 'DELETE /api/photo',
    )
    const faults: string[] = []
    const look = (label: string, answer: Response, isKnown = false) => {
      const found = [
        ...faultsOf(answer, publicUrl !== undefined),
        ...cachingFaultsOf(answer, isKnown),
      ]
      faults.push(...found.map((fault) => `${label} ${answer.status}: ${fault}`))
    }
    const visitor = gallery.asVisitor()
    const ordered = [...rows.filter((row) => !endsSession(row)), ...rows.filter(endsSession)]
    for (const browser of [visitor, guest, owner]) {
      const isKnown = browser !== visitor
      for (const path of [
        '/',
        '/album',
        '/photo',
        '/camera',
        '/lens',
        '/keyword',
        '/archive',
        '/guest',
        '/about',
        '/nowhere',
      ]) {
        look(`GET ${path}`, await browser.get(path), isKnown)
      }
      const restore = keepSession(browser)
      for (const row of ordered.filter(({ method }) => method !== 'DELETE' || browser === owner)) {
        const answer = await browser.request(addressOf(row, ids), {
          method: row.method,
          ...(isWrite(row) && { body: takesForm(row) ? new FormData() : goodBody(row, ids) }),
        })
        look(`${row.method} ${row.path}`, answer, isKnown)
        const isEnd = answer.status === 200 && row.path.endsWith('/logout')
        if (isEnd !== (answer.headers.get('clear-site-data') === '"cache"')) {
          faults.push(`${row.path}: Clear-Site-Data is ${answer.headers.get('clear-site-data')}`)
        }
        restore()
      }
      for (const row of ordered.filter((row) => !isWrite(row) && !endsSession(row))) {
        for (const method of ['HEAD', 'OPTIONS', 'PATCH']) {
          const answer = await browser.request(addressOf(row), { method })
          // The sessions have ended by now.
          look(`${method} ${row.path}`, answer)
        }
      }
    }
    const assets = (await (await gallery.asVisitor().get('/')).text()).matchAll(
      /(?:src|href)="(\/[^"]+)"/g,
    )
    for (const path of [
      '/',
      '/photo',
      '/setup',
      '/account',
      '/nowhere',
      '/favicon.ico',
      '/favicon.svg',
      '/camera.svg',
      '/docs.css',
      '/robots.txt',
      '/feed.atom',
      '/feed.json',
      '/sitemap.xml',
      '/.well-known/tdmrep.json',
      ...[...assets].map(([, path]) => path!.replaceAll('&amp;', '&')),
    ]) {
      for (const method of ['GET', 'HEAD']) {
        look(`${method} ${path}`, await gallery.asVisitor().request(path, { method }))
      }
    }
    expect(faults.slice(0, 10)).toEqual([])
  },
)

test('cookies are Secure and bound to the host over https, and neither over http', async () => {
  for (const publicUrl of ['https://photos.example.org', undefined]) {
    const { gallery, owner, album } = await openWithEverything({ publicUrl })
    await using _ = gallery
    await owner.data(`/api/albums/${album.id}`, { method: 'PUT', body: { code: 'code' } })
    const registered = await gallery
      .asVisitor()
      .post('/api/guest', { name: 'Ann', email: 'ann@example.org' })
    const [letter] = await lettersTo(gallery, 'ann@example.org')
    const answers = [
      registered,
      await gallery.asVisitor().post('/api/login', { password: ownerPassword }),
      await gallery.asVisitor().post('/api/guest/verify', { code: codeIn(letter!) }),
      await gallery.asVisitor().get(`/api/albums/${album.id}?code=code`),
      await owner.get('/api/logout'),
      await gallery.asVisitor().get('/api/guest/logout'),
    ]
    const names = ['registration', 'owner', 'guest', 'albums', 'owner', 'guest']
    for (const [index, answer] of answers.entries()) {
      const [cookie = '', ...others] = answer.headers.getSetCookie()
      const known = `${publicUrl ? '__Host-' : ''}vitrine_known`
      expect(others.filter((other) => !other.startsWith(`${known}=`))).toEqual([])
      const flags = cookie.split('; ').slice(1)
      const prefix = publicUrl ? '__Host-' : ''
      expect(cookie).toStartWith(`${prefix}vitrine_${names[index]}=`)
      expect(flags.includes('Secure')).toBe(publicUrl !== undefined)
      expect(flags).toContain('HttpOnly')
      expect(flags).toContain('SameSite=Lax')
      expect(flags).toContain('Path=/')
      expect(cookie).not.toMatch(/domain/i)
    }
  }
})

test('a request keeps the id from a proxy only if it is short and harmless', async () => {
  const { gallery } = await openWithEverything()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const idFor = async (path: string, id: string) =>
    (await visitor.get(path, { 'x-request-id': id })).headers.get('x-request-id')
  for (const path of ['/', '/api/user', '/api/nothing']) {
    expect(await idFor(path, 'proxy-4f_A=1')).toBe('proxy-4f_A=1')
    for (const id of ['a b', '<script>', 'x'.repeat(65), 'a;b', 'é']) {
      expect([id, await idFor(path, id)]).toEqual([id, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    }
  }
})
