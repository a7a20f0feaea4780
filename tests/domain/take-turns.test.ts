import { beforeEach, describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { anonymousVisitor, ownerViewer, type Viewer } from '../../src/contract/people/viewer.ts'
import type { Env } from '../../src/http/env.ts'
import { errorResponse } from '../../src/http/errors.ts'
import { takesTurns } from '../../src/http/take-turns.ts'

let now: Viewer
let worked: string[]
let app: Hono<Env>

beforeEach(async () => {
  // The turns of the test before are over when the event loop has gone round.
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve))
  now = anonymousVisitor
  worked = []
  app = new Hono<Env>()
    .onError(errorResponse(() => undefined))
    .use(async (c, next) => {
      c.set('clientAddress', c.req.header('from') ?? 'here')
      c.set('viewer', now)
      c.set('viewerNow', () => now)
      await next()
    })
    .get('/twice', takesTurns, (_, next) => next())
    .get('/*', takesTurns, (c) => {
      worked.push(c.req.path)
      // Longer than the time in which further requests need not wait.
      Bun.sleepSync(10)
      return c.json({ isOwner: c.get('viewer').isOwner, guest: c.get('viewer').guest ?? null })
    })
})

const ask = (path: string, from = 'here') =>
  Promise.resolve(app.request(path, { headers: { from } }))

describe('waiting', () => {
  test('an owner who signs out while a request waits is refused', async () => {
    now = ownerViewer
    const [first, second] = [ask('/first'), ask('/second')]
    now = anonymousVisitor
    expect((await first).status).toBe(200)
    expect((await second).status).toBe(401)
    expect(worked).toEqual(['/first'])
  })

  test('a guest whose session ends while a request waits is told so', async () => {
    now = { ...anonymousVisitor, guest: 7 }
    const [first, second] = [ask('/first'), ask('/second')]
    now = anonymousVisitor
    expect((await first).status).toBe(200)
    expect((await second).status).toBe(401)
  })

  test('an album that is closed to a visitor while a request waits stays closed', async () => {
    now = { ...anonymousVisitor, grants: [3] }
    let seen: readonly number[] | undefined
    const other = new Hono<Env>()
      .use(async (c, next) => {
        c.set('clientAddress', 'here')
        c.set('viewer', now)
        c.set('viewerNow', () => now)
        await next()
      })
      .get('/', takesTurns, (c) => {
        seen = c.get('viewer').grants
        return c.text('')
      })
    const [first, second] = [ask('/first'), other.request('/')]
    now = anonymousVisitor
    await Promise.all([first, second])
    expect(seen).toEqual([])
  })
})

test('a request that is passed on to another route waits only once', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask('/twice')))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(worked.length).toBe(6)
})

test('the requests of another address do not wait for those of the first', async () => {
  const many = Array.from({ length: 50 }, (_, number) => ask(`/many/${number}`, 'one'))
  const other = ask('/other', 'another')
  await Promise.all([...many, other])
  expect(worked.indexOf('/other')).toBeLessThan(3)
})
