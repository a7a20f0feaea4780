// What validation refuses is said in plain words, never in those of the validating library.
import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { z } from 'zod'
import { Batch, Undo } from '../../src/contract/photos/batch.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { RulesChange } from '../../src/contract/site/rules.ts'
import { UxConfigChange } from '../../src/contract/site/ux-config.ts'
import type { Env } from '../../src/http/env.ts'
import { json } from '../../src/http/validate.ts'
import { setValidationMessages } from '../../src/http/validation-messages.ts'
import type { Browser } from '../support/browser.ts'
import {
  addressOf,
  goodBody,
  isWrite,
  keepSession,
  openWithEverything,
  tableOf,
  takesForm,
} from './every-route.ts'

/** Phrases of zod's own messages. */
const raw =
  /Invalid |Unrecognized key|Too (small|big)|expected|received|\bNaN\b|Missing required|undefined/

/** Says what the value must be. */
const plain = /^(must |is |cannot )/

type Described = {
  $ref?: string
  type?: string
  properties?: Record<string, Described>
  allOf?: Described[]
  anyOf?: Described[]
}
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Described }> }
}
type Documented = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Described> }
}

const wrong: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a negative number', -7.5],
  ['a huge number', 1e308],
  ['an empty text', ''],
  ['a text', 'zzz'],
  ['a long text', 'x'.repeat(15_000)],
  ['a list', ['zzz', 1]],
  ['an object', { zzz: 1 }],
]

/** A gallery with its API's document and a client that is owner and guest. */
async function openDocumented() {
  const { gallery, owner, guest, ids } = await openWithEverything()
  for (const [name, value] of guest.cookies) owner.cookies.set(name, value)
  const document = (await (await owner.get('/api/openapi.json')).json()) as Documented
  const operationOf = ({ method, path }: { method: string; path: string }) =>
    document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const fieldsOf = (schema: Described | undefined): string[] => {
    if (!schema) return []
    const named = schema.$ref && document.components.schemas[schema.$ref.split('/').at(-1)!]
    const parts = [...(named ? [named] : []), ...(schema.allOf ?? []), ...(schema.anyOf ?? [])]
    return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(fieldsOf)]
  }
  return { gallery, owner, ids, operationOf, fieldsOf }
}

/** Adds what is badly worded to `problems`, and counts the refused fields. */
async function judge(answer: Response, label: string, problems: string[]): Promise<boolean> {
  if (answer.status < 400) return false
  const { error } = (await answer.json()) as {
    error: { code: number; message: string; details?: { field?: string } }
  }
  const { message, details } = error
  const prefix = `${details?.field}: `
  const isFieldless = message.startsWith('the body ')
  const text = isFieldless ? message.slice('the body '.length) : message.replace(prefix, '')
  const isValidation = isFieldless || message.startsWith(prefix)
  if (raw.test(message) || (isValidation && !plain.test(text))) {
    problems.push(`${label}: ${message}`)
  }
  return answer.status === 400
}

const send = (browser: Browser, method: string, path: string, body: unknown) =>
  browser.request(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

test('every field of every body is refused in plain words that say what it must be', async () => {
  const { gallery, owner, ids, operationOf, fieldsOf } = await openDocumented()
  await using _ = gallery
  const restore = keepSession(owner)
  const problems: string[] = []
  const refused = new Set<string>()
  for (const row of tableOf(gallery).filter((row) => isWrite(row) && !takesForm(row))) {
    const { schema } = operationOf(row)?.requestBody?.content['application/json'] ?? {}
    const good = goodBody(row, ids)
    const address = addressOf(row, row.method === 'DELETE' ? {} : ids)
    const ask = async (label: string, body: unknown) => {
      // So that no rate limit is reached.
      gallery.clock.advance(200_000)
      const answer = await send(owner, row.method, address, body)
      restore()
      return judge(answer, `${row.method} ${row.path} ${label}`, problems)
    }
    for (const field of new Set([...fieldsOf(schema), ...Object.keys(good)])) {
      for (const [what, value] of wrong) {
        // This would delete everything.
        if (row.path === '/api/photo' && field === 'removeFiles' && value === true) continue
        if (await ask(`${field}: ${what}`, { ...good, [field]: value })) {
          refused.add(`${row.method} ${row.path} ${field}`)
        }
      }
      const { [field]: _, ...rest } = good
      if (row.path !== '/api/photo') await ask(`without ${field}`, rest)
    }
    if (schema && row.method !== 'DELETE') await ask('a list', [])
  }
  expect(problems).toEqual([])
  expect(refused.size).toBeGreaterThan(50)
}, 120_000)

test('every parameter of every query is refused in plain words', async () => {
  const { gallery, owner, ids, operationOf } = await openDocumented()
  await using _ = gallery
  const restore = keepSession(owner)
  const problems: string[] = []
  const refused = new Set<string>()
  for (const row of tableOf(gallery).filter(({ method }) => method === 'GET')) {
    const parameters = operationOf(row)?.parameters ?? []
    for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
      for (const value of ['', 'zzz', '-7.5', '1e308', 'x'.repeat(3000), '1&again']) {
        gallery.clock.advance(200_000)
        const query = value === '1&again' ? `${name}=1&${name}=2` : `${name}=${value}`
        const answer = await owner.get(`${addressOf(row, ids)}?${query}`)
        restore()
        if (answer.headers.get('content-type')?.includes('json') === false) continue
        if (await judge(answer, `GET ${row.path}?${query.slice(0, 60)}`, problems)) {
          refused.add(`${row.path} ${name}`)
        }
      }
    }
  }
  expect(problems).toEqual([])
  expect(refused.size).toBeGreaterThan(10)
}, 120_000)

