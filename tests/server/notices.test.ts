// How the owner is told of problems, with services on the loopback that receive the notices.

import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { ChannelKind } from '../../src/contract/site/notice-kinds.ts'
import type { Notices, NoticeTest } from '../../src/contract/site/notices.ts'
import { dayMs, hourMs, minuteMs } from '../../src/core/time.ts'
import { backUp, newFolder, restoreInto } from '../support/backups.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { clearAway, temporaryFolder } from '../support/executable.ts'
import { type Gallery, openGallery, upload } from '../support/gallery.ts'
import { letters } from '../support/mailbox.ts'
import { openSmtp } from '../support/smtp.ts'

type Received = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

/** A service that records what it receives; `answer` is what it says. */
function openService() {
  const received: Received[] = []
  let answer: () => Response | Promise<Response> = () => new Response('ok')
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { method, url, headers } = request
      received.push({ method, path: new URL(url).pathname, headers, body: await request.text() })
      return answer()
    },
  })
  services.push(server)
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    answerWith: (next: typeof answer) => {
      answer = next
    },
  }
}

const services: Bun.Server<undefined>[] = []
afterAll(async () => {
  for (const service of services) await service.stop(true)
  await clearAway()
})

const add = (owner: Browser, kind: ChannelKind, address: string, secret?: string) =>
  owner.data<Notices>('/api/safety/notices', {
    method: 'POST',
    body: { kind, address, ...(secret !== undefined && { secret }) },
  })
const noticesOf = (owner: Browser) => owner.data<Notices>('/api/safety/notices')
const look = async (gallery: Gallery, ms = 0) => {
  gallery.clock.advance(ms)
  await gallery.services.notices.look()
}
/** Without the problem that all backups of tests have: they are on the gallery's disk. */
const eventsOf = (received: readonly Received[]): string[] =>
  received.flatMap(({ body }) => {
    const { type, data } = JSON.parse(body)
    return data.text.includes('same disk') ? [] : [`${type}, ${data.kind}`]
  })
