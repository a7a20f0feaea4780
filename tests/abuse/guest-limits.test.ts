import { describe, expect, test } from 'bun:test'
import { type Browser, errorOf } from '../support/browser.ts'
import { type Gallery, openGallery, publicPhoto } from '../support/gallery.ts'

const minuteMs = 60_000

const comment = (browser: Browser, id: string, body: string, headers = {}) =>
  browser.request(`/api/comments/${id}`, { method: 'POST', body: { body }, headers })
const like = (browser: Browser, id: string, path = 'like', headers = {}) =>
  browser.request(`/api/likes/${id}/${path}`, { method: 'POST', headers })

/** The statuses of `count` requests sent at the same time. */
async function statusesOf(count: number, send: (index: number) => Promise<Response>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => send(index)))
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Guests behind a proxy that passes on their addresses. */
async function guestsOf(gallery: Gallery, count: number): Promise<Browser[]> {
  const guests: Browser[] = []
  for (let index = 0; index < count; index++) {
    gallery.clock.advance(60 * minuteMs)
    guests.push(await gallery.asGuest(`Guest ${String.fromCharCode(65 + index)}`))
  }
  return guests
}

const from = (address: string) => ({ 'x-forwarded-for': address })

describe('guests', () => {
  test('a guest posts five comments a minute, even at the same time, and is told when to continue', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann')
    const post = (body: string) => comment(ann, photo.id, body)
    expect(await statusesOf(50, (index) => post(`${index}`))).toEqual({ 200: 5, 429: 45 })
    gallery.clock.advance(20_000)
    const refused = await post('Once more')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(await errorOf(refused)).toEqual({
      code: 429,
      message: 'you are posting too fast; wait a minute',
    })
    gallery.clock.advance(40_000)
    expect((await post('Once more')).status).toBe(200)
    expect((await ann.data<unknown[]>(`/api/comments/${photo.id}`)).length).toBe(6)
  })

  test('a guest posts sixty comments an hour, even if earlier ones are deleted', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann')
    for (let index = 0; index < 60; index++) {
      if (index % 5 === 0) gallery.clock.advance(minuteMs)
      const answer = await comment(ann, photo.id, `${index}`)
      expect(answer.status).toBe(200)
      const { id } = (await answer.json()).data
      expect((await ann.delete(`/api/comments/${photo.id}/${id}`)).status).toBe(200)
    }
    gallery.clock.advance(minuteMs)
    const refused = await comment(ann, photo.id, 'One too many')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(String(48 * 60))
    gallery.clock.advance(48 * minuteMs)
    expect((await comment(ann, photo.id, 'Later')).status).toBe(200)
  })

  test('a guest likes and unlikes sixty times a minute in total', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann')
    const press = (index: number) => like(ann, photo.id, index % 2 === 0 ? 'like' : 'unlike')
    expect(await statusesOf(100, press)).toEqual({ 200: 60, 429: 40 })
    const refused = await like(ann, photo.id)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await errorOf(refused)).message).toBe('you are liking photos too fast; wait a minute')
    gallery.clock.advance(minuteMs)
    expect((await like(ann, photo.id)).status).toBe(200)
  })

  test('a guest is not limited by another guest, nor by malformed requests', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const [ann, ben] = [await gallery.asGuest('Ann'), await gallery.asGuest('Ben')]
    expect(await statusesOf(9, (index) => comment(ann, photo.id, `${index}`))).toMatchObject({
      200: 5,
    })
    expect(await statusesOf(9, () => comment(ben, photo.id, ''))).toEqual({ 400: 9 })
    expect((await comment(ben, photo.id, 'In peace')).status).toBe(200)
  })
})

test('many guests at one address share four times as much', async () => {
  await using gallery = await openGallery({ trustedProxies: ['127.0.0.1'] })
  const { photo } = await publicPhoto(gallery)
  const guests = await guestsOf(gallery, 6)
  const send = (index: number, address: string) =>
    comment(guests[index % 6]!, photo.id, `${index}`, from(address))
  expect(await statusesOf(30, (index) => send(index, '198.51.100.1'))).toEqual({ 200: 20, 429: 10 })
  // Those refused because of the address still have requests left elsewhere.
  expect(await statusesOf(30, (index) => send(index, '198.51.100.2'))).toEqual({ 200: 10, 429: 20 })
})

test('the owner is not limited', async () => {
  await using gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery)
  expect(await statusesOf(80, (index) => comment(owner, photo.id, `${index}`))).toEqual({ 200: 80 })
  expect(await statusesOf(80, () => like(owner, photo.id))).toEqual({ 200: 80 })
})