test('no problem known to the library is left to its own wording', () => {
  setValidationMessages()
  const schemas: [z.ZodType, unknown, string][] = [
    [z.literal([0, 1, 2, 3]), 7, 'must be one of 0, 1, 2, 3'],
    [z.enum(['none', 'all']), 'some', 'must be none or all'],
    [z.enum(['true', 'false']), 'yes', 'must be true or false'],
    [z.literal('ok'), 'no', 'must be ok'],
    [z.union([z.uuid(), z.literal('')]), 'x', 'must be an ID (a UUID)'],
    [z.union([z.uuid(), z.literal('')]), 5, 'must be text or empty'],
    [z.union([z.object({ a: z.string() }), z.number()]), { a: 1 }, 'must be text or a number'],
    [UxConfigChange(), { photoStreamAlbumId: 5 }, 'must be an album’s ID, as text, or empty'],
    [UxConfigChange(), { photoStreamAlbumId: 'x' }, 'must be an album’s ID, as text, or empty'],
    [UxConfigChange(), { showBio: 'yes' }, 'must be true or false'],
    [z.strictObject({}), { a: 1, b: 2 }, 'must not contain a, b'],
    [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    [z.number().lt(5), 7, 'must be less than 5'],
    [z.number().gt(5), 1, 'must be more than 5'],
    [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
    [z.string().max(3), 'four', 'must have at most 3 characters'],
    [z.email(), 'x', 'must be an e-mail address'],
    [z.iso.datetime(), 'x', 'must be a date and time'],
    [z.string(), undefined, 'is required'],
    [z.enum(['a']), undefined, 'is required'],
    [z.date(), 'x', 'is not valid; see the API documentation'],
    [z.ipv4(), 'x', 'is not valid; see the API documentation'],
    [z.string().refine(() => false), 'x', 'is not valid; see the API documentation'],
    [z.map(z.string(), z.string()), new Map([[1, 'a']]), 'must be text'],
  ]
  for (const [schema, value, message] of schemas) {
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message)
  }
})

test('a problem deep in a body names what it is about and where that is', async () => {
  const ids = ['11111111-1111-4111-8111-111111111111']
  const ruleOf = (condition: object, action: object = { kind: 'add to photostream' }) => ({
    rules: [
      { conditions: [{ kind: 'rating', atLeast: 1 }], action: { kind: 'add to photostream' } },
      { conditions: [{ kind: 'rating', atLeast: 1 }, condition], action },
    ],
  })
  const rated = { kind: 'rating', atLeast: 2 }
  const undo = (change: object) => ({ steps: [{ ids, change }] })
  const bodies: [Schema, unknown, string][] = [
    [
      Batch,
      { ids, change: { kind: 'keywords', add: ['NewKw', 'new,kw', '  '] } },
      'added keyword 3 must not be empty',
    ],
    [Batch, { ids, change: { kind: 'keywords', remove: [5] } }, 'removed keyword 1 must be text'],
    [
      RulesChange,
      ruleOf({ ...rated, atLeast: 6 }),
      'rule 2, condition 2: rating must be at most 5',
    ],
    [RulesChange, ruleOf({ kind: 'rating' }), 'rule 2, condition 2: rating is required'],
    [
      RulesChange,
      ruleOf({ kind: 'label', is: ' ' }),
      'rule 2, condition 2: label must not be empty',
    ],
    [RulesChange, ruleOf({ kind: 'folder' }), 'rule 2, condition 2: folder is required'],
    [
      RulesChange,
      ruleOf({ kind: 'keyword', how: 'is', keyword: '' }),
      'rule 2, condition 2: keyword must not be empty',
    ],
    [
      RulesChange,
      ruleOf({ kind: 'mood' }),
      'rule 2, condition 2: kind must be one of rating, label, keyword, folder',
    ],
    [RulesChange, ruleOf({}), 'rule 2, condition 2: kind is required'],
    [RulesChange, ruleOf(rated, { kind: 'add to album' }), 'rule 2: album’s name is required'],
    [RulesChange, { rules: [{ action: rated }] }, 'rule 1: conditions is required'],
    [
      Undo,
      undo({ kind: 'putBackInAlbum', albumId: 'x', places: [] }),
      'step 1: album ID must be an ID (a UUID)',
    ],
    [
      Undo,
      undo({ kind: 'putBackInAlbum', albumId: ids[0], places: [{ added: 'x' }] }),
      'step 1, place 1: added must be a number',
    ],
    [Undo, { steps: [{ ids: ['x'], change: {} }] }, 'step 1: ID 1 must be an ID (a UUID)'],
  ]
  for (const [schema, body, message] of bodies) {
    const app = new Hono<Env>()
    app.use((c, next) => {
      c.set('viewer', { isOwner: true, grants: [] })
      return next()
    })
    app.post('/', json(schema), (c) => c.text('accepted'))
    app.onError((error, c) => c.text(error.message))
    const answer = await app.request('/', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(await answer.text()).toBe(message)
  }
})
