import { expect, test } from 'bun:test'
import type { Browser } from '../support/browser.ts'
import { openFakeDrive } from '../support/fake-drive.ts'
import { type Gallery, openGallery } from '../support/gallery.ts'

const noCalls = { code: 0, refresh: 0, revoke: 0 }

async function withDrive() {
  const fake = await openFakeDrive()
  const gallery = await openGallery({
    googleClientId: fake.clientId,
    googleClientSecret: fake.clientSecret,
    googleUrl: fake.url,
  })
  return { fake, gallery }
}

/** The address that Google redirects a browser to after consent, as a path of the gallery. */
async function callbackAddress(gallery: Gallery, address: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  expect(back.origin).toBe(gallery.address())
  return back.pathname + back.search
}

test('only the owner can start connecting to Google, and it ends at one of a few pages', async () => {
  const { fake, gallery } = await withDrive()
  await using _ = fake
  await using __ = gallery
  const owner = await gallery.asOwner()
  const path = '/api/drive/auth?redir=/user/drive'
  expect((await gallery.asVisitor().get(path)).status).toBe(401)
  const page = await gallery.asVisitor().get(path, { Accept: 'text/html,*/*' })
  expect([page.status, page.headers.get('location')]).toEqual([302, '/account/drive?error=sign-in'])
  const there = await owner.get(path)
  expect(there.status).toBe(302)
  const google = there.headers.get('location')!
  expect(google).toStartWith(`${fake.url}/`)
  const back = await owner.get(await callbackAddress(gallery, google))
  expect([back.status, back.headers.get('location')]).toEqual([302, '/user/drive'])
  expect(fake.oauth.calls.code).toBe(1)
  expect(await owner.data<object>('/api/drive/authenticated')).toMatchObject({
    authenticated: true,
  })
})

test('no other address can be requested as the page to return to', async () => {
  const { fake, gallery } = await withDrive()
  await using _ = fake
  await using __ = gallery
  const owner = await gallery.asOwner()
  for (const redir of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '%2f%2fevil.example',
    '/user/drive%0d%0aSet-Cookie:x=1',
    '/user/drive\r\nLocation: https://evil.example',
    '/user/drive/../../x',
    '/user/drive?x=https://evil.example',
    'javascript:alert(1)',
    '',
  ]) {
    const answer = await owner.get(`/api/drive/auth?${new URLSearchParams({ redir })}`)
    expect([redir, answer.status, answer.headers.get('location')]).toEqual([redir, 400, null])
  }
  expect((await owner.get('/api/drive/auth')).status).toBe(400)
  expect(fake.oauth.calls).toEqual(noCalls)
})

test('a callback that is not the owner’s own leads to the Drive screen without contacting Google', async () => {
  const { fake, gallery } = await withDrive()
  await using _ = fake
  await using __ = gallery
  const owner = await gallery.asOwner()
  const elsewhere = await gallery.asOwner()
  const begin = async () =>
    callbackAddress(
      gallery,
      (await owner.get('/api/drive/auth?redir=/user/drive')).headers.get('location')!,
    )
  const back = await begin()
  const without = (name: string) => {
    const url = new URL(back, gallery.base)
    url.searchParams.delete(name)
    return url.pathname + url.search
  }
  const endOf = async (browser: Browser, path: string) => {
    const answer = await browser.get(path)
    return [answer.status, answer.headers.get('location')]
  }
  const end = (error: string) => [302, `/account/drive?error=${error}`]
  expect(await endOf(gallery.asVisitor(), back)).toEqual(end('signed-out'))
  expect(await endOf(elsewhere, back)).toEqual(end('other-session'))
  for (const path of [
    back,
    without('state'),
    '/api/drive/callback?state=guessed&code=x',
    '/api/drive/callback',
    `/api/drive/callback?state=${'x'.repeat(300)}`,
    '/api/drive/callback?state=a&state=b',
    '/api/drive/callback?error=access_denied&state=%00',
  ]) {
    expect([path, ...(await endOf(owner, path))]).toEqual([path, ...end('expired')])
  }
  expect(fake.oauth.calls).toEqual(noCalls)
  expect(await owner.data<object>('/api/drive/authenticated')).toMatchObject({
    authenticated: false,
  })
})
