// A gallery with its own domain before its first certificate: only http on this machine reaches it.
import { expect, test } from 'bun:test'
import { type Gallery, openGallery } from '../support/gallery.ts'
import { ownerPassword } from '../support/quick-claims.ts'

const domain = 'photos.example.org'
const publicUrl = `https://${domain}`
const openAtDomain = async () => {
  const gallery = await openGallery({ domain: [domain], publicUrl })
  await gallery.services.owner.setPassword(ownerPassword)
  return gallery
}

/** What a browser sends from the gallery's own page at `host`. */
const fromPage = (host: string) => ({
  host,
  origin: `http://${host}`,
  'sec-fetch-site': 'same-origin',
})

const signIn = (gallery: Gallery, headers: Record<string, string>) =>
  gallery.asVisitor().request('/api/login', {
    method: 'POST',
    body: { password: ownerPassword },
    headers,
  })

test('the owner signs in and writes at the address of this machine, by http', async () => {
  await using gallery = await openAtDomain()
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    const headers = fromPage(`${name}:${gallery.port}`)
    const answer = await signIn(gallery, headers)
    expect(answer.status).toBe(200)
    const cookies = answer.headers.getSetCookie()
    expect(cookies[0]).toStartWith('vitrine_owner=')
    for (const cookie of cookies) {
      expect(cookie.split('; ')).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax']))
      expect(cookie).not.toContain('Secure')
    }
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
    const browser = gallery.asVisitor()
    const sent = { ...headers, cookie }
    const write = { method: 'PUT', body: { bio: 'Before the certificate' }, headers: sent }
    expect((await browser.request('/api/user', write)).status).toBe(200)
    // Elsewhere, a cookie that any program on this machine could set is worth nothing.
    for (const other of [
      { ...sent, host: domain, origin: publicUrl },
      { ...sent, 'x-forwarded-for': '192.0.2.1' },
    ]) {
      expect((await browser.request('/api/status', { headers: other })).status).toBe(401)
    }
    expect((await browser.request('/api/status', { headers: sent })).status).toBe(200)
  }
})

test('pages of other sites and programs cannot write at the address of this machine', async () => {
  await using gallery = await openAtDomain()
  const own = fromPage(`localhost:${gallery.port}`)
  for (const foreign of [
    { ...own, origin: 'http://evil.example' },
    { ...own, origin: 'http://localhost:3000' },
    { ...own, 'sec-fetch-site': 'same-site' },
    // A name that an attacker leads to this machine.
    fromPage(`evil.example:${gallery.port}`),
    fromPage(`localhost.evil.example:${gallery.port}`),
    // A proxy on this machine that changes the Host.
    { ...own, 'x-forwarded-for': '192.0.2.1' },
    { ...own, forwarded: 'for=192.0.2.1' },
  ]) {
    const answer = await signIn(gallery, foreign)
    expect([foreign, answer.status]).toEqual([foreign, 403])
    expect(answer.headers.getSetCookie()).toEqual([])
  }
})

test('a proxy for https that changes the Host never gets cookies without Secure', async () => {
  await using gallery = await openGallery({ publicUrl })
  await gallery.services.owner.setPassword(ownerPassword)
  const host = `127.0.0.1:${gallery.port}`
  expect((await signIn(gallery, fromPage(host))).status).toBe(403)
  const proxied = await signIn(gallery, { host, origin: publicUrl })
  expect(proxied.headers.getSetCookie()[0]).toMatch(/^__Host-vitrine_owner=.*; Secure/)
})