const secret = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`

/** A photo without a backup, which is a problem. */
async function openTroubled(settings: Parameters<typeof openGallery>[0] = {}) {
  const gallery = await openGallery({ volumeWarning: false, ...settings })
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  return { gallery, owner }
}

test('the owner is told of a problem once, again after a day, and when it is solved', async () => {
  const { gallery, owner } = await openTroubled()
  await using _ = gallery
  const service = openService()
  await add(owner, 'webhook', `${service.url}/hook`, secret)
  await look(gallery)
  expect(eventsOf(service.received)).toEqual(['problem, backup'])
  await look(gallery, minuteMs)
  await look(gallery, 23 * hourMs)
  expect(service.received).toHaveLength(1)
  await look(gallery, hourMs)
  expect(eventsOf(service.received)).toEqual(['problem, backup', 'reminder, backup'])
  await backUp(gallery, await newFolder())
  await look(gallery, minuteMs)
  await look(gallery, 9 * minuteMs)
  expect(eventsOf(service.received)).toHaveLength(2)
  await look(gallery, minuteMs)
  await look(gallery, 2 * dayMs)
  expect(eventsOf(service.received).slice(2)).toEqual(['solved, backup'])

  const [first] = service.received
  const { data, timestamp } = JSON.parse(first!.body)
  expect(data).toMatchObject({
    gallery: { name: 'Ann Example', address: gallery.address() },
    text: 'There is no backup yet. If this disk fails, your photos are lost.',
    since: timestamp,
  })
  const id = first!.headers.get('webhook-id')
  const signed = `${id}.${first!.headers.get('webhook-timestamp')}.${first!.body}`
  const signature = createHmac('sha256', 'twenty-four random bytes').update(signed)
  expect(first!.headers.get('webhook-signature')).toBe(`v1,${signature.digest('base64')}`)
})

test('ntfy, Gotify and mail get a notice in their own forms', async () => {
  const { gallery, owner } = await openTroubled({ name: 'Ann & Søn' })
  await using _ = gallery
  const service = openService()
  await add(owner, 'ntfy', `${service.url}/path/my-gallery`, 'tk_a_token')
  await add(owner, 'gotify', `${service.url}/gotify/`, 'A-token-of-it')
  await add(owner, 'email', ' Ann@Example.org ')
  await look(gallery)
  const problem = 'There is no backup yet. If this disk fails, your photos are lost.'
  const status = `${gallery.address()}/account/status`
  const [ntfy, gotify] = service.received
  expect(ntfy!.path).toBe('/path')
  expect(ntfy!.headers.get('authorization')).toBe('Bearer tk_a_token')
  expect(JSON.parse(ntfy!.body)).toEqual({
    topic: 'my-gallery',
    title: 'Ann & Søn',
    message: expect.stringContaining(`${problem}\nTo make one`),
    priority: 4,
    tags: ['warning'],
    click: status,
  })
  expect(gotify!.path).toBe('/gotify/message')
  expect(gotify!.headers.get('x-gotify-key')).toBe('A-token-of-it')
  expect(JSON.parse(gotify!.body)).toMatchObject({
    title: 'Ann & Søn',
    priority: 8,
    extras: { 'client::notification': { click: { url: status } } },
  })
  const sent = await letters(gallery)
  expect(sent.map(({ to }) => to.toLowerCase())).toEqual(['ann@example.org'])
  expect(sent[0]!.text).toContain(problem)
  expect(sent[0]!.text).toContain(status)
  const email = (await noticesOf(owner)).channels.find(({ kind }) => kind === 'email')!
  const test = { method: 'POST' }
  const { problem: told } = await owner.data<NoticeTest>(
    `/api/safety/notices/${email.id}/test`,
    test,
  )
  expect(told).toContain('only written to outbox/')
})

test('a service that is away gets the notice later, and the others get it at once', async () => {
  const { gallery, owner } = await openTroubled()
  await using _ = gallery
  const [away, there] = [openService(), openService()]
  away.answerWith(() => new Response('', { status: 503 }))
  await add(owner, 'webhook', away.url, secret)
  await add(owner, 'webhook', there.url, secret)
  await look(gallery)
  expect(there.received).toHaveLength(1)
  expect((await noticesOf(owner)).channels).toMatchObject([
    { waiting: 1, last: { problem: 'The service answered with 503.' } },
    { waiting: 0, last: { problem: null } },
  ])
  // The pauses grow: nothing is sent before its time.
  await look(gallery, minuteMs - 1)
  expect(away.received).toHaveLength(1)
  await look(gallery, 1)
  await look(gallery, minuteMs)
  expect(away.received).toHaveLength(2)
  away.answerWith(() => new Response(null, { status: 204 }))
  await look(gallery, minuteMs)
  expect(new Set(away.received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
  expect((await noticesOf(owner)).channels[0]).toMatchObject({
    waiting: 0,
    last: { problem: null },
  })
  expect(there.received).toHaveLength(1)

  away.answerWith(() => new Response('', { status: 500 }))
  await look(gallery, dayMs)
  expect((await noticesOf(owner)).channels[0]).toMatchObject({ waiting: 1 })
  // The next reminder takes its place.
  for (let day = 0; day < 3; day++) await look(gallery, dayMs)
  expect((await noticesOf(owner)).channels[0]!.waiting).toBe(1)
})

test('a problem that is over before its notice could be sent is not told', async () => {
  let isAway = true
  await using smtp = await openSmtp({
    recipient: () => (isAway ? { code: 451, text: 'try later' } : undefined),
  })
  const { gallery, owner } = await openTroubled({
    smtpUrl: smtp.url,
    mailFrom: 'photos@example.org',
  })
  await using _ = gallery
  const [away, there] = [openService(), openService()]
  away.answerWith(() => new Response('', { status: 503 }))
  await add(owner, 'webhook', away.url, secret)
  await add(owner, 'webhook', there.url, secret)
  await add(owner, 'email', 'ann@example.org')
  const lookAndMail = async (ms = 0) => {
    await look(gallery, ms)
    await gallery.services.mail.flush()
  }
  const backupEvents = (received: readonly Received[]) =>
    eventsOf(received).filter((event) => event.endsWith(', backup'))
  await lookAndMail()
  // Unsent notices of the same problem do not pile up.
  await lookAndMail(dayMs)
  await backUp(gallery, await newFolder())
  await lookAndMail(minuteMs)
  const tried = away.received.length
  away.answerWith(() => new Response('ok'))
  isAway = false
  // It may be over, and nothing is said until that is clear.
  await lookAndMail(9 * minuteMs)
  expect(backupEvents(away.received.slice(tried))).toEqual([])
  await lookAndMail(minuteMs)
  await lookAndMail(2 * hourMs)
  expect(backupEvents(away.received.slice(tried))).toEqual([])
  expect(smtp.deliveries.filter(({ raw }) => raw.includes('There is no backup yet'))).toEqual([])
  expect(gallery.services.mail.health().waiting).toBe(0)
  expect((await noticesOf(owner)).channels.map(({ waiting }) => waiting)).toEqual([0, 0, 0])
  const told = ['problem, backup', 'reminder, backup', 'solved, backup']
  expect(backupEvents(there.received)).toEqual(told)
})

test('a service that missed the first notice gets the next one as the first', async () => {
  const { gallery, owner } = await openTroubled()
  await using _ = gallery
  const service = openService()
  service.answerWith(() => new Response('', { status: 503 }))
  await add(owner, 'webhook', service.url, secret)
  await look(gallery)
  await look(gallery, dayMs)
  service.answerWith(() => new Response('ok'))
  await look(gallery, hourMs)
  // Nobody has heard of it yet, so it is no reminder.
  expect(eventsOf(service.received.slice(2))).toEqual(['problem, backup'])
  await backUp(gallery, await newFolder())
  await look(gallery, minuteMs)
  await look(gallery, 10 * minuteMs)
  expect(eventsOf(service.received.slice(3))).toEqual(['solved, backup'])
})

test('a notice that was being sent when the gallery ended is sent after the next start', async () => {
  const { gallery, owner } = await openTroubled({ keepFolder: true })
  const service = openService()
  const ended = Promise.withResolvers<Response>()
  service.answerWith(() => ended.promise)
  await add(owner, 'webhook', service.url, secret)
  const looking = look(gallery)
  while (service.received.length === 0) await Bun.sleep(5)
  await gallery.abandon()
  ended.resolve(new Response('too late'))
  await looking

  service.answerWith(() => new Response('ok'))
  await using next = await openGallery({ data: gallery.data, volumeWarning: false })
  next.clock.advance(gallery.clock.now() - next.clock.now())
  await look(next)
  expect(service.received).toHaveLength(1)
  await look(next, minuteMs)
  await look(next, minuteMs)
  const ids = service.received.map(({ headers }) => headers.get('webhook-id'))
  expect(ids).toEqual([ids[0]!, ids[0]!])
  expect((await noticesOf(await next.asOwner())).channels).toMatchObject([{ waiting: 0 }])
})

test('a heartbeat is called after each good backup, and never for a problem', async () => {
  const { gallery, owner } = await openTroubled()
  await using _ = gallery
  const service = openService()
  const folder = await newFolder()
  await backUp(gallery, folder)
  gallery.clock.advance(minuteMs)
  await add(owner, 'heartbeat', `${service.url}/ping/1`)
  await look(gallery)
  expect(service.received).toEqual([])
  gallery.clock.advance(hourMs)
  await backUp(gallery, folder)
  await look(gallery)
  await look(gallery, minuteMs)
  expect(service.received.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/ping/1', ''],
  ])
  // Without another backup, a problem comes after a week.
  await look(gallery, 10 * dayMs)
  expect(service.received).toHaveLength(1)
})

test('a test is sent at once and says what is wrong, and nothing else is sent', async () => {
  const { gallery, owner } = await openTroubled()
  await using _ = gallery
  const service = openService()
  const { channels } = await add(owner, 'webhook', service.url, secret)
  const tryOut = () =>
    owner.data<NoticeTest>(`/api/safety/notices/${channels[0]!.id}/test`, { method: 'POST' })
  expect(await tryOut()).toEqual({ problem: null })
  expect(eventsOf(service.received)).toEqual(['test, test'])
  service.answerWith(() => new Response('', { status: 403 }))
  const refused = 'The service answered with 403: check the secret or token.'
  expect(await tryOut()).toEqual({ problem: refused })
  // A redirect is not followed: it could lead the secret elsewhere.
  const other = openService()
  service.answerWith(() => Response.redirect(`${other.url}/else`, 307))
  const redirected = `The service redirects to ${other.url}/else. Enter the address that it wants.`
  expect(await tryOut()).toEqual({ problem: redirected })
  expect(other.received).toEqual([])
  const [channel] = (await noticesOf(owner)).channels
  expect(channel).toMatchObject({ waiting: 0, last: { problem: redirected } })
})

test('channels are refused with a reason, and never show their secret', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const refused = async (body: object, method = 'POST', path = '') => {
    const answer = await owner.request(`/api/safety/notices${path}`, { method, body })
    const { code, message, details } = await errorOf(answer)
    return [code, message, details?.field]
  }
  const address = 'https://hooks.example.org/a'
  expect(await refused({ kind: 'webhook', address })).toEqual([
    400,
    'secret: is required',
    'secret',
  ])
  for (const bad of [
    'hooks.example.org',
    'ftp://hooks.example.org',
    'javascript:alert(1)',
    '//a',
  ]) {
    const [code, , field] = await refused({ kind: 'ntfy', address: bad })
    expect([bad, code, field]).toEqual([bad, 400, 'address'])
  }
  expect((await refused({ kind: 'email', address: 'ann' })).slice(2)).toEqual(['address'])
  expect((await refused({ kind: 'email', address: 'a@example.org', secret })).slice(2)).toEqual([
    'secret',
  ])
  expect((await refused({ kind: 'pager', address })).slice(2)).toEqual(['kind'])

  const { channels } = await add(owner, 'webhook', address, secret)
  expect(JSON.stringify(channels)).not.toContain(secret)
  const path = `/${channels[0]!.id}`
  const change = (body: object) =>
    owner.data<Notices>(`/api/safety/notices${path}`, { method: 'PUT', body })
  expect((await change({ kind: 'webhook', address })).channels).toMatchObject([{ hasSecret: true }])
  // The secret of one service is not sent to another one.
  const elsewhere = { kind: 'webhook', address: 'https://other.example.org' }
  expect(await refused(elsewhere, 'PUT', path)).toEqual([400, 'secret: is required', 'secret'])
  expect((await change({ ...elsewhere, kind: 'ntfy' })).channels).toMatchObject([
    { kind: 'ntfy', hasSecret: false },
  ])
  const missing = '/00000000-0000-4000-8000-000000000000'
  expect((await refused(elsewhere, 'DELETE', missing))[0]).toBe(404)
  expect((await refused({}, 'POST', `${missing}/test`))[0]).toBe(404)
  for (let more = 1; more < 10; more++) await add(owner, 'ntfy', `${address}${more}`)
  expect((await refused({ kind: 'ntfy', address }))[0]).toBe(409)
  await owner.data(`/api/safety/notices${path}`, { method: 'DELETE' })
  expect((await noticesOf(owner)).channels).toHaveLength(9)
})

test('a backup has no secret of a channel, and a restored gallery asks for it', async () => {
  const { gallery, owner } = await openTroubled()
  await using _ = gallery
  const service = openService()
  service.answerWith(() => new Response('', { status: 500 }))
  await add(owner, 'webhook', service.url, secret)
  await look(gallery)
  const folder = await newFolder()
  await backUp(gallery, folder)
  const data = join(temporaryFolder(), 'restored')
  await restoreInto(data, folder)
  const database = new Database(join(data, 'vitrine.db'), { readonly: true })
  expect(database.query('SELECT secret FROM notice_channel').all()).toEqual([{ secret: null }])
  expect(database.query('SELECT * FROM notice_delivery').all()).toEqual([])
  database.close()
  await using restored = await openGallery({ data, volumeWarning: false })
  const there = await restored.asOwner()
  const [channel] = (await noticesOf(there)).channels
  expect(channel).toMatchObject({
    hasSecret: false,
    waiting: 0,
    last: { problem: expect.stringContaining('Enter it again.') },
  })
  const asked = service.received.length
  const answer = await there.data<NoticeTest>(`/api/safety/notices/${channel!.id}/test`, {
    method: 'POST',
  })
  expect(answer.problem).toStartWith('The secret is not known here')
  expect(service.received).toHaveLength(asked)
})
