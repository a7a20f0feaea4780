import type { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { ownValue } from '../../contract/own-value.ts'
import type { Role } from '../../contract/people/roles.ts'
import { pause } from '../../core/concurrency/turns.ts'
import { version } from '../../core/version.ts'
import type { Env } from '../env.ts'
import { type Row, routeTable } from '../route.ts'
import { commonErrors, errorResponses } from './openapi-errors.ts'
import { introduction } from './openapi-introduction.ts'
import { codeParameter, isOpenedByCode, pathParameters } from './openapi-parameters.ts'
import { sectionOf, sections } from './openapi-sections.ts'
import { plainSchemas } from './plain-schemas.ts'

export type Operation = Omit<OpenApi.OperationObject, 'parameters'> & {
  operationId: string
  summary: string
  tags: [string]
  'x-role': Role
  parameters: OpenApi.ParameterObject[]
  responses: OpenApi.ResponsesObject
}
export type Document = Omit<OpenApi.Document, 'paths'> & {
  info: { description: string }
  tags: OpenApi.TagObject[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, OpenApi.SchemaObject> }
}

const base = '/api'

/** One path at a time, because all of them together take a quarter of a second. */
async function generateInParts({ routes }: Hono<Env>) {
  const paths: OpenApi.PathsObject = {}
  const schemas: Record<string, OpenApi.SchemaObject> = {}
  for (const ofPath of Map.groupBy(routes, ({ path }) => path).values()) {
    const part = plainSchemas(
      // The generator reads nothing else of the app.
      await generateSpecs({ routes: ofPath } as Hono<Env>, {
        excludeStaticFile: false,
        defaultValidationErrorResponse: false,
      }),
    )
    Object.assign(paths, part.paths)
    Object.assign(schemas, part.components?.schemas)
    await pause()
  }
  return { paths, components: { schemas } }
}

/** Generated from the schemas that validate requests. */
export async function describeApi(api: Hono<Env>): Promise<Document> {
  const generated = await generateInParts(api)
  const rows = routeTable(api.routes)
  const paths = new Map<string, Record<string, Operation>>()
  for (const row of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    const method = row.method.toLowerCase()
    const operation = ownValue(ownValue(generated.paths ?? {}, path) ?? {}, method)
    if (!operation) throw new Error(`${row.method} ${row.path} is not in the document`)
    const described = describeRow(row, operation as OpenApi.OperationObject)
    paths.set(base + path, { ...paths.get(base + path), [method]: described })
  }
  const used = new Set(rows.map(({ path }) => sectionOf(path)))
  return {
    openapi: '3.1.0',
    info: { title: 'Vitrine', version, description: introductionText() },
    tags: sections
      .filter(({ name }) => used.has(name))
      .map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: generated.components?.schemas ?? {},
      responses: commonErrors,
      securitySchemes: {
        owner: { type: 'apiKey', in: 'cookie', name: 'vitrine_owner' },
        guest: { type: 'apiKey', in: 'cookie', name: 'vitrine_guest' },
      },
    },
  }
}

const securityOf: Record<Role, OpenApi.SecurityRequirementObject[]> = {
  anybody: [],
  guest: [{ guest: [] }],
  member: [{ guest: [] }, { owner: [] }],
  owner: [{ owner: [] }],
}

function describeRow(row: Row, generated: OpenApi.OperationObject): Operation {
  const { role, summary, path, form, response } = row
  const validated = (generated.parameters ?? []) as OpenApi.ParameterObject[]
  const query = [
    ...validated.filter((parameter) => parameter.in === 'query').map(asNumber),
    ...(row.parameters ?? []),
    ...(isOpenedByCode(row) ? [codeParameter] : []),
  ]
  const requestBody = form
    ? { required: true, content: { 'multipart/form-data': { schema: form } } }
    : generated.requestBody
  const status = 'redirect' in response ? 302 : 200
  return {
    operationId: row.operationId ?? generated.operationId!,
    summary,
    tags: [sectionOf(path)],
    'x-role': role,
    security: securityOf[role],
    parameters: [...pathParameters(path), ...query],
    ...(requestBody && { requestBody }),
    responses: {
      [status]: generated.responses![status]!,
      ...Object.fromEntries(
        Object.keys(row.also ?? {}).map((other) => [other, ownValue(generated.responses!, other)!]),
      ),
      ...errorResponses(row, query.length > 0 || requestBody !== undefined),
    },
  }
}

/** Numbers in a query are validated as digits, but documented as numbers. */
function asNumber(parameter: OpenApi.ParameterObject): OpenApi.ParameterObject {
  const { pattern, ...schema } = parameter.schema as OpenApi.SchemaObject
  if (!pattern?.startsWith('^\\d{1,')) return parameter
  return { ...parameter, schema: { ...schema, type: 'integer', minimum: 0 } as never }
}

const introductionText = () =>
  introduction.map(({ heading, text }) => `## ${heading}\n\n${text}`).join('\n\n')
