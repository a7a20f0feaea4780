import type { Hono } from 'hono'
import { bodyOf, type CompressibleBody, compressedResponse, compressIfLarge } from '../encoding.ts'
import type { Env } from '../env.ts'
import { handle } from '../route.ts'
import { takesTurns } from '../take-turns.ts'
import { docsPage } from './docs-page.ts'
import { type Document, describeApi } from './openapi-document.ts'

export function documentHandlers() {
  let table: Hono<Env> | undefined
  let made: Promise<Document> | undefined
  const document = () => {
    if (!table) throw new Error('no route table yet')
    made ??= describeApi(table)
    return made
  }

  const handlerFor = (type: string, write: (document: Document) => string) => {
    let body: CompressibleBody | undefined
    return handle(takesTurns, async (c) => {
      body ??= bodyOf(new TextEncoder().encode(write(await document())))
      await compressIfLarge(body, c.req.header('accept-encoding'))
      return compressedResponse(body, c.req.header('accept-encoding'), { 'Content-Type': type })
    })
  }

  return {
    document: (api: Hono<Env>) => {
      table = api
    },
    openapi: handlerFor('application/json', (document) => JSON.stringify(document)),
    docs: handlerFor('text/html; charset=utf-8', (document) => docsPage(document).toString()),
  }
}
