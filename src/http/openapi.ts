import type { Hono } from 'hono'
import { handle } from './call.ts'
import { docsPage } from './docs-page.ts'
import { type CompressibleBody, compressedResponse } from './encoding.ts'
import type { Env } from './env.ts'
import { type Document, describeApi } from './openapi-document.ts'

/** The document of the whole route table, and a page to read it by; made when first asked for. */
export function documentCalls() {
  let table: Hono<Env> | undefined
  let made: Promise<Document> | undefined
  const document = () => {
    if (!table) throw new Error('no route table yet')
    made ??= describeApi(table)
    return made
  }

  const answer = (type: string, write: (document: Document) => string) => {
    let body: CompressibleBody | undefined
    return handle(async (c) => {
      body ??= { plain: new TextEncoder().encode(write(await document())) }
      return compressedResponse(body, c.req.header('accept-encoding'), { 'Content-Type': type })
    })
  }

  return {
    /** Tells whose calls the document is of. */
    document: (api: Hono<Env>) => {
      table = api
    },
    openapi: answer('application/json', (document) => JSON.stringify(document)),
    docs: answer('text/html; charset=utf-8', (document) => String(docsPage(document))),
  }
}
