import { expect, test } from 'bun:test'
import { docsPage } from '../../src/http/openapi/docs-page.ts'
import { notation, parametersNotation } from '../../src/http/openapi/notation.ts'
import { sectionOf } from '../../src/http/openapi/openapi-sections.ts'
import { plainSchemas } from '../../src/http/openapi/plain-schemas.ts'

const read = (schema: Parameters<typeof notation>[0]) =>
  notation(schema)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")

test.each([
  ['uuid', { type: 'string', format: 'uuid' }],
  ['ISO8601 | null', { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }],
  ['string | null', { type: ['string', 'null'] }],
  ["'a' | 'b'", { type: 'string', enum: ['a', 'b'] }],
  ['0 | 5', { enum: [0, 5] }],
  ["''", { const: '' }],
  ['1..12', { type: 'integer', minimum: 1, maximum: 12 }],
  ['int ≥ 0', { type: 'integer', minimum: 0 }],
  ['number', { type: 'number' }],
  ['boolean', { type: 'boolean' }],
  ['unknown', {}],
  ['string[]', { type: 'array', items: { type: 'string' } }],
  ['(string | null)[]', { type: 'array', items: { type: ['string', 'null'] } }],
  ['{ [name]: int }', { type: 'object', additionalProperties: { type: 'integer' } }],
  [
    '{ like: boolean, name?: string }',
    {
      type: 'object',
      properties: { like: { type: 'boolean' }, name: { type: 'string' } },
      required: ['like'],
    },
  ],
  [
    "{\n  name: string // of the album; at most 9 characters; '' when absent\n}",
    {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'of the album', maxLength: 9, default: '' },
      },
      required: ['name'],
    },
  ],
] as const)('a schema is written as %j', (expected, schema) => {
  expect(read(schema as never)).toBe(expected)
})

test('the name of a schema is a link to it', () => {
  expect(notation({ $ref: '#/components/schemas/Photo' }).toString()).toBe(
    '<a href="#type-Photo">Photo</a>',
  )
  const list = { type: 'array', items: { $ref: '#/components/schemas/Photo' } } as const
  expect(read(list as never)).toBe('Photo[]')
})

test('the text of a schema is never markup', () => {
  const parameters = parametersNotation([
    { name: '<b>', in: 'query', description: '<script>', schema: { type: 'string' } },
  ])
  expect(parameters.toString()).not.toMatch(/<(b|script)>/)
  const page = docsPage({
    openapi: '3.1.0',
    info: { title: '<i>Ann</i>', version: '1', description: '' },
    tags: [],
    paths: {},
    components: { schemas: {} },
  })
  expect(page.toString()).toContain('&lt;i&gt;Ann&lt;/i&gt;')
  expect(page.toString()).not.toContain('<i>Ann')
})

test('the page leaves out meaningless bounds and patterns of named formats, and keeps real ones', () => {
  expect(
    plainSchemas({
      a: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 5 },
      b: { type: 'string', format: 'uuid', pattern: '^x$' },
      c: { type: 'string', pattern: '^x$' },
      d: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      e: { anyOf: [{ $ref: '#/components/schemas/Edit' }, { type: 'null' }] },
      properties: { minimum: { type: 'string' }, pattern: { type: 'string' } },
    }),
  ).toEqual({
    a: { type: 'integer', maximum: 5 },
    b: { type: 'string', format: 'uuid' },
    c: { type: 'string', pattern: '^x$' },
    d: { type: ['integer', 'null'] },
    e: { anyOf: [{ $ref: '#/components/schemas/Edit' }, { type: 'null' }] },
    properties: { minimum: { type: 'string' }, pattern: { type: 'string' } },
  } as never)
})

test('a path outside every section throws', () => {
  expect(sectionOf('/photos/:id')).toBe('Photos')
  expect(() => sectionOf('/nothing')).toThrow('belongs to no section')
})
