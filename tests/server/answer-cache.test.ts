import { expect, spyOn, test } from 'bun:test'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, publicPhoto } from '../support/gallery.ts'

async function textOf(browser: Browser, address: string): Promise<string> {
  const answer = await browser.get(address)
  expect([address, answer.status]).toEqual([address, 200])
  return answer.text()
}

test('equivalent addresses are computed once, whatever else is in the query', async () => {
  await using gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery)
  const album = await makeAlbum(owner, 'Open', [photo])
  const { photos, uxConfig } = gallery.services
  using listing = spyOn(photos, 'list')
  using configuring = spyOn(uxConfig, 'get')
  const visitor = gallery.asVisitor()
  for (const addresses of [
    ['/', '/?x=1', '/?x=2&y=3', '/?q=no+search+here', '/?utm_source=elsewhere'],
    ['/?offset=12', '/?x=1&offset=12', '/?offset=12&offset=24'],
    [
      '/photo?q=E-10&cameraModel=E-10',
      '/photo?cameraModel=E-10&x=1&q=E-10',
      '/photo?q=E%2D10&cameraModel=E-10',
    ],
    [`/album/${album.id}`, `/album/${album.id}?x=1`, `/album/${album.id}?show=grid&y=2`],
    [
      `/album/${album.id}?q=E-10&camera=e-10`,
      `/album/${album.id}?camera=e-10&x=1&q=E-10`,
      `/album/${album.id}?q=E%2D10&camera=e%2D10`,
    ],
    [
      '/api/photos?limit=12&offset=0',
      '/api/photos?x=1&offset=0&limit=12',
      '/api/photos?limit=012&offset=00',
    ],
    [
      '/api/photos/search?limit=12&cameraModel=E-10&q=e-10',
      '/api/photos/search?q=e-10&x=&limit=12&cameraModel=E-10',
    ],
    [`/api/albums/${album.id}/photos?limit=9`, `/api/albums/${album.id}/photos?limit=9&x=1`],
    ['/api/user/config', '/api/user/config?x=1', '/api/user/config?limit=1'],
  ]) {
    const [first, ...others] = addresses
    const bodies = [await textOf(visitor, first!)]
    listing.mockClear()
    configuring.mockClear()
    for (const address of others) bodies.push(await textOf(visitor, address))
    expect([first!, new Set(bodies).size]).toEqual([first!, 1])
    const calls = [listing.mock.calls.length, configuring.mock.calls.length]
    expect([first!, ...calls]).toEqual([first!, 0, 0])
  }
})

test('a request with a code bypasses the cache', async () => {
  await using gallery = await openGallery()
  await publicPhoto(gallery)
  const { uxConfig } = gallery.services
  using configuring = spyOn(uxConfig, 'get')
  const visitor = gallery.asVisitor()
  for (const address of ['/guest?code=a', '/api/user/config?code=wrong', '/?code=wrong']) {
    // The first request also reads what every page of this data version shares.
    expect((await visitor.get(address)).status).toBe(200)
    configuring.mockClear()
    expect((await visitor.get(address)).status).toBe(200)
    const once = configuring.mock.calls.length
    expect(once).toBeGreaterThan(0)
    expect((await visitor.get(address)).status).toBe(200)
    expect([address, configuring.mock.calls.length]).toEqual([address, 2 * once])
  }
})
