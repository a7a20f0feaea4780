import type { MiddlewareHandler } from 'hono'
import { createFactory } from 'hono/factory'
import type { RouterRoute } from 'hono/types'
import { describeRoute, resolver, uniqueSymbol } from 'hono-openapi'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import type { z } from 'zod'
import { AppError } from '../contract/app-error.ts'
import { dataBody, ErrorBody } from '../contract/envelope.ts'
import type { Viewer } from '../contract/viewer.ts'
import type { Role } from '../contract/vocabulary.ts'
import type { Env } from './env.ts'

/** Bytes of one of these types, without the envelope. */
export type Bytes = {
  readonly media: readonly string[]
  readonly description: string
  readonly schema?: OpenApi.SchemaObject
}
/** What a route sends: data of a schema in the envelope, bytes, or a redirect. */
type Answer = z.ZodType | Bytes | { readonly redirect: string }

/** What makes a route fail, a sentence for each status, beyond what its role, path and input imply. */
type Errors = { readonly [Status in AppError['code']]?: string }

/** What few routes have to say. */
type Remarks = {
  /** The successful response in words, where its schema does not explain itself. */
  readonly description?: string
  /** The name in the OpenAPI document, where the one made from method and path would mislead. */
  readonly operationId?: string
  /** Query parameters that the handler reads without a schema. */
  readonly parameters?: readonly OpenApi.ParameterObject[]
  /** The form that an upload is. */
  readonly form?: OpenApi.SchemaObject
  /** Of a GET that changes something: HEAD is refused, and so is another site's page, or is not. */
  readonly changes?: 'from this site' | 'from any site'
}

/** A route as it was declared. */
export type Declaration = Remarks & {
  readonly role: Role
  readonly summary: string
  readonly answer: Answer
  readonly errors: Errors
}

const declarations = new WeakMap<object, Declaration>()
const { createHandlers } = createFactory<Env>()

/** What stands behind a row of the route table: middleware and the handler, typed for the client. */
export const handle = createHandlers

const declaring =
  (role: Role) =>
  (summary: string, answer: Answer, errors = {}, remarks = {}) =>
    declare({ role, summary, answer, errors, ...remarks })

type Declare = (
  summary: string,
  answer: Answer,
  errors?: Errors,
  remarks?: Remarks,
) => MiddlewareHandler<Env>

/** A route for anyone. Handlers check visibility themselves. */
export const anybody: Declare = declaring('anybody')
/** A route for verified guests. */
export const guest: Declare = declaring('guest')
/** A route for verified guests and the owner. */
export const member: Declare = declaring('member')
/** A route for the owner only. */
export const owner: Declare = declaring('owner')

/** One row of the route table with its place: `pattern` matches whole paths. */
export type Row = Declaration & {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
}

/** The route table of an app: every declared route, in order. */
export const routeTable = (routes: RouterRoute[]): Row[] =>
  routes.flatMap(({ method, path, handler }) => {
    const declaration = declarations.get(handler)
    return declaration ? [{ ...declaration, method, path, pattern: patternOf(path) }] : []
  })

/** '/photos/:id' as a pattern. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)

/** Enforces the role, and keeps the declaration for the document and the tests. */
function declare(declaration: Declaration): MiddlewareHandler<Env> {
  const check: MiddlewareHandler<Env> = async (c, next) => {
    refuseOthers(declaration.role, c.get('viewer'))
    await next()
  }
  declarations.set(check, declaration)
  const described = describeRoute({ responses: { ...successOf(declaration), default: failure } })
  return Object.assign(check, { [uniqueSymbol]: Reflect.get(described, uniqueSymbol) })
}

/** @throws AppError 401 for a visitor where more is needed, 403 for a guest where the owner is. */
export function refuseOthers(role: Role, { isOwner, guest }: Viewer): void {
  const isGuest = guest !== undefined
  switch (role) {
    case 'anybody':
      return
    case 'guest':
      if (!isGuest) throw new AppError(401, 'guests only; register or open the link in your e-mail')
      return
    case 'member':
      if (!isGuest && !isOwner) {
        throw new AppError(401, 'guests only; register or open the link in your e-mail')
      }
      return
    case 'owner':
      if (isOwner) return
      if (isGuest) throw new AppError(403, 'owner only')
      throw new AppError(401, 'owner only; sign in first')
  }
}

const failure = {
  description: 'Error.',
  content: { 'application/json': { schema: resolver(ErrorBody) } },
}

function successOf({ answer, description = 'The data' }: Declaration) {
  if ('redirect' in answer) return { 302: { description: answer.redirect } }
  if ('media' in answer) {
    const content = answer.schema ? { schema: answer.schema } : {}
    return {
      200: {
        description: answer.description,
        content: Object.fromEntries(answer.media.map((type) => [type, content])),
      },
    }
  }
  const schema = resolver(dataBody(answer))
  return { 200: { description, content: { 'application/json': { schema } } } }
}
