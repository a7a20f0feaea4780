import { type Context, Hono } from 'hono'
import { bodyOf, type CompressibleBody, compressedResponse, compressIfLarge } from '../encoding.ts'
import type { Env } from '../env.ts'
import { anybody } from '../route.ts'
import { takesTurns } from '../take-turns.ts'
import { docsPage } from './docs-page.ts'
import { type Document, describeApi } from './openapi-document.ts'

/** Describes all routes that `api` has when the document is first asked for. */
export function documentRoutes(api: Hono<Env>) {
  let made: Promise<Document> | undefined
  const sendAs = (type: string, write: (document: Document) => string) => {
    let body: CompressibleBody | undefined
    return async (c: Context<Env>) => {
      made ??= describeApi(api)
      body ??= bodyOf(new TextEncoder().encode(write(await made)))
      await compressIfLarge(body, c.req.header('accept-encoding'))
      return compressedResponse(body, c.req.header('accept-encoding'), { 'Content-Type': type })
    }
  }

  return new Hono<Env>()
    .get(
      '/openapi.json',
      anybody('OpenAPI 3.1 document', {
        media: ['application/json'],
        description: 'The document, without an envelope',
        schema: { type: 'object' },
      }),
      takesTurns,
      sendAs('application/json', (document) => JSON.stringify(document)),
    )
    .get(
      '/docs',
      anybody('API documentation', {
        media: ['text/html'],
        description: 'The page',
        schema: { type: 'string' },
      }),
      takesTurns,
      sendAs('text/html; charset=utf-8', (document) => docsPage(document).toString()),
    )
}
