// Pages that --shared-pages lets real caches keep, for visitors and for people who are signed in.
import { expect } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { makeAlbum, openGallery, publicPhoto, upload } from '../support/gallery.ts'
import { testWith } from '../support/needs.ts'
import { needs } from '../support/proxies.ts'
import { nginxExample, varnishExample } from '../support/proxy-examples.ts'
import { isHit, startCaches } from '../support/stock-caches.ts'

const tls = { rejectUnauthorized: false }

const through = (base: string, cookies: Browser['cookies'] = new Map()): Browser => {
  const browser = openBrowser(base, { tls })
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}

function viewerOf(text: string): string {
  const flag = (name: string) => text.includes(`"${name}":true`)
  if (flag('isOwner')) return 'owner'
  return flag('isGuest') ? 'guest' : 'visitor'
}

/** For whom a page was made, and whether it is from the cache. */
async function pageFor(browser: Browser, path: string) {
  const answer = await browser.get(path)
  const viewer = viewerOf(await answer.text())
  const isCached = isHit(answer) || answer.headers.get('x-cache-status') === 'HIT'
  return { status: answer.status, viewer, isCached }
}

async function open() {
  const gallery = await openGallery({ sharedPages: 60, trustedProxies: ['127.0.0.1'] })
  const { owner, photo, album } = await publicPhoto(gallery)
  const hidden = await upload(gallery, owner)
  const coded = await makeAlbum(owner, 'Family', [hidden])
  const body = { code: 'open sesame' }
  await owner.data<Album>(`/api/albums/${coded.id}`, { method: 'PUT', body })
  const guest = await gallery.asGuest('Gus')
  return { gallery, owner, guest, coded, pages: ['/', `/photo/${photo.id}`, `/album/${album.id}`] }
}

const anonymous = { status: 200, viewer: 'visitor', isCached: false }
const cached = { ...anonymous, isCached: true }

testWith(needs('nginx'), needs('varnish'))(
  'caches keep the pages for visitors, and no one else gets them or is shown in them',
  async () => {
    const { gallery, owner, guest, coded, pages } = await open()
    await using _ = gallery
    await using caches = await startCaches(gallery)
    // The examples, also in a cache that ignores Vary: their rules for cookies are enough.
    const ignoringVary = (text: string) =>
      text.replace('proxy_cache vitrine;', 'proxy_cache vitrine; proxy_ignore_headers Vary;')
    await using nginx = await nginxExample('nginx-cache.conf', ignoringVary)(gallery)
    await using varnish = await varnishExample(gallery)
    const { nginx: stockNginx, Varnish: stockVarnish } = caches.bases
    for (const base of [stockNginx, stockVarnish, nginx.base, varnish.base]) {
      for (const path of pages) {
        const seen = (browser: Browser) => pageFor(browser, path)
        const label = `${base}${path}`
        expect([label, await seen(through(base, owner.cookies))]).toEqual([
          label,
          { ...anonymous, viewer: 'owner' },
        ])
        expect([label, await seen(through(base))]).toEqual([label, anonymous])
        expect([label, await seen(through(base))]).toEqual([label, cached])
        expect((await seen(through(base, owner.cookies))).viewer).toBe('owner')
        expect((await seen(through(base, guest.cookies))).viewer).toBe('guest')
        expect([label, await seen(through(base))]).toEqual([label, cached])
      }
      const friend = through(base)
      const byCode = `/album/${coded.id}?code=open+sesame`
      expect((await pageFor(friend, byCode)).status).toBe(200)
      expect(friend.cookies.size).toBe(1)
      expect((await pageFor(friend, `/album/${coded.id}`)).status).toBe(200)
      expect((await pageFor(through(base), `/album/${coded.id}`)).status).toBe(404)
      expect((await pageFor(through(base), byCode)).isCached).toBe(false)
    }
  },
  60_000,
)

testWith(needs('nginx'), needs('varnish'))(
  'a cache that ignores Vary and has no rule for cookies still shows visitors only their own pages',
  async () => {
    const { gallery, owner, guest, coded, pages } = await open()
    await using _ = gallery
    await using caches = await startCaches(gallery)
    const base = caches.bases['nginx without Vary']
    const friend = await gallery.asVisitor()
    await friend.get(`/album/${coded.id}?code=open+sesame`)
    for (const path of [...pages, `/album/${coded.id}`, '/account']) {
      for (const { cookies } of [owner, guest, friend]) {
        await pageFor(through(base, cookies), path)
        await pageFor(through(base, cookies), path)
        const { status, viewer } = await pageFor(through(base), path)
        expect([path, status, viewer]).toEqual([
          path,
          path.includes(coded.id) ? 404 : 200,
          'visitor',
        ])
      }
    }
    // The owner can always reach the forms.
    expect((await pageFor(through(base, owner.cookies), '/account')).viewer).toBe('owner')
  },
  60_000,
)
