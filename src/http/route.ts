import type { MiddlewareHandler } from 'hono'
import type { RouterRoute } from 'hono/types'
import { describeRoute, resolver, uniqueSymbol } from 'hono-openapi'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import type { z } from 'zod'
import { dataBody, ErrorBody } from '../contract/envelope.ts'
import type { Role } from '../contract/people/roles.ts'
import type { Viewer } from '../contract/people/viewer.ts'
import type { Schema } from '../contract/schema.ts'
import { AppError } from '../core/errors.ts'
import type { Env } from './env.ts'

export type Bytes = {
  readonly media: readonly string[]
  readonly description: string
  readonly schema?: OpenApi.SchemaObject
}
type ResponseType = Schema | Bytes | { readonly redirect: string }

type AlsoAnswer = { readonly description: string; readonly response?: Schema }

/** A sentence for each error status, beyond those that role, path and input imply. */
type Errors = { readonly [Status in AppError['code']]?: string }

type Remarks = {
  readonly description?: string
  /** Replaces the OpenAPI name generated from method and path. */
  readonly operationId?: string
  readonly parameters?: readonly OpenApi.ParameterObject[]
  readonly form?: OpenApi.SchemaObject
  /** Answers of other statuses than 200, with what each means; 204 has no content. */
  readonly also?: { readonly [Status in 201 | 202 | 204]?: AlsoAnswer }
  /** A GET that changes something rejects HEAD and, with 'from this site', other sites' pages. */
  readonly changes?: 'from this site' | 'from any site'
}

export type Declaration = Remarks & {
  readonly role: Role
  readonly summary: string
  readonly response: ResponseType
  readonly errors: Errors
}

const declarations = new WeakMap<object, Declaration>()

const declaring =
  (role: Role) =>
  (summary: string, response: ResponseType, errors = {}, remarks = {}) =>
    declare({ role, summary, response, errors, ...remarks })

type Declare = (
  summary: string,
  response: ResponseType,
  errors?: Errors,
  remarks?: Remarks,
) => MiddlewareHandler<Env>

/** A route for anyone. Handlers check visibility themselves. */
export const anybody: Declare = declaring('anybody')
export const guest: Declare = declaring('guest')
export const member: Declare = declaring('member')
export const owner: Declare = declaring('owner')

export type Row = Declaration & {
  readonly method: string
  readonly path: string
}

export const routeTable = (routes: RouterRoute[]): Row[] =>
  routes.flatMap(({ method, path, handler }) => {
    const declaration = declarations.get(handler)
    return declaration ? [{ ...declaration, method, path }] : []
  })

/** Matches the paths that a route's path stands for. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)

function declare(declaration: Declaration): MiddlewareHandler<Env> {
  const check: MiddlewareHandler<Env> = async (c, next) => {
    requireRole(declaration.role, c.get('viewer'))
    await next()
  }
  declarations.set(check, declaration)
  let described: MiddlewareHandler | undefined
  return Object.defineProperty(check, uniqueSymbol, {
    // Only the documentation needs it: the schemas of eighty envelopes take a megabyte.
    get: () => {
      const responses = { ...successOf(declaration), ...othersOf(declaration), default: failure() }
      described ??= describeRoute({ responses })
      return Reflect.get(described, uniqueSymbol)
    },
  })
}

/** @throws AppError 401 without the required sign-in, 403 for a guest if the owner is required. */
export function requireRole(role: Role, { isOwner, guest }: Viewer): void {
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

const failure = () => ({
  description: 'Error.',
  content: { 'application/json': { schema: resolver(ErrorBody()) } },
})

function successOf({ response, description = 'The data' }: Declaration) {
  if (typeof response === 'function') {
    return { 200: { description, content: jsonOf(response()) } }
  }
  if ('redirect' in response) return { 302: { description: response.redirect } }
  const content = response.schema ? { schema: response.schema } : {}
  return {
    200: {
      description: response.description,
      content: Object.fromEntries(response.media.map((type) => [type, content])),
    },
  }
}

const othersOf = ({ also = {} }: Declaration) =>
  Object.fromEntries(
    Object.entries(also).map(([status, { description, response }]) => [
      status,
      { description, ...(response && { content: jsonOf(response()) }) },
    ]),
  )

const jsonOf = (data: z.ZodType) => ({
  'application/json': { schema: resolver(dataBody(data)) },
})
