// Checks every response of a gallery against what the route table declares.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { z } from 'zod'
import type { createApp } from '../../src/app.ts'
import { dataBody, ErrorBody } from '../../src/contract/envelope.ts'
import { errorResponses } from '../../src/http/openapi/openapi-errors.ts'
import { patternOf, type Row, routeTable } from '../../src/http/route.ts'

export type DeclaredResponses = ReturnType<typeof declaredResponses>

/** Checks responses as they pass; `problems` has a sentence for each that differs. */
export function declaredResponses(app: ReturnType<typeof createApp>) {
  const table = routeTable(app.routes).map((row) => ({ row, pattern: patternOf(row.path) }))
  const problems: string[] = []

  const problemOf = async (
    row: Row,
    search: string,
    answer: Response,
  ): Promise<string | undefined> => {
    if (answer.status >= 400 && !errorsOf(row, search).has(answer.status)) {
      return 'is not one of its declared errors'
    }
    if (answer.status === 304 || answer.body === null) return
    const type = answer.headers.get('content-type') ?? ''
    if (answer.status === 302)
      return 'redirect' in row.response ? undefined : 'is not declared as a redirect'
    const isBytes = answer.ok && 'media' in row.response
    if (isBytes) return type === '' ? 'has no content type' : undefined
    if (!type.startsWith('application/json')) return `is ${type}`
    const body = JSON.parse(await textOf(answer))
    // The only response with both: for programs that look at the status, and for people.
    if (body.data?.status === 'damaged' && body.error) delete body.data
    return differenceFrom(answer.ok ? schemaOf(row, answer.status) : ErrorBody(), body)
  }

  return {
    problems,
    look: async (request: Request, answer: Response): Promise<Response> => {
      if (!URL.canParse(request.url)) return answer
      const { pathname, search } = new URL(request.url)
      const row = table.find(
        ({ row: { method }, pattern }) =>
          pattern.test(pathname) && method === request.method.replace('HEAD', 'GET'),
      )?.row
      if (!row || request.method === 'HEAD') return answer
      const problem = await problemOf(row, search, answer.clone())
      if (problem) problems.push(`${request.method} ${pathname} ${answer.status} ${problem}`)
      return answer
    },
  }
}

async function textOf(answer: Response): Promise<string> {
  const bytes = await answer.bytes()
  const encoding = answer.headers.get('content-encoding')
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : Buffer.from(bytes)).toString()
}

const schemaOf = ({ response, also }: Row, status: number): z.ZodType => {
  if (status !== 200) {
    const other = also?.[status as 201]?.response
    if (!other) throw new Error(`the response ${status} is not declared`)
    return dataBody(other())
  }
  if (typeof response !== 'function') throw new Error('the response has no schema')
  return dataBody(response())
}

/**
 * Any request can be malformed, use a wrong method, have an address or cookies that are too long,
 * or a body that is too large or not JSON;
 * server errors and damage are what some tests are about.
 */
const always = [400, 405, 413, 414, 415, 431, 500, 503, 507]

/** The errors that a row declares, and those that its role, path and query imply. */
function errorsOf(row: Row, search: string): Set<number> {
  const declared = Object.keys(errorResponses(row, true)).map(Number)
  // Wrong album codes are counted on every route.
  return new Set([...declared, ...always, ...(search.includes('code=') ? [429] : [])])
}

/** A key missing from the schema is a difference too: it could be a leak. */
function differenceFrom(schema: z.ZodType, body: unknown): string | undefined {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return `is not as declared: ${parsed.error.message}`
  if (!Bun.deepEquals(parsed.data, body)) {
    return `contains more than is declared: ${JSON.stringify(body).slice(0, 500)}`
  }
  return undefined
}
